import MockAPIMatching
import Testing

@Suite struct RegexRepetitionTests {
    private func place(_ pattern: String) throws -> Int? { try RegexPattern(pattern).nestedRepetition }

    @Test(arguments: [
        ("/(a+)+b", 1), ("(x+x+)+y", 0), ("(a*)*", 0), ("([a-z]+)*", 0), ("(?:a+)+", 0), ("(a+){2,}", 0),
        ("(\\w+\\s?)*", 0), ("(a+b?)+c", 0), ("((a+)b?)*", 0), ("((a+)?)*", 0), ("(a|b+)*", 0), ("(a+ba+)*", 0),
        ("^(([a-z])+.)+[A-Z]([a-z])+$", 1), ("(.*,)*", 0), ("(\\d+|[0-9a-f]+)+", 0), ("x(?=(a+)+b)", 4),
        ("((ab)*)*", 0),
        ("(?<name>a+)+", 0), ("(é+)+", 0), ("([^/]+)+/", 0), ("(a+a)+", 0), ("\\((a+)+\\)", 2), ("(a+?)+?", 0),
    ])
    func `a repetition that repeats a repetition is found with its place`(pattern: String, expected: Int) throws {
        #expect(try place(pattern) == expected)
    }

    @Test(arguments: [
        "a+", "a+b+", "(abc)+", "(a+,)+", "(,a+)*", "/users/\\d+", "([a-z]+\\.)*[a-z]+", "[a-z]+(\\.[a-z]+)*",
        "(\\s+\\w+)*", "(a++)+", "((?>a+))+", "(a+){1,3}", "(a?b)+", "(ab*)*", "(a+b+)+", ".*x.*", "(/[^/]+)*",
        "(\\(\\w+\\))+", "((ab*)?c)*", "(a|b)*", "\\Q(a+)+\\E", "[(a+)+]", "(é+à,)+", "", "(a+(,a))*",
        "([0-9]{4}-)+", "(\\d+ )*", "(?:[A-Z][a-z]+)+",
    ])
    func `a repetition whose turns can be told apart is none`(pattern: String) throws {
        #expect(try place(pattern) == nil)
    }

    @Test(arguments: ["(?i)(a+)+", "([a-z&&[^b]]+)+", "(\\p{L}+)+", "(\\N{SPACE}+)+"])
    func `what is not understood is not reported`(pattern: String) throws {
        #expect(try place(pattern) == nil)
    }
}
