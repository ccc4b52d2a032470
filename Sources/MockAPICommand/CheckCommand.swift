/// `mockapi check`: reads stub and scenario files and says what is wrong with them.
enum CheckCommand {
    /// How findings are written.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The command line.
    static let declaration = CommandDeclaration(
        name: "check",
        summary: "Check stub and scenario files without running anything.",
        discussion: [
            "All errors of all files are reported at once, each with its file, line and column. A file with steps is a"
                + " scenario, any other a stub file."
        ],
        operands: OperandDeclaration(name: "PATH", count: .atLeastOne, help: "a file, or a folder of files"),
        options: [
            .flag("lenient", "read ambiguous stubs as WireMock does, allow comments and unknown keys, and warn"),
            .value("format", "FORMAT", "text or json (default: text)"),
        ],
        examples: ["mockapi check stubs scenarios", "mockapi check stubs --format json"],
        exitCodes: [.success, .usage, .badFile, .nothingToRun])
}
