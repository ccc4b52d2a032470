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
        // All bookkeeping in one piece of memory, without checks of bounds: the innermost loop runs up to n³ times.
        let width = columns + 1
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: rows + 1 + 5 * width) { memory in
            memory.initialize(repeating: 0)
            guard let base = memory.baseAddress, let costs = costs.baseAddress else { return [] }
            let rowPotential = base
            let columnPotential = base + rows + 1
            let rowOfColumn = columnPotential + width
            let previous = rowOfColumn + width
            let slack = previous + width
            /// The columns that are not reached yet, the first `left` of them.
            let open = slack + width
            for row in 1...rows {
                for column in 1...columns {
                    slack[column] = .max
                    open[column - 1] = column
                }
                var left = columns
                rowOfColumn[0] = row
                var column = 0
                repeat {
                    let current = rowOfColumn[column]
                    let line = costs + ((current - 1) * columns - 1)
                    let potential = rowPotential[current]
                    var delta = Int.max
                    var nearest = 0
                    for place in 0..<left {
                        let other = open[place]
                        let reduced = line[other] &- potential &- columnPotential[other]
                        if reduced < slack[other] {
                            slack[other] = reduced
                            previous[other] = column
                        }
                        if slack[other] < delta {
                            delta = slack[other]
                            nearest = place
                        }
                    }
                    // The columns that were reached stand behind the open ones, and column 0 apart from them.
                    rowPotential[rowOfColumn[0]] &+= delta
                    columnPotential[0] &-= delta
                    for place in left..<columns {
                        let reached = open[place]
                        rowPotential[rowOfColumn[reached]] &+= delta
                        columnPotential[reached] &-= delta
                    }
                    for place in 0..<left { slack[open[place]] &-= delta }
                    column = open[nearest]
                    left -= 1
                    open[nearest] = open[left]
                    open[left] = column
                } while rowOfColumn[column] != 0
                repeat {
                    let before = previous[column]
                    rowOfColumn[column] = rowOfColumn[before]
                    column = before
                } while column != 0
            }
            return Array(UnsafeBufferPointer(start: rowOfColumn, count: width))
        }
    }
}
