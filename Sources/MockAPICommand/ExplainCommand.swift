/// `mockapi explain`: says which stub would answer a request, and why the others would not.
enum ExplainCommand {
    /// How the explanation is written.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The command line.
    static let declaration = CommandDeclaration(
        name: "explain",
        summary: "Say which stub would answer a request, and why the others would not.",
        discussion: [
            "Nothing is sent. Of the stubs that match, the one that goes first answers, and the others are listed with"
                + " the rule that puts them behind it: priority, path, conditions or order. Of those that do not match,"
                + " the three nearest are shown with every condition, what it expects and what it found.",
            "The request has the header Host: 127.0.0.1:8080 and comes from 127.0.0.1, unless its target or -H says"
                + " otherwise.",
        ],
        operands: OperandDeclaration(
            name: "DIR", count: .atMostOne, help: "a folder of stubs, or one file (default: stubs/)"),
        options: [
            .value("request", "REQUEST", "a method and a target, such as 'GET /users/7?page=1'; required"),
            .value("header", "NAME:VALUE", short: "H", isRepeatable: true, "a header; may be given several times"),
            .value("body", "TEXT", "the body; @FILE takes the content of a file"),
            .value("format", "FORMAT", "text or json (default: text)"),
            .flag("lenient", "read ambiguous stubs as WireMock does, allow comments and unknown keys, and warn"),
        ],
        examples: [
            "mockapi explain stubs/ --request 'GET /users/7?page=1'",
            "mockapi explain stubs/ --request 'POST /users' \\",
            "    -H 'Content-Type: application/json' --body @user.json",
        ],
        exitCodes: [.success, .failed, .usage, .badFile, .nothingToRun],
        exitMeanings: [.success: "a stub answers", .failed: "no stub answers"])
}
