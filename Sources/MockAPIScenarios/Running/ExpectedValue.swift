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
    func holds(anyOf values: [String]) -> Bool {
        if values.isEmpty { return holds(nil) }
        if matcher?.acceptsAbsence ?? false { return false }
        return values.contains { holds(.string($0)) || holds($0.asNumber) } || holds(.array(values.map { .string($0) }))
    }

    /// The places of arrays that were empty, so that nothing in them was checked.
    func uncheckedArrays(in found: JSONValue) -> [JSONPath] {
        matchers?.uncheckedArrays(expected: value, found: found) ?? []
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
