import MockAPICore
import MockAPIMatching
import Testing

/// `and`, `or`, `not`, `anything`, path templates and bytes.
@Suite struct CombinedPatternTests {
    private static let table: [(ValuePattern, String?, Bool)] = [
        (.anything, "a", true), (.anything, "", true), (.anything, nil, true),
        (.and([.contains("a"), .contains("b")]), "ab", true), (.and([.contains("a"), .contains("b")]), "a", false),
        (.and([.contains("a"), .contains("b")]), nil, false), (.and([]), "a", true), (.and([]), nil, true),
        (.or([.equalTo("a"), .absent]), "a", true), (.or([.equalTo("a"), .absent]), nil, true),
        (.or([.equalTo("a"), .absent]), "b", false), (.or([]), "a", false), (.or([]), nil, false),
        (.not(.equalTo("a")), "b", true), (.not(.equalTo("a")), "a", false), (.not(.equalTo("a")), nil, true),
        (.not(.absent), "", true), (.not(.absent), nil, false), (.not(.not(.absent)), nil, true),
        (.and([.or([.equalTo("a"), .equalTo("b")]), .not(.equalTo("a"))]), "b", true),
        (.and([.or([.equalTo("a"), .equalTo("b")]), .not(.equalTo("a"))]), "a", false),
        (.not(.and([.contains("a"), .contains("b")])), "a", true),
        (.not(.or([.contains("a"), .contains("b")])), "a", false),
        (.matchesPathTemplate("/one/{id}/two"), "/one/3/two", true),
        (.matchesPathTemplate("/one/{id}/two"), "/on/3/two", false),
        (.matchesPathTemplate("/one/{id}/two"), "/one//two", false), (.matchesPathTemplate("/a"), nil, false),
        (.binaryEqualTo([0x61]), "a", true), (.binaryEqualTo([0x61]), "b", false), (.binaryEqualTo([]), nil, false),
        (.binaryEqualTo(Array("é".utf8)), "é", true), (.binaryEqualTo(Array("é".utf8)), "e\u{301}", false),
    ]

    @Test(arguments: CombinedPatternTests.table.indices) func `a pattern matches the values that its table says`(
        index: Int
    ) {
        let (pattern, value, matches) = Self.table[index]
        #expect(pattern.matches(value) == matches, "\(pattern.explanation) on \(value ?? "nothing")")
    }

    @Test func `bytes are compared as they came, and no bytes equal an empty body`() {
        let log = MatchLog()
        func body(_ bytes: [UInt8]) -> MatchInput { .content(MatchContent(bytes)) }
        #expect(ValuePattern.binaryEqualTo([1, 2, 0xFF]).matches(body([1, 2, 0xFF]), log: log))
        #expect(!ValuePattern.binaryEqualTo([1, 2, 0xFF]).matches(body([1, 2, 0xFE]), log: log))
        #expect(!ValuePattern.binaryEqualTo([1, 2]).matches(body([1, 2, 3]), log: log))
        #expect(ValuePattern.binaryEqualTo([]).matches(body([]), log: log))
        #expect(!ValuePattern.binaryEqualTo([]).matches(body([0]), log: log))
    }

    @Test func `of several values one has to meet the whole combination`() {
        let both = MultiValuePattern.and([.contains("a"), .contains("b")])
        #expect(both.matches(["ab"]))
        #expect(!both.matches(["a", "b"]))
        let some = MultiValuePattern.not(.absent)
        #expect(some.matches([""]))
        #expect(!some.matches([]))
        #expect(MultiValuePattern.not("a").matches(["a", "b"]))
        #expect(!MultiValuePattern.not("a").matches(["a", "a"]))
    }

    @Test func `no negation makes a runaway regex hold`() throws {
        let runaway = ValuePattern.matches("(a+)+b")
        let text = String(repeating: "a", count: 40) + "!"
        let log = MatchLog()
        func matches(_ pattern: ValuePattern) -> Bool { pattern.matches(.text(text), log: log) }
        #expect(!matches(runaway))
        #expect(!matches(.not(runaway)))
        #expect(!matches(.not(.not(runaway))))
        #expect(!matches(.not(.and([.contains("a"), runaway]))))
        #expect(!matches(.not(.or([.contains("x"), runaway]))))
        // What is decided without the regex is decided.
        #expect(matches(.not(.and([runaway, .contains("x")]))))
        #expect(matches(.or([runaway, .contains("a")])))
        let placeholders = try ValuePattern.equalToJSON(reading: "${json-unit.regex}(a+)+b")
        #expect(!placeholders.matches(.text("\"\(text)\""), log: log))
        #expect(!ValuePattern.not(placeholders).matches(.text("\"\(text)\""), log: log))
        #expect(log.diagnostics.count == 1)
    }

    @Test func `explanations say what is expected`() {
        let table: [(ValuePattern, String)] = [
            (.anything, "anything"), (.and([]), "anything"), (.or([]), "something that nothing is"),
            (.and(["a"]), #"equal to "a""#), (.not(.absent), "not absent"), (.not(.not(.absent)), "not (not absent)"),
            (.or(["a", .absent]), #"equal to "a" or absent"#),
            (
                .and([.contains("a"), .or(["b", .not("c")])]),
                #"containing "a" and (equal to "b" or (not equal to "c"))"#
            ),
            (.not(.or(["a", "b"])), #"not (equal to "a" or equal to "b")"#),
            (.matchesPathTemplate("/a/{b}"), #"a path like "/a/{b}""#), (.binaryEqualTo([]), "empty"),
            (.binaryEqualTo([1, 2, 3]), "equal to the bytes AQID (3 bytes)"),
            (.binaryEqualTo([1]), "equal to the bytes AQ== (1 byte)"),
            (
                .binaryEqualTo(Array(repeating: 0, count: 49)),
                "equal to the bytes \(String(repeating: "A", count: 64))… (49 bytes)"
            ),
        ]
        for (pattern, explanation) in table { #expect(pattern.explanation == explanation) }
    }

    @Test func `conditions are counted through combinations and lists`() {
        #expect(ValuePattern.anything.conditionCount == 0)
        #expect(ValuePattern.and(["a", .and(["b", .anything]), .or(["c", "d"])]).conditionCount == 3)
        #expect(ValuePattern.not(.and(["a", "b"])).conditionCount == 1)
        #expect(MultiValuePattern.includes(["a", "b"]).conditionCount == 2)
        #expect(MultiValuePattern.hasExactly([]).conditionCount == 1)
        #expect(MultiValuePattern.includes([]).conditionCount == 0)
    }

    @Test func `a regex anywhere in a combination is known`() throws {
        #expect(ValuePattern.not(.or(["a", .and([.matches("b")])])).usesRegex)
        #expect(!ValuePattern.not(.or(["a", .and([.contains("b")])])).usesRegex)
        #expect(try ValuePattern.equalToJSON(reading: ["${json-unit.regex}a"]).usesRegex)
        #expect(try !ValuePattern.equalToJSON(reading: ["${json-unit.ignore}"]).usesRegex)
    }
}
