import MockAPICore
import MockAPIMatching
import Testing

@Suite struct JSONPlaceholderTests {
    private func matches(
        _ expected: JSONValue, _ found: JSONValue, anyOrder: Bool = false, extra: Bool = false
    ) throws -> Bool {
        let pattern = try ValuePattern.equalToJSON(
            reading: expected, ignoringArrayOrder: anyOrder, ignoringExtraElements: extra)
        return pattern.matches(found.rendered(.compact))
    }

    private static let kinds: [(String, JSONValue, JSONValue)] = [
        ("ignore", [1, "a", true, [1], ["a": 1], .null], []),
        ("ignore-element", [1, "a", true, [1], ["a": 1], .null], []),
        ("any-string", ["", "a"], [1, true, .null, ["a"], ["a": "a"]]),
        ("any-number", [0, -1.5], ["1", true, .null, [1]]),
        ("any-boolean", [true, false], ["true", 1, .null]),
        ("any-array", [[], [1, "a"]], ["[]", ["a": []], .null]),
        ("regex}[a-z]+", ["a", "abc"], ["", "A", "abc1", 1, .null, ["a"]]),
    ]

    @Test(arguments: JSONPlaceholderTests.kinds)
    func `a placeholder takes the values of its kind and no others`(
        name: String, good: JSONValue, bad: JSONValue
    ) throws {
        for sign in ["$", "#"] {
            let placeholder = name.contains("}") ? "\(sign){json-unit.\(name)" : "\(sign){json-unit.\(name)}"
            for value in good.array ?? [] {
                #expect(try matches(["a": .string(placeholder), "b": 1], ["b": 1, "a": value]), "\(name) \(value)")
                #expect(try matches(.string(placeholder), value), "\(name) \(value) alone")
            }
            for value in bad.array ?? [] {
                #expect(try !matches(["a": .string(placeholder)], ["a": value]), "\(name) \(value)")
            }
        }
    }

    @Test func `a member has to be there, but for the one that may be ignored as a whole`() throws {
        #expect(try !matches(["a": "${json-unit.ignore}"], [:]))
        #expect(try !matches(["a": "${json-unit.any-string}"], [:]))
        #expect(try matches(["a": "${json-unit.ignore-element}"], [:]))
        #expect(try matches(["a": "${json-unit.ignore-element}", "b": 1], ["b": 1]))
        #expect(try !matches(["a": "${json-unit.ignore-element}", "b": 1], ["b": 1, "c": 2]))
    }

    @Test func `placeholders stand in arrays, in any order and with extra elements`() throws {
        let expected: JSONValue = ["${json-unit.any-string}", 1, ["id": "${json-unit.any-number}"]]
        #expect(try matches(expected, ["x", 1, ["id": 7]]))
        #expect(try !matches(expected, [1, "x", ["id": 7]]))
        #expect(try matches(expected, [["id": 7], 1, "x"], anyOrder: true))
        #expect(try !matches(expected, [["id": "7"], 1, "x"], anyOrder: true))
        #expect(try matches(expected, ["x", 1, ["id": 7, "name": "b"], 5], extra: true))
        // The placeholder must leave to the text its only partner.
        #expect(try matches(["${json-unit.any-string}", "a"], ["a", "b"], anyOrder: true))
    }

    @Test func `plain documents are compared as they are unless placeholders are read`() {
        let pattern = ValuePattern.equalToJSON(["a": "${json-unit.ignore}"])
        #expect(pattern.matches(#"{"a": "${json-unit.ignore}"}"#))
        #expect(!pattern.matches(#"{"a": 1}"#))
    }

    @Test func `texts without a placeholder are plain`() throws {
        for text in ["", "a", "${json-unit}", "{json-unit.ignore}", "${other.ignore}", "x{json-unit.ignore}"] {
            #expect(try JSONPlaceholder(text) == nil, "\(text)")
        }
        #expect(try JSONPlaceholders(in: ["a": ["b", 1, .null, ["c": "${x}"]]]) == nil)
    }

    @Test(arguments: [
        ("a ${json-unit.ignore}", "a placeholder has to be the whole string"),
        ("${json-unit.ignore} a", "a placeholder has to be the whole string"),
        ("${json-unit.ignore", "the brace of the placeholder is not closed"),
        ("${json-unit.ignored}", #"unknown placeholder "${json-unit.ignored}"; did you mean "${json-unit.ignore}"?"#),
        (
            "${json-unit.matches:even}",
            "${json-unit.matches:...} is not supported; use ${json-unit.regex}, or ${json-unit.ignore}"
        ),
        (
            "${json-unit.regex}[",
            #"invalid regular expression "[": this set is not closed by "]" at character 1; write \[ for the character "#
                + "itself"
        ),
    ])
    func `what looks like a placeholder and is none is refused`(text: String, message: String) {
        let error = #expect(throws: JSONPlaceholderError.self) { try JSONPlaceholder(text) }
        #expect(error?.description == message)
    }

    @Test func `differences say what a placeholder asks for`() throws {
        let pattern = RequestPattern(
            bodyPatterns: [
                try .equalToJSON(
                    reading: [
                        "id": "${json-unit.any-number}", "name": "${json-unit.regex}[a-z]+",
                        "at": "${json-unit.ignore}",
                    ])
            ])
        let report = pattern.report(MatchSubject("POST /", body: #"{"id": "1", "name": "A"}"#))
        #expect(
            report.first?.differences.map(\.description) == [
                #"$.id: expected a number, found "1""#,
                #"$.name: expected a string matching the regex [a-z]+, found "A""#,
                "$.at: expected any value, found nothing",
            ])
    }

    @Test func `a runaway regex among many elements costs little more than one`() throws {
        let text = String(repeating: "a", count: 40) + "!"
        let found = JSONValue.array((0..<20).map { .string("\(text)\($0)") })
        let expected = JSONValue.array((0..<20).map { _ in "${json-unit.regex}(a+)+b" })
        let pattern = try ValuePattern.equalToJSON(reading: expected, ignoringArrayOrder: true)
        let spent = ContinuousClock().measure { #expect(!pattern.matches(found.rendered(.compact))) }
        #expect(spent < .seconds(10))
    }
}
