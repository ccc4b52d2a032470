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
                "state-url", "URL",
                "where a provider is brought into the states that scenarios name, by a POST for each"),
            .flag(
                "drift",
                "run on the stubs and on the provider, and tell where the provider does not say what the stubs say"),
            .flag("allow-extra", "with --drift, let the provider have fields that the stubs lack"),
            .flag("update-stubs", "with --drift, write what the provider says into the stub files"),
            .value("ca-file", "FILE", "trust the authorities in this PEM file as well, for https providers"),
            .flag("allow-writes", "send requests other than GET, HEAD and OPTIONS to a provider, too"),
            .value("header", "NAME:VALUE", short: "H", isRepeatable: true, "a header of every request to a provider"),
            .value(
                "var", "NAME=VALUE", isRepeatable: true,
                "a variable of all scenarios, read as JSON where it is JSON; the environment's MOCKAPI_VAR_NAME is one, too"
            ),
            .value(
                "secret", "NAME=VALUE", isRepeatable: true, "a variable whose value is left out of all that is written"),
            .value(
                "redact", "NAME", isRepeatable: true,
                "leave out the values of this name, whatever its letter case: a header, a query parameter, a field or part of a"
                    + " form, a key of JSON, whole or broken"),
            .value(
                "filter", "TEXT",
                "run only the scenarios with this text in the name of the file, the scenario or a step; with * and ?, for"
                    + " whole names; or FILE:LINE, for one step and those before it"),
            .value("tags", "EXPRESSION", "run only the scenarios whose tags fit, such as 'github and not slow'"),
            .flag("last-failed", "run only what failed when it ran last; everything where nothing did"),
            .flag("fail-fast", "send nothing more once a step has failed"),
            .value("repeat", "N", "run each scenario this many times"),
            .flag("dry-run", "list the steps and send nothing; no report is written"),
            .flag("allow-empty", "end with 0 where there is nothing to run"),
            .value("jobs", "N", "run this many scenarios at a time (default: the number of cores)"),
            .value(
                "require-coverage", "[KIND=]PERCENT", isRepeatable: true,
                "fail unless so much of all stubs, requests and errors (the kinds) was exercised"),
            .value("report-json", "FILE", "write a report of the run as JSON"),
            .value("report-junit", "FILE", "write a report of the run as JUnit XML"),
            .value("report-html", "FILE", "write a report of the run as a page"),
        ],
        examples: [
            "mockapi verify", "mockapi verify scenarios/errors --filter reset",
            "mockapi verify --base-url github=https://api.github.com",
            "mockapi verify --drift --base-url https://staging.example.com",
        ],
        exitCodes: [.success, .failed, .usage, .badFile, .network, .nothingToRun, .interrupted],
        exitMeanings: [.failed: "an expectation failed, the provider drifted, or too little was covered"])
}
