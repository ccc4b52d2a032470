import MockAPICore
import MockAPIMatching
import Testing

@Suite struct JSONComparisonTests {
    private func differences(
        _ expected: JSONValue, _ found: JSONValue, _ options: JSONComparison.Options = .exact
    ) -> [String] {
        JSONComparison.differences(expected: expected, found: found, options: options).map(\.description)
    }

    @Test func `each difference names path, expected and found`() {
        #expect(
            differences(
                ["name": "x", "tags": ["a", "b"], "n": 1, "gone": .null],
                ["name": "y", "tags": ["a"], "n": "1", "more": [:]])
                == [
                    #"$.name: expected "x", found "y""#, "$.tags: expected 2 elements, found 1 element",
                    #"$.n: expected 1, found "1" (a number is expected, a string was sent)"#,
                    "$.gone: expected null, found nothing", "$.more: expected nothing, found {}",
                ])
        #expect(differences([1, [2]], [1, [3]]) == ["$[1][0]: expected 2, found 3"])
        #expect(
            differences("true", true) == [#"$: expected "true", found true (a string is expected, a boolean was sent)"#]
        )
        #expect(differences(["a": 1, "b": 2], ["b": 2, "a": 1.0]).isEmpty)
    }

    @Test func `extra members and elements can be allowed at every depth`() {
        let extra = JSONComparison.Options(ignoreExtraElements: true)
        #expect(differences(["a": [["b": 1]]], ["a": [["b": 1, "c": 2]]], extra).isEmpty)
        #expect(differences(["a": [["b": 1]]], ["a": [["b": 1], ["z": 9]]], extra).isEmpty)
        #expect(differences(["a": [["b": 1]]], ["a": []], extra) == ["$.a: expected 1 element, found 0 elements"])
        #expect(differences([:], ["one": 1], extra).isEmpty)
        #expect(differences([1, 2], [2, 1], extra).count == 2)
    }

    @Test func `a subset may leave members out but not elements`() {
        #expect(differences(["a": [["b": 1]]], ["a": [["b": 1, "c": 2]], "d": 3], .subset).isEmpty)
        #expect(differences([1], [1, 2], .subset) == ["$: expected 1 element, found 2 elements"])
        #expect(differences(["a": .null], [:], .subset) == ["$.a: expected null, found nothing"])
        #expect(differences([1, 2], [2, 1], .subset).count == 2)
    }

    @Test func `arrays without order are bags at every depth`() {
        let bag = JSONComparison.Options(ignoreArrayOrder: true)
        #expect(differences([1, 1, 2], [2, 1, 1], bag).isEmpty)
        #expect(differences([1, 1, 2], [1, 2, 2], bag) == ["$[2] (for $[1]): expected 1, found 2"])
        #expect(differences([1, 2], [1], bag) == ["$[1]: expected 2, found nothing"])
        #expect(differences([1], [3, 1], bag) == ["$[0]: expected nothing, found 3"])
        #expect(differences([["a", "b"], ["c", "d"]], [["d", "c"], ["b", "a"]], bag).isEmpty)
        #expect(
            differences([["k": [1, 2], "n": 1], ["k": [3]]], [["k": [3.0]], ["n": 1, "k": [2, 1]]], bag).isEmpty)
    }

    @Test func `extra elements without order are paired one to one, by a real matching`() {
        let both = JSONComparison.Options(ignoreArrayOrder: true, ignoreExtraElements: true)
        // A greedy pairing of {a} with {a,b} would leave {a,b} without a partner.
        #expect(differences([["a": 1], ["b": 1]], [["a": 1, "b": 1], ["a": 1, "c": 1]], both).isEmpty)
        #expect(differences([["a": 1], ["a": 1, "b": 1]], [["a": 1, "b": 1], ["a": 1]], both).isEmpty)
        #expect(!differences([["a": 1], ["a": 1]], [["a": 1], ["b": 1]], both).isEmpty)
    }

    @Test func `differences of arrays without order are those of the nearest pairs`() {
        let bag = JSONComparison.Options(ignoreArrayOrder: true)
        let found = JSONComparison.differences(
            expected: [["id": 1, "n": "one"], ["id": 2, "n": "two"], ["id": 3, "n": "three"]],
            found: [["id": 3, "n": "THREE"], ["id": 1, "n": "one"], ["id": 2, "n": "TWO"]], options: bag)
        #expect(
            found.map(\.description) == [
                #"$[2].n (for $[1].n): expected "two", found "TWO""#,
                #"$[0].n (for $[2].n): expected "three", found "THREE""#,
            ])
        #expect(found.map(\.expectedPath.description) == ["$[1].n", "$[2].n"])
    }

    @Test func `the list of differences is bounded`() {
        let many = JSONValue.array((0..<1_000).map { .integer($0) })
        let others = JSONValue.array((0..<1_000).map { .integer($0 + 1) })
        #expect(JSONComparison.differences(expected: many, found: others).count == 100)
    }

    #if DEBUG
    private static let count = 200
    #else
    private static let count = 500
    #endif

    @Test func `hundreds of elements without order and without a match are compared in bounded time`() {
        let expected = JSONValue.array((0..<Self.count).map { ["id": .integer($0), "name": .string("name \($0)")] })
        let found = JSONValue.array(
            (0..<Self.count).map { ["id": .integer($0), "name": .string("Name \($0)")] }.reversed())
        let spent = ContinuousClock().measure {
            let differences = JSONComparison.differences(
                expected: expected, found: found, options: .init(ignoreArrayOrder: true, ignoreExtraElements: true))
            #expect(differences.count == 100)
            #expect(differences.allSatisfy { $0.path.description.hasSuffix(".name") })
        }
        #expect(spent < .seconds(20))
    }

    @Test func `arrays too large to be paired count as different and say so`() {
        let both = JSONComparison.Options(ignoreArrayOrder: true, ignoreExtraElements: true)
        let expected = JSONValue.array((0..<3_000).map { ["a": .integer($0)] })
        let found = JSONValue.array((0..<3_000).map { ["a": .integer(-1 - $0), "b": 1] })
        let differences = JSONComparison.differences(expected: expected, found: found, options: both)
        #expect(differences.map(\.kind) == [.tooLarge])
        #expect(differences.first?.expectedText == "3000 elements")
    }

    @Test func `large arrays of equal elements need no pairing`() {
        let numbers = (0..<10_000).map { JSONValue.integer($0) }
        let bag = JSONComparison(.init(ignoreArrayOrder: true))
        #expect(bag.matches(expected: .array(numbers), found: .array(numbers.reversed())))
        #expect(!bag.matches(expected: .array(numbers), found: .array(numbers.dropLast() + [0])))
    }

    @Test func `a matcher can stand wherever a value stands`() {
        let comparison = JSONComparison(.subset) { value in
            guard let object = value.object, object.count == 1, let name = object["$type"]?.string else {
                return value == ["$absent": true] ? Nothing() : nil
            }
            return TypeMatcher(name: name)
        }
        let expected: JSONValue = ["id": ["$type": "number"], "list": [["$type": "string"]], "no": ["$absent": true]]
        #expect(comparison.matches(expected: expected, found: ["id": 7, "list": ["x"], "z": 1]))
        let differences = comparison.differences(expected: expected, found: ["list": [1], "no": 2])
        #expect(
            differences.map(\.description) == [
                "$.id: expected a number, found nothing", "$.list[0]: expected a string, found 1",
                "$.no: expected nothing at all, found 2",
            ])
        let unordered = JSONComparison(.init(ignoreArrayOrder: true), matcher: comparison.matcher)
        #expect(unordered.matches(expected: [["$type": "number"], 1], found: [1, 2]))
        #expect(!unordered.matches(expected: [["$type": "number"], 1], found: ["a", 1]))
    }

    private struct TypeMatcher: JSONMatcher {
        let name: String
        var explanation: String { "a \(name)" }

        func differences(found: JSONValue, at path: JSONPath, in comparison: JSONComparison) -> [JSONDifference] {
            if found.typeName == name { return [] }
            return [JSONDifference(path: path, kind: .value, expected: nil, found: found, expectation: explanation)]
        }
    }

    private struct Nothing: JSONMatcher {
        let explanation = "nothing at all"
        let acceptsAbsence = true

        func differences(found: JSONValue, at path: JSONPath, in comparison: JSONComparison) -> [JSONDifference] {
            [JSONDifference(path: path, kind: .value, expected: nil, found: found, expectation: explanation)]
        }
    }
}
