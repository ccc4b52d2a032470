import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

@Suite struct IndexAgainstLinearTests {
    /// How many pairs of stubs and a request are compared; `MOCKAPI_LONG` asks for a million.
    private static let pairs = ProcessInfo.processInfo.environment["MOCKAPI_LONG"] == nil ? 20_000 : 1_000_000
    private static let parts = 4

    @Test(arguments: 0..<parts)
    func `the index finds what trying one stub after the other finds, always`(part: Int) {
        var hits = 0
        var compared = 0
        var round: UInt64 = 0
        while compared < Self.pairs / Self.parts {
            round += 1
            let seed = UInt64(part) << 32 | round
            guard let (all, found) = Self.compare(seed: seed) else { return }
            compared += all
            hits += found
        }
        // Random stubs that are never hit would show nothing.
        #expect(hits > compared / 4)
        #expect(hits < compared)
    }

    /// Compares one set with its oracle; `nil` after a difference.
    private static func compare(seed: UInt64) -> (compared: Int, hits: Int)? {
        var generator = IndexGenerator(seed: seed)
        let theme = generator.theme()
        let count = generator.chance(25) ? 120 : generator.chance(50) ? 30 : 6
        let fileCount = Int.random(in: 0...count, using: &generator.random)
        // Now and then an id is there twice.
        var stubs = (0..<fileCount).map { generator.stub(theme, id: "f\(generator.chance(3) ? 0 : $0)") }
        var set = StubSet(stubs)
        var linear = LinearStubs(stubs)
        var hits = 0
        var compared = 0
        for step in 0..<count {
            if step >= fileCount || generator.chance(10) {
                let stub = generator.stub(theme, id: generator.chance(10) ? "f\(step)" : "a\(step)")
                set.add(stub)
                linear.add(stub)
                stubs.append(stub)
            }
            if generator.chance(15), let gone = stubs.randomElement(using: &generator.random) {
                guard set.remove(id: gone.id)?.id == linear.remove(id: gone.id)?.id else {
                    Issue.record("seed \(seed): removing \(gone.id) differs")
                    return nil
                }
            }
            guard generator.chance(40) else { continue }
            let like = generator.chance(75) ? stubs.randomElement(using: &generator.random) : nil
            let request = generator.request(theme, like: like)
            let expected = linear.match(MatchSubject(request))
            let found = set.match(MatchSubject(request))
            guard same(found, expected) else {
                Issue.record(
                    """
                    seed \(seed), step \(step): found \(found?.stub.id ?? "none"), expected \(expected?.stub.id ?? "none")
                    \(String(decoding: request.head, as: UTF8.self))\(String(decoding: request.body, as: UTF8.self))
                    found \(String(describing: found?.stub.request))
                    expected \(String(describing: expected?.stub.request))
                    """)
                return nil
            }
            compared += 1
            hits += found == nil ? 0 : 1
        }
        guard set.stubs.map(\.id) == linear.stubs.map(\.id), set.count == linear.stubs.count else {
            Issue.record("seed \(seed): the orders differ")
            return nil
        }
        return (compared, hits)
    }

    private static func same(_ left: StubMatch?, _ right: StubMatch?) -> Bool {
        left?.stub.id == right?.stub.id && left?.match == right?.match
            && left?.stub.isAddedAtRunTime == right?.stub.isAddedAtRunTime
    }
}
