/// How alike two texts are.
enum Nearness {
    /// The share of bytes that would have to change, from 0 to 1.
    ///
    /// What both begin and end with costs nothing; of the rest the first 256 bytes are compared.
    static func distance(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Double {
        var left = Array(left.prefix(4_096))[...]
        var right = Array(right.prefix(4_096))[...]
        let length = max(left.count, right.count)
        let common = zip(left, right).prefix { $0 == $1 }.count
        left = left.dropFirst(common)
        right = right.dropFirst(common)
        while let last = left.last, last == right.last {
            left.removeLast()
            right.removeLast()
        }
        guard length > 0 else { return 0 }
        let longest = max(left.count, right.count)
        let edits = levenshtein(Array(left.prefix(256)), Array(right.prefix(256))) + max(0, longest - 256)
        return min(1, Double(edits) / Double(length))
    }

    private static func levenshtein(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = min(above + 1, row[column] + 1, diagonal + (byte == right[column] ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
