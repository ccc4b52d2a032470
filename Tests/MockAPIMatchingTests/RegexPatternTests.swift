import MockAPICore
import MockAPIMatching
import Testing

@Suite struct RegexPatternTests {
    @Test(arguments: [
        ("a|ab", "ab", true), ("a|ab", "abc", false), ("[0-9]+", "12", true), ("[0-9]+", "x12", false),
        (".", "😀", true), (".", "\n", true), ("", "", true), ("", "a", false), ("a$", "a\n", false),
        ("(?i)abc", "ABC", true), ("(?x)a b # note", "ab", true), (#"\Qa.b"#, "a.b", true),
        (#"\Qa.b\E+"#, "a.bb", true),
        ("^/a$", "/a", true), ("é+", "éé", true),
    ]) func `a regex has to match the whole text`(pattern: String, text: String, matches: Bool) throws {
        #expect(try RegexPattern(pattern).matches(text) == matches)
    }

    @Test(arguments: [
        ("a(b", 1, "this parenthesis is not closed"), ("a)|(b", 1, "no parenthesis is open here"),
        ("x[ab", 1, #"this set is not closed by "]""#), ("*a", 0, #"there is nothing to repeat before "*""#),
        ("(+)", 1, #"there is nothing to repeat before "+""#), ("a\\", 1, "nothing follows the backslash"),
        ("/users/{id}", 7, "this is no repetition such as {2} or {1,3}"),
    ]) func `a bad regex is refused with the place of the mistake`(pattern: String, offset: Int, message: String) {
        let error = #expect(throws: RegexError.self) { try RegexPattern(pattern) }
        #expect(error?.offset == offset)
        #expect(error?.message == message)
        #expect(error?.description.hasPrefix("invalid regular expression ") == true)
    }

    @Test func `a mistake that cannot be placed is refused all the same`() {
        let error = #expect(throws: RegexError.self) { try RegexPattern(#"(?<n>a)\k<m>"#) }
        #expect(error?.offset == nil)
    }

    @Test func `a runaway regex ends as no match and leaves a diagnostic`() throws {
        let log = MatchLog()
        let regex = try RegexPattern("/(a+)+b")
        let text = "/" + String(repeating: "a", count: 40) + "!"
        let clock = ContinuousClock()
        let first = clock.measure { #expect(!regex.matches(text, log: log)) }
        #expect(first < .seconds(5))
        #expect(log.diagnostics.map(\.pattern) == ["/(a+)+b"])
        #expect(log.diagnostics.first?.message.contains("took too long") == true)
        let second = clock.measure { #expect(!regex.matches(text, log: log)) }
        #expect(second < .seconds(2))
        #expect(log.diagnostics.count == 1)
        #expect(regex.matches("/aaab", log: log))
    }

    @Test func `a runaway on 64 KiB of one letter ends too, and a negated one does not match either`() throws {
        let log = MatchLog()
        let body = MatchInput.content(MatchContent(Array(repeating: UInt8(ascii: "x"), count: 65_536)))
        let regex = try RegexPattern("(x+x+)+y")
        let spent = ContinuousClock().measure { #expect(!ValuePattern.matches(regex).matches(body, log: log)) }
        #expect(spent < .seconds(5))
        #expect(log.diagnostics.count == 1)
        #expect(!ValuePattern.doesNotMatch(regex).matches(body, log: log))
    }

    @Test func `long texts without backtracking are no runaways`() throws {
        let log = MatchLog()
        #expect(try RegexPattern(".*x").matches(String(repeating: "a", count: 1_000_000) + "x", log: log))
        #expect(log.diagnostics.isEmpty)
    }

    @Test func `many runaways on one request cost little more than one`() throws {
        let log = MatchLog()
        let text = String(repeating: "a", count: 40) + "!"
        let regexes = try (1...50).map { try RegexPattern("(a+)+b{\($0)}") }
        let spent = ContinuousClock().measure {
            for regex in regexes { #expect(!regex.matches(text, log: log)) }
        }
        #expect(log.diagnostics.count == 50)
        #expect(spent < .seconds(4))
    }

    @Test func `one regex can be used by many threads at once`() async throws {
        let regex = try RegexPattern("(a|b)*c+(d)?")
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<32 {
                group.addTask {
                    (0..<200).allSatisfy { round in
                        let isRight = (task + round).isMultiple(of: 2)
                        return regex.matches("abab" + (isRight ? "ccd" : "dd")) == isRight
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
