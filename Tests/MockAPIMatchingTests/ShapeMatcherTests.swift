import MockAPICore
import MockAPIMatching
import Testing

@Suite struct ShapeMatcherTests {
    /// A document, values of that shape, and values that are not.
    struct Case: Sendable, CustomTestStringConvertible {
        var shape: String
        var right: [String]
        var wrong: [String]
        var testDescription: String { shape }
    }

    static let cases: [Case] = [
        Case(shape: #"{"$type": "string"}"#, right: [#""""#, #""a""#], wrong: ["1", "null", "[]", "{}", "true"]),
        Case(
            shape: #"{"$type": "integer"}"#, right: ["1", "1.0", "1e3", "-0", "9007199254740993"],
            wrong: ["1.5", #""1""#]),
        Case(shape: #"{"$type": "number"}"#, right: ["1", "1.5"], wrong: [#""1""#, "true", "null"]),
        Case(shape: #"{"$type": ["boolean", "null"]}"#, right: ["true", "null"], wrong: ["0", #""true""#]),
        Case(shape: #"{"$type": "array"}"#, right: ["[]", "[1]"], wrong: ["{}", "null"]),
        Case(shape: #"{"$type": "object"}"#, right: ["{}"], wrong: ["[]"]),
        Case(shape: #"{"$regex": "[a-z]+"}"#, right: [#""abc""#], wrong: [#""abc1""#, #""""#, "1"]),
        Case(
            shape: #"{"$date": true}"#,
            right: [#""2024-02-29""#, #""2030-01-01T00:00:00Z""#, #""1990-12-31T23:59:60.25+05:30""#],
            wrong: [
                #""2023-02-29""#, #""2030-1-1""#, #""2030-01-01T00:00:00""#, #""2030-01-01T24:00:00Z""#, #""now""#, "0",
            ]),
        Case(
            shape: #"{"$date": "date"}"#, right: [#""2030-12-31""#],
            wrong: [#""2030-12-31T00:00:00Z""#, #""2030-13-01""#]),
        Case(
            shape: #"{"$date": "http"}"#, right: [#""Sun, 06 Nov 1994 08:49:37 GMT""#],
            wrong: [#""Mon, 06 Nov 1994 08:49:37 GMT""#, #""06 Nov 1994""#]),
        Case(
            shape: #"{"$date": "unix"}"#, right: ["1700000000", "1700000000.5"],
            wrong: [#""1700000000""#, "1700000000000"]),
        Case(shape: #"{"$date": "unixMilliseconds"}"#, right: ["1700000000000"], wrong: ["1.5", #""1""#]),
        Case(
            shape: #"{"$date": "dd.MM.yyyy HH:mm"}"#, right: [#""31.12.2030 18:05""#],
            wrong: [#""31.12.2030""#, #""32.12.2030 18:05""#, #""1.2.2030 8:05""#]),
        Case(
            shape: #"{"$uuid": true}"#,
            right: [#""f81d4fae-7dec-11d0-a765-00a0c91e6bf6""#, #""F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6""#],
            wrong: [#""f81d4fae7dec11d0a76500a0c91e6bf6""#, #""g81d4fae-7dec-11d0-a765-00a0c91e6bf6""#, "1"]),
        Case(
            shape: #"{"$oneOf": [1, "a", {"$type": "array"}, {"b": 2}]}"#,
            right: ["1.0", #""a""#, "[3]", #"{"b": 2, "c": 3}"#],
            wrong: ["2", #""b""#, "{}"]),
        Case(shape: #"{"a": {"$any": true}}"#, right: [#"{"a": null}"#, #"{"a": [1]}"#], wrong: ["{}"]),
        Case(
            shape: #"{"a": {"$absent": true}}"#, right: ["{}", #"{"b": 1}"#], wrong: [#"{"a": null}"#, #"{"a": 1}"#]),
        Case(shape: #"{"a": {"$null": true}}"#, right: [#"{"a": null}"#], wrong: ["{}", #"{"a": 0}"#]),
        Case(
            shape: #"{"$each": {"id": {"$type": "integer"}}}"#, right: ["[]", #"[{"id": 1}, {"id": 2, "x": 3}]"#],
            wrong: [#"[{"id": 1}, {}]"#, "{}", "null"]),
        Case(
            shape: #"{"$each": 1, "$min": 1, "$max": 2}"#, right: ["[1]", "[1, 1.0]"],
            wrong: ["[]", "[1, 1, 1]", "[1, 2]"]),
        Case(
            shape: #"{"$contains": {"id": 2}}"#, right: [#"[{"id": 1}, {"id": 2, "x": 0}]"#],
            wrong: ["[]", #"[{"id": 1}]"#, #"{"id": 2}"#]),
        Case(
            shape: #"{"$contains": "ell"}"#, right: [#""hello""#, #"["ell"]"#], wrong: [#""help""#, #"["hello"]"#, "1"]),
        Case(
            shape: #"{"$unordered": [1, {"$type": "string"}, {"a": 1}]}"#,
            right: [#"[{"a": 1, "b": 2}, "x", 1]"#], wrong: ["[1]", #"["x", "y", 1]"#, #"[{"a": 1}, "x", 1, 1]"#]),
        Case(shape: #"{"$approx": 3.14}"#, right: ["3.14", "3.140001"], wrong: ["3.15", #""3.14""#]),
        Case(shape: #"{"$approx": {"value": 3, "within": 0.5}}"#, right: ["2.5", "3.5"], wrong: ["3.6"]),
        Case(
            shape: #"{"$length": 2}"#, right: [#""äö""#, "[1, 2]", #"{"a": 1, "b": 2}"#], wrong: [#""a""#, "22", "[]"]),
        Case(
            shape: #"{"$length": {"atLeast": 1, "atMost": 2}}"#, right: ["[1]", "[1, 2]"], wrong: ["[]", "[1, 2, 3]"]),
        Case(shape: #"{"$type": "string", "$length": 3}"#, right: [#""abc""#], wrong: [#""ab""#, "[1, 2, 3]"]),
        Case(shape: #"{"$not": {"$type": "string"}}"#, right: ["1", "null"], wrong: [#""a""#]),
        Case(shape: #"{"a": {"$not": 1}}"#, right: [#"{"a": 2}"#], wrong: [#"{"a": 1.0}"#, "{}"]),
        Case(
            shape: #"{"$literal": {"$type": "string", "x": {"$any": true}}}"#,
            right: [#"{"$type": "string", "x": {"$any": true}}"#], wrong: [#""a""#, #"{"$type": "string", "x": {}}"#]),
        Case(shape: #"{"$matches": {"contains": "b"}}"#, right: [#""abc""#, #"["b"]"#], wrong: [#""ac""#]),
    ]

    @Test(arguments: cases) func `a value has the shape or not`(_ one: Case) throws {
        let document = try JSONValue(parsing: one.shape)
        let matchers = try #require(try Self.matchers(document))
        let pattern = ValuePattern.matchesShape(document, matchers)
        let comparison = JSONComparison(.init(objectsMayHaveMore: true, matchers: matchers))
        for text in one.right + one.wrong {
            let isRight = one.right.contains(text)
            #expect(pattern.matches(text) == isRight, "\(text)")
            let differences = comparison.differences(expected: document, found: try JSONValue(parsing: text))
            #expect(differences.isEmpty == isRight, "\(text)")
        }
    }

    @Test(arguments: [
        (
            #"{"$type": "text"}"#,
            "$['$type']: unknown type \"text\"; there are string, number, integer, boolean, array, object, null"
        ),
        (#"{"$tpye": "string"}"#, "$['$tpye']: unknown matcher \"$tpye\"; did you mean \"$type\"?"),
        (
            #"{"a": {"$any": false}}"#,
            "$.a['$any']: \"$any\" must be true; for the opposite, write {\"$not\": {\"$any\": true}}"
        ),
        (#"{"$min": 1}"#, "$['$min']: \"$min\" goes with \"$each\""),
        (#"{"$each": 1, "$min": 3, "$max": 2}"#, "$['$each']: \"$min\" is more than \"$max\""),
        (#"{"$each": 1, "$max": -1}"#, "$['$each']: \"$max\" must be a whole number from 0, found -1"),
        (
            #"{"$type": "string", "b": 1}"#,
            "$.b: \"b\" stands beside keys of a matcher; write {\"$literal\": {…}} for an object that has such a key"
        ),
        (#"{"$literal": {}, "$type": "object"}"#, "$['$literal']: \"$literal\" must be the only key of its object"),
        (#"{"$oneOf": []}"#, "$['$oneOf']: \"$oneOf\" needs a list of values"),
        (#"{"$approx": "3"}"#, "$['$approx']: \"$approx\" must be a number, or {\"value\": 3.14, \"within\": 0.01}"),
        (#"{"$length": {}}"#, "$['$length']: \"$length\" must be a whole number, or {\"atLeast\": 1, \"atMost\": 3}"),
        (#"{"$date": "dat"}"#, "$['$date']: unknown form of a date \"dat\"; did you mean \"date\"?"),
        (#"{"$matches": 1}"#, "$['$matches']: no pattern"),
    ])
    func `what looks like a matcher and is none is reported with its place`(_ text: String, _ problem: String) throws {
        let document = try JSONValue(parsing: text)
        let error = try #require(throws: ShapeProblems.self) { try Self.matchers(document) }
        let texts = error.problems.map { "\($0.path): \($0.message)" + ($0.hint.map { "; \($0)" } ?? "") }
        #expect(texts == [problem])
    }

    @Test func `a difference is at its place, with what is expected in words`() throws {
        let document = try JSONValue(
            parsing:
                #"{"items": {"$each": {"id": {"$type": "integer"}, "at": {"$date": "date"}}}, "gone": {"$absent": true}}"#
        )
        let found = try JSONValue(
            parsing: #"{"items": [{"id": 1, "at": "2030-01-01"}, {"id": "2", "at": "soon"}, {"id": 3}], "gone": 1}"#)
        let options = JSONComparison.Options(objectsMayHaveMore: true, matchers: try Self.matchers(document))
        let texts = JSONComparison(options).differences(expected: document, found: found).map(\.description)
        #expect(
            texts == [
                "$.items[1].id: expected an integer, found \"2\"",
                "$.items[1].at: expected a date such as 2030-12-31, found \"soon\"",
                "$.items[2].at: expected a date such as 2030-12-31, found nothing",
                "$.gone: expected nothing, found 1",
            ])
    }

    @Test func `an empty array leaves each unchecked, unless a least number is named`() throws {
        let document = try JSONValue(parsing: #"{"a": {"$each": {"b": {"$each": 1}}}, "c": {"$each": 1, "$min": 0}}"#)
        let matchers = try #require(try Self.matchers(document))
        let found = try JSONValue(parsing: #"{"a": [{"b": [1]}, {"b": []}], "c": []}"#)
        #expect(matchers.uncheckedArrays(expected: document, found: found).map(\.description) == ["$.a[1].b"])
        let empty = try JSONValue(parsing: #"{"a": [], "c": []}"#)
        #expect(matchers.uncheckedArrays(expected: document, found: empty).map(\.description) == ["$.a"])
    }

    @Test func `a document without matchers has none`() throws {
        #expect(try Self.matchers(["a": [1, "$type", ["b": .null]]]) == nil)
    }

    /// Patterns are read by the stub reader, elsewhere; here one stands for all.
    private static func matchers(_ document: JSONValue) throws(ShapeProblems) -> ShapeMatchers? {
        try ShapeMatchers(in: document) { json throws(ShapeProblem) in
            guard let part = json["contains"]?.string else { throw ShapeProblem("no pattern") }
            return .contains(part)
        }
    }
}
