import MockAPICore
import Testing

@testable import MockAPIMatching

@Suite struct AssignmentTests {
    /// The best value over all one-to-one pairings, by trying them all.
    private func best(
        rows: Int, columns: Int, taken: Set<Int> = [], row: Int = 0, skipping: Int, cost: (Int, Int) -> Int
    ) -> Int {
        guard row < rows else { return 0 }
        var least = Int.max
        if skipping > 0 {
            least = best(rows: rows, columns: columns, taken: taken, row: row + 1, skipping: skipping - 1, cost: cost)
        }
        for column in 0..<columns where !taken.contains(column) {
            let rest = best(
                rows: rows, columns: columns, taken: taken.union([column]), row: row + 1, skipping: skipping, cost: cost
            )
            if rest < .max { least = min(least, rest + cost(row, column)) }
        }
        return least
    }

    @Test(arguments: 0..<300) func `the cheapest pairing is that of brute force`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let rows = Int.random(in: 0...5, using: &random)
        let columns = Int.random(in: 0...5, using: &random)
        let costs = (0..<rows).map { _ in (0..<columns).map { _ in Int.random(in: 0...9, using: &random) } }
        let pairing = Assignment.cheapest(rows: rows, columns: columns) { costs[$0][$1] }
        let pairs = pairing.enumerated().compactMap { row, column in column.map { (row, $0) } }
        #expect(pairing.count == rows)
        #expect(pairs.count == min(rows, columns))
        #expect(Set(pairs.map(\.1)).count == pairs.count)
        let total = pairs.reduce(0) { $0 + costs[$1.0][$1.1] }
        #expect(total == best(rows: rows, columns: columns, skipping: max(0, rows - columns)) { costs[$0][$1] })
    }

    @Test(arguments: 0..<300) func `the largest pairing is that of brute force`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 1_000)
        let rows = Int.random(in: 0...6, using: &random)
        let columns = Int.random(in: 0...6, using: &random)
        let fits = (0..<rows).map { _ in (0..<columns).map { _ in Int.random(in: 0...2, using: &random) == 0 } }
        let pairing = Assignment.maximum(rows: rows, columns: columns) { fits[$0][$1] } ?? []
        let pairs = pairing.enumerated().compactMap { row, column in column.map { (row, $0) } }
        #expect(Set(pairs.map(\.1)).count == pairs.count)
        #expect(pairs.allSatisfy { fits[$0.0][$0.1] })
        #expect(pairs.count == -best(rows: rows, columns: columns, skipping: rows) { fits[$0][$1] ? -1 : 1 })
    }

    @Test func `a pairing that takes too many steps is given up`() {
        #expect(Assignment.maximum(rows: 10, columns: 10, stepLimit: 20) { _, _ in false } == nil)
    }

    /// Random values over few keys and numbers, so that many are alike.
    private func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 4 : 1), using: &random) {
        case 0, 1: return .integer(Int.random(in: 0...1, using: &random))
        case 2, 3:
            var object = JSONObject()
            for key in ["a", "b"] where Bool.random(using: &random) { object[key] = value(depth: depth - 1, &random) }
            return .object(object)
        default:
            let count = Int.random(in: 0...3, using: &random)
            return .array((0..<count).map { _ in value(depth: depth - 1, &random) })
        }
    }

    /// Whether a value is as expected, by trying all pairings of all arrays.
    private func isAsExpected(_ expected: JSONValue, _ found: JSONValue, extra: Bool) -> Bool {
        switch (expected, found) {
        case (.object(let expected), .object(let found)):
            return (extra || expected.count == found.count)
                && expected.allSatisfy { member in
                    found[member.key].map { isAsExpected(member.value, $0, extra: extra) } ?? false
                }
        case (.array(let expected), .array(let found)):
            guard extra ? expected.count <= found.count : expected.count == found.count else { return false }
            guard let first = expected.first else { return true }
            return found.indices.contains { index in
                var rest = found
                rest.remove(at: index)
                return isAsExpected(first, found[index], extra: extra)
                    && isAsExpected(.array(Array(expected.dropFirst())), .array(rest), extra: extra)
            }
        default: return expected == found
        }
    }

    @Test(arguments: 0..<400) func `arrays without order are compared as brute force does`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed) + 5_000)
        let extra = Bool.random(using: &random)
        let options = JSONComparison.Options(ignoreArrayOrder: true, ignoreExtraElements: extra)
        for _ in 0..<20 {
            let expected = value(depth: 3, &random)
            let found = value(depth: 3, &random)
            let isRight = isAsExpected(expected, found, extra: extra)
            #expect(
                JSONComparison(options).matches(expected: expected, found: found) == isRight, "\(expected) \(found)")
            let differences = JSONComparison.differences(expected: expected, found: found, options: options)
            #expect(differences.isEmpty == isRight, "\(expected) \(found) \(differences)")
        }
    }
}
