/// `mockapi check`: reads stub and scenario files and says what is wrong with them.
enum CheckCommand {
    /// How findings are written.
    enum Format: String, CaseIterable {
        case text, json, github
    }

    /// The command line.
    static let declaration = CommandDeclaration(
        name: "check",
        summary: "Check stub and scenario files without running anything.",
        discussion: [
            "All errors of all files are reported at once, each with its file, line and column. A file with steps is a"
                + " scenario, any other a stub file.",
            "A warning says what can be served and is doubtful all the same: a stub that never answers, stubs that"
                + " cannot be told apart, a regular expression that may take very long, a body file that no stub names.",
            "With --models, the answer of each stub is decoded into the model of each request that would reach it, as the app"
                + " would do it, and one that makes no model is an error at its place. Answers that are errors or come"
                + " broken are left out, and so is a stub with \"metadata\": {\"checkModels\": false}.",
        ],
        operands: OperandDeclaration(name: "PATH", count: .atLeastOne, help: "a file, or a folder of files"),
        options: [
            .flag("lenient", "read ambiguous stubs as WireMock does, allow comments and unknown keys, and warn"),
            .flag("strict", "make warnings errors"),
            .flag("models", "decode the answers of stubs into the models of the catalog's requests"),
            .value(
                "format", "FORMAT", "text, json, or github for annotations of a GitHub workflow (default: text)"),
        ],
        examples: [
            "mockapi check stubs scenarios", "mockapi check stubs --format json",
            "mockapi check stubs scenarios --strict --format github", "mockapi check --models stubs",
        ],
        exitCodes: [.success, .usage, .badFile, .nothingToRun])
}
