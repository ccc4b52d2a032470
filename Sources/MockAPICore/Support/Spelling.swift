/// Suggestions for words that are nearly right.
public enum Spelling {
    /// The known word that is nearest to a misspelled one, or `nil` where none is near.
    ///
    /// The distance is that of Damerau and Levenshtein (adjacent letters swapped count once), without case; near means at
    /// most a third of the letters, and at least one.
    public static func suggestion(for word: String, among known: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        let limit = max(1, letters.count / 3)
        let ranked = known.map { (word: $0, distance: distance(letters, Array($0.lowercased().unicodeScalars))) }
        return ranked.filter { $0.distance <= limit }.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 1...left.count {
            var current = [row] + Array(repeating: 0, count: right.count)
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                current[column] = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    current[column] = min(current[column], beforeLast[column - 2] + 1)
                }
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
