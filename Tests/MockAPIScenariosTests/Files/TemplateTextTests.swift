import Testing

@testable import MockAPIScenarios

@Suite struct TemplateTextTests {
    @Test(
        arguments: [
            ("", []),
            ("plain { text } with }} and {a}", [.text("plain { text } with }} and {a}")]),
            ("{{a}}", [.variable("a")]),
            ("{{ a.b-c_9 }}", [.variable("a.b-c_9")]),
            ("n-{{a}}{{b}}!", [.text("n-"), .variable("a"), .variable("b"), .text("!")]),
            (#"\{{1}}"#, [.text("{{1}}")]),
            (#"\\{{a}}"#, [.text(#"\"#), .variable("a")]),
            (#"\\\{{a}}"#, [.text(#"\{{a}}"#)]),
            (#"C:\x\\y\{z"#, [.text(#"C:\x\\y\{z"#)]),
            (#"ends in \"#, [.text(#"ends in \"#)]),
            (#"\{{a}} {{b}}"#, [.text("{{a}} "), .variable("b")]),
            ("{{{a}}}", nil),
            ("é{{x}}é", [.text("é"), .variable("x"), .text("é")]),
        ] as [(String, [TemplateText.Piece]?)])
    func `a text is split at its variables, and backslashes make braces literal`(
        text: String, pieces: [TemplateText.Piece]?
    ) {
        #expect((try? TemplateText(text))?.pieces == pieces)
    }

    @Test(arguments: [
        ("{{", #""{{" is not closed by "}}""#),
        ("{{a", #""{{" is not closed by "}}""#),
        ("{{a}", #""{{" is not closed by "}}""#),
        ("{{a}b}}", #""{{" is not closed by "}}""#),
        ("{{}}", #""" is no name of a variable"#),
        ("{{1}}", #""1" is no name of a variable"#),
        ("{{a b}}", #""a b" is no name of a variable"#),
    ])
    func `a text that cannot be read says why and how to write literal braces`(text: String, message: String) {
        #expect(
            throws: TemplateText.Problem(message: message, hint: #"write \{{ for literal braces (in JSON: "\\{{")"#)
        ) {
            try TemplateText(text)
        }
    }
}
