/// One-to-one pairings of rows and columns.
enum Assignment {
    /// For each row the column that it is paired with, so that as many rows as possible have one.
    ///
    /// Each row looks for an augmenting path (Kuhn); `fits` is asked at most once for each pair. `nil` where that takes
    /// more than `stepLimit` steps.
    static func maximum(
        rows: Int, columns: Int, stepLimit: Int = 100_000_000, fits: (Int, Int) -> Bool
    ) -> [Int?]? {
        var columnOfRow = [Int?](repeating: nil, count: rows)
        var rowOfColumn = [Int?](repeating: nil, count: columns)
        guard rows > 0, columns > 0 else { return columnOfRow }
        var steps = 0
        var known = [UInt8](repeating: 0, count: rows * columns)
        func fitsOnce(_ row: Int, _ column: Int) -> Bool {
            let place = row * columns + column
            if known[place] == 0 { known[place] = fits(row, column) ? 2 : 1 }
            return known[place] == 2
        }
        for start in 0..<rows {
            // A breadth-first search over rows; `cameFrom` is the row through which a column was reached.
            var cameFrom = [Int?](repeating: nil, count: columns)
            var queue = [start]
            var next = 0
            var free: Int?
            search: while next < queue.count {
                let row = queue[next]
                next += 1
                steps += columns
                guard steps <= stepLimit else { return nil }
                for column in 0..<columns where cameFrom[column] == nil && fitsOnce(row, column) {
                    cameFrom[column] = row
                    guard let owner = rowOfColumn[column] else {
                        free = column
                        break search
                    }
                    queue.append(owner)
                }
            }
            while let column = free, let row = cameFrom[column] {
                free = columnOfRow[row]
                columnOfRow[row] = column
                rowOfColumn[column] = row
            }
        }
        return columnOfRow
    }

    /// For each row the column that it is paired with, so that `min(rows, columns)` pairs have the least total cost.
    ///
    /// Costs must not be negative and small enough to be added up. The time grows with rows × columns × the smaller of
    /// the two (the Hungarian method with potentials).
    static func cheapest(rows: Int, columns: Int, cost: (Int, Int) -> Int) -> [Int?] {
        guard rows > 0, columns > 0 else { return [Int?](repeating: nil, count: rows) }
        if rows > columns {
            var columnOfRow = [Int?](repeating: nil, count: rows)
            for (column, row) in cheapest(rows: columns, columns: rows, cost: { cost($1, $0) }).enumerated() {
                if let row { columnOfRow[row] = column }
            }
            return columnOfRow
        }
        var costs = [Int](repeating: 0, count: rows * columns)
        for row in 0..<rows {
            for column in 0..<columns { costs[row * columns + column] = cost(row, column) }
        }
        let rowOfColumn = costs.withUnsafeBufferPointer { solve($0, rows: rows, columns: columns) }
        var columnOfRow = [Int?](repeating: nil, count: rows)
        for column in 1...columns where rowOfColumn[column] > 0 { columnOfRow[rowOfColumn[column] - 1] = column - 1 }
        return columnOfRow
    }

    /// Rows and columns count from 1 here; 0 stands for none.
    private static func solve(_ costs: UnsafeBufferPointer<Int>, rows: Int, columns: Int) -> [Int] {
        var rowPotential = [Int](repeating: 0, count: rows + 1)
        var columnPotential = [Int](repeating: 0, count: columns + 1)
        var rowOfColumn = [Int](repeating: 0, count: columns + 1)
        var previous = [Int](repeating: 0, count: columns + 1)
        for row in 1...rows {
            rowOfColumn[0] = row
            var column = 0
            var slack = [Int](repeating: .max, count: columns + 1)
            var isUsed = [Bool](repeating: false, count: columns + 1)
            repeat {
                isUsed[column] = true
                let current = rowOfColumn[column]
                var delta = Int.max
                var nearest = 0
                for other in 1...columns where !isUsed[other] {
                    let reduced =
                        costs[(current - 1) * columns + other - 1] - rowPotential[current] - columnPotential[other]
                    if reduced < slack[other] {
                        slack[other] = reduced
                        previous[other] = column
                    }
                    if slack[other] < delta {
                        delta = slack[other]
                        nearest = other
                    }
                }
                for other in 0...columns {
                    if isUsed[other] {
                        rowPotential[rowOfColumn[other]] += delta
                        columnPotential[other] -= delta
                    } else if other > 0 {
                        slack[other] -= delta
                    }
                }
                column = nearest
            } while rowOfColumn[column] != 0
            repeat {
                let before = previous[column]
                rowOfColumn[column] = rowOfColumn[before]
                column = before
            } while column != 0
        }
        return rowOfColumn
    }
}
