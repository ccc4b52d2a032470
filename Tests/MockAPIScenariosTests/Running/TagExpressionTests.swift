import MockAPIScenarios
import Testing

@Suite struct TagExpressionTests {
    @Test(arguments: [
        ("a", ["a"], true), ("a", ["b"], false), ("not a", ["b"], true), ("a and not b", ["a"], true),
        ("a and not b", ["a", "b"], false), ("a or b and c", ["a"], true), ("(a or b) and c", ["a"], false),
        ("not (a or b)", [], true), ("not not a", ["a"], true), ("a-1 or b.2", ["b.2"], true),
    ])
    func `not binds closest, then and, then or`(_ text: String, _ tags: [String], _ holds: Bool) throws {
        #expect(try TagExpression(parsing: text).holds(for: tags) == holds)
    }

    @Test(arguments: [
        ("", "a tag is missing at the end"), ("a and", "a tag is missing at the end"),
        ("and a", "a tag is missing before \"and\""), ("(a", "a closing parenthesis is missing"),
        ("a b", "unexpected \"b\""), ("a)", "unexpected \")\""), ("()", "a tag is missing before \")\""),
        (String(repeating: "(", count: 1000), "the parentheses are nested too deep"),
    ])
    func `a text that is no condition is refused with its reason`(_ text: String, _ message: String) {
        let problem = #expect(throws: TagExpression.Problem.self) { try TagExpression(parsing: text) }
        #expect(problem?.message == message)
    }
}
