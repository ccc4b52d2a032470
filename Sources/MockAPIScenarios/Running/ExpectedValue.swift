import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// An expectation when its step runs: variables are replaced and matchers read.
struct ExpectedValue {
    /// The value; objects such as `{"$type": "integer"}` stand for something else.
    let value: JSONValue
    private let matchers: ShapeMatchers?

    init(_ expected: ScenarioValue, _ variables: [String: JSONValue]) throws(ShapeProblems) {
        value = expected.resolved(variables)
        matchers = try ShapeMatchers(reading: value)
    }

    /// How it is compared; objects may have more members unless it is exact.
    func comparison(exactly: Bool) -> JSONComparison {
        JSONComparison(JSONComparison.Options(objectsMayHaveMore: !exactly, matchers: matchers))
    }

    /// Whether the whole value stands for something else.
    var isMatcher: Bool { matcher != nil }

    /// Whether a part of the value stands for something else.
    var hasMatchers: Bool { matchers != nil }

    /// Whether a value is as expected; `nil` is none.
    func holds(_ found: JSONValue?) -> Bool {
        guard let found else { return matcher?.acceptsAbsence ?? false }
        return comparison(exactly: false).matches(expected: value, found: found)
    }

    /// Whether the values of one name are as expected: one of them, or all of them as an array.
    ///
    /// What `$not` rules out, none of them may be.
    func holds(anyOf values: [String]) -> Bool { values.isEmpty ? holds(nil) : holds(value, anyOf: values) }

    private func holds(_ expected: JSONValue, anyOf values: [String]) -> Bool {
        var views = values.map { JSONValue.string($0) }
        views += values.compactMap(\.asNumber)
        views.append(.array(values.map { .string($0) }))
        let comparison = comparison(exactly: false)
        guard let matcher = matchers?.matcher(expected) else {
            // Fields have no types: true is what is written true.
            if [.bool, .number].contains(expected.kind), values.contains(expected.rendered(.compact)) { return true }
            return views.contains { comparison.matches(expected: expected, found: $0) }
        }
        if matcher.acceptsAbsence || matcher.excluded.contains(where: { holds($0, anyOf: values) }) { return false }
        guard let others = matcher.withoutExclusions else { return true }
        return views.contains { others.matches($0, in: comparison) }
    }

    /// The places of arrays that were empty, so that nothing in them was checked.
    func uncheckedArrays(in found: JSONValue) -> [JSONPath] {
        matchers?.uncheckedArrays(expected: value, found: found) ?? []
    }

    /// How many steps of a path lead to the outermost `$unordered`; `nil` where none is on it.
    ///
    /// The path has no keys of matchers, as those of differences.
    func depthOfUnordered(on path: JSONPath) -> Int? {
        guard hasMatchers else { return nil }
        var part: JSONValue? = value
        for (count, component) in path.components.enumerated() {
            if part?["$unordered"] != nil { return count }
            part = part?["$each"] ?? part.flatMap { JSONPath([component]).value(in: $0) }
        }
        return part?["$unordered"] == nil ? nil : path.components.count
    }

    private var matcher: ShapeMatcher? { matchers?.matcher(value) }
}

extension String {
    /// The number that the text is; a text of a field or a query has no other type.
    fileprivate var asNumber: JSONValue? { JSONNumber(self).map { .number($0) } }
}

/// The expectations of one step that were read so far.
final class ExpectationReadings {
    private var values: [FileLocation: Result<ExpectedValue, ShapeProblems>] = [:]

    func value(_ expected: ScenarioValue, _ variables: [String: JSONValue]) throws(ShapeProblems) -> ExpectedValue {
        if let known = values[expected.location] { return try known.get() }
        let reading = Result { () throws(ShapeProblems) in try ExpectedValue(expected, variables) }
        values[expected.location] = reading
        return try reading.get()
    }
}
