import MockAPICore
import MockAPIMatching
import Testing

@Suite struct ValuePatternTests {
    static let table: [(pattern: ValuePattern, value: String?, matches: Bool)] = {
        let words = try? RegexPattern("[a-z]+")
        let any = try? RegexPattern(".*")
        guard let words, let any else { return [] }
        return [
            (.equalTo("a"), "a", true), (.equalTo("a"), "A", false), (.equalTo("a"), "ab", false),
            (.equalTo("a"), nil, false), (.equalTo(""), "", true), (.equalTo(""), nil, false),
            (.equalTo("é"), "e\u{301}", false), (.equalTo("é"), "é", true),
            (.equalTo("MiXed", ignoringCase: true), "mIxEd", true), (.equalTo("É", ignoringCase: true), "é", true),
            (.equalTo("a", ignoringCase: true), "b", false), (.equalTo("a", ignoringCase: true), nil, false),
            (.contains("ell"), "hello", true), (.contains("ell"), "help", false), (.contains(""), "", true),
            (.contains("lo"), "hello", true), (.contains("hello!"), "hello", false), (.contains("aab"), "aaab", true),
            (.contains("x"), nil, false), (.contains("e"), "é", false),
            (.doesNotContain("x"), nil, true), (.doesNotContain("x"), "axb", false), (.doesNotContain("x"), "ab", true),
            (.matches(words), "abc", true), (.matches(words), "abc1", false), (.matches(words), nil, false),
            (.matches(any), "a\nb", true), (.matches(any), "", true), (.matches(any), nil, false),
            (.doesNotMatch(words), nil, true), (.doesNotMatch(words), "12", true), (.doesNotMatch(words), "abc", false),
            (.absent, nil, true), (.absent, "", false), (.absent, "a", false),
            (.equalToJSON(["a": 1]), "{\"a\": 1.0}", true), (.equalToJSON(["a": 1]), "{\"a\": 2}", false),
            (.equalToJSON(["a": 1]), "<a/>", false), (.equalToJSON(["a": 1]), nil, false),
        ]
    }()

    @Test(arguments: ValuePatternTests.table.indices) func `a pattern matches the values that its table says`(
        index: Int
    ) {
        let (pattern, value, matches) = Self.table[index]
        #expect(pattern.matches(value) == matches, "\(pattern.explanation) on \(value ?? "nothing")")
    }

    @Test func `the table is not empty`() { #expect(Self.table.count > 30) }

    @Test func `an empty body is absent but an empty text is not`() {
        let log = MatchLog()
        let empty = MatchInput.content(MatchContent([]))
        #expect(ValuePattern.absent.matches(empty, log: log))
        #expect(!ValuePattern.equalTo("").matches(empty, log: log))
        #expect(!ValuePattern.contains("").matches(empty, log: log))
        #expect(ValuePattern.doesNotContain("x").matches(empty, log: log))
        #expect(!ValuePattern.absent.matches(.text(""), log: log))
    }

    @Test func `a body that is no UTF-8 equals no text but can be searched`() throws {
        let body = MatchInput.content(MatchContent([0x61, 0xFF, 0x62]))
        let log = MatchLog()
        #expect(!ValuePattern.equalTo("a\u{FFFD}b").matches(body, log: log))
        #expect(ValuePattern.contains("b").matches(body, log: log))
        #expect(ValuePattern.matches(try RegexPattern("a.b")).matches(body, log: log))
    }

    @Test func `explanations say what is expected`() throws {
        #expect(ValuePattern.equalTo("a\"b").explanation == #"equal to "a\"b""#)
        #expect(ValuePattern.equalTo("a", ignoringCase: true).explanation == #"equal to "a" (without letter case)"#)
        #expect(ValuePattern.contains("x\n").explanation == #"containing "x\n""#)
        #expect(ValuePattern.doesNotContain("x").explanation == #"not containing "x""#)
        #expect(ValuePattern.matches(try RegexPattern("/a+")).explanation == "matching the regex /a+")
        #expect(ValuePattern.doesNotMatch(try RegexPattern("b")).explanation == "not matching the regex b")
        #expect(ValuePattern.absent.explanation == "absent")
        #expect(
            ValuePattern.equalToJSON(["a": [1]], .init(ignoreArrayOrder: true, ignoreExtraElements: true)).explanation
                == #"equal to JSON {"a":[1]} (in any order, extra elements allowed)"#)
    }

    @Test func `several values match by any of them, exactly, or by inclusion`() throws {
        let a = ValuePattern.equalTo("a")
        let b = ValuePattern.equalTo("b")
        let either = ValuePattern.matches(try RegexPattern("[ab]"))
        let table: [(MultiValuePattern, [String], Bool)] = [
            (.any(a), ["a"], true), (.any(a), ["b", "a"], true), (.any(a), [], false), (.any(.absent), [], true),
            (.any(.absent), [""], false), (.any(.doesNotContain("a")), ["a", "b"], true),
            (.hasExactly([a, b]), ["b", "a"], true), (.hasExactly([a, b]), ["a"], false),
            (.hasExactly([a, b]), ["a", "b", "c"], false), (.hasExactly([a, b]), ["a", "a"], false),
            (.hasExactly([a, a]), ["a", "b"], false), (.hasExactly([either, a]), ["a", "b"], true),
            (.hasExactly([]), [], true), (.hasExactly([]), ["a"], false),
            (.includes([a]), ["b", "a"], true), (.includes([a, b]), ["a"], false), (.includes([a]), [], false),
            (.includes([a, either]), ["a"], true),
        ]
        for (pattern, values, matches) in table {
            #expect(pattern.matches(values) == matches, "\(pattern.explanation) on \(values)")
        }
    }
}
