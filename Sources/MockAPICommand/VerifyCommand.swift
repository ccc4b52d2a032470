/// `mockapi verify`: runs scenarios against the embedded server or a real one.
enum VerifyCommand {
    /// The command line.
    static let declaration = CommandDeclaration(
        name: "verify",
        summary: "Run scenarios of typed requests and check what comes back.",
        discussion: [
            "Each scenario has its own embedded server with its own stubs, unless --base-url names a real one. A"
                + " failure names the scenario's file, line and column, the step, the JSON path, and what was"
                + " expected and found."
        ],
        operands: OperandDeclaration(
            name: "PATH", count: .any, help: "a scenario file, or a folder of them (default: scenarios)"),
        options: [
            .value("stubs", "DIR", "the stubs of scenarios that name none"),
            .value(
                "base-url", "URL", isRepeatable: true,
                "send requests to this URL instead of the embedded server; SERVICE=URL does so for one service"),
            .value("transport", "NAME", "socket or urlsession (default: socket)"),
            .value(
                "filter", "TEXT",
                "run only the scenarios with this text in the name of the file, the scenario or a step"),
            .value("jobs", "N", "run this many scenarios at a time (default: the number of cores)"),
            .value("report-json", "FILE", "write a report of the run as JSON"),
        ],
        examples: [
            "mockapi verify", "mockapi verify scenarios/errors --filter reset",
            "mockapi verify --base-url github=https://api.github.com",
        ],
        exitCodes: [.success, .failed, .usage, .badFile, .network, .nothingToRun, .interrupted],
        exitMeanings: [.failed: "an expectation failed"])
}
