import MockAPICore
import MockAPIScenarios

extension VerifyCommand {
    /// Runs scenarios.
    static func run(
        _ arguments: ParsedArguments, _ catalog: RequestCatalog, _ console: Console
    ) async throws(UsageError) -> ExitCode {
        let options = try options(arguments, catalog)
        let paths = arguments.operands.isEmpty ? ["scenarios"] : arguments.operands
        let loaded = ScenarioLoader.load(paths: paths, catalog: catalog, stubs: arguments.value("stubs"))
        for finding in loaded.findings + loaded.stubFindings { console.writeError("\(finding)\n") }
        if loaded.hasErrors { return .badFile }
        let filter = arguments.value("filter")
        let scenarios = loaded.scenarios.filter { scenario in filter.map { scenario.matches($0) } ?? true }
        guard !scenarios.isEmpty else {
            let place = paths.joined(separator: ", ")
            console.error("there are no scenarios in \(place)" + (filter.map { " that match \"\($0)\"" } ?? ""))
            return .nothingToRun
        }
        let runner = ScenarioRunner(options: options, catalog: catalog)
        let text = TextReport { console.painted($0, $1.color) }
        let report = await SignalWatcher.run {
            await runner.run(scenarios) { console.write(text.text($0)) }
        }.result
        console.write(text.summary(report))
        if let file = arguments.value("report-json"),
            let problem = Platform.writeAtomically(report.json.rendered(.pretty) + "\n", to: file)
        {
            console.error("cannot write \(file): \(problem)")
            return report.wasInterrupted ? .interrupted : .badFile
        }
        return exitCode(report, console)
    }

    /// What a report means for the exit status.
    static func exitCode(_ report: RunReport, _ console: Console) -> ExitCode {
        if report.wasInterrupted { return .interrupted }
        if report.providerWasUnreachable {
            console.error("the provider cannot be reached")
            return .network
        }
        if report.serverCouldNotStart { return .network }
        if !report.isSuccess { return .failed }
        if report.count(.passed) == 0 {
            console.error("all steps were skipped")
            return .nothingToRun
        }
        return .success
    }

    private static func options(
        _ arguments: ParsedArguments, _ catalog: RequestCatalog
    ) throws(UsageError) -> ScenarioRunner.Options {
        var options = ScenarioRunner.Options()
        if let jobs = try arguments.integer("jobs", in: 1...1000) { options.jobs = jobs }
        if let transport: RunTransport = try arguments.choice("transport") { options.transport = transport.make() }
        for text in arguments.values("base-url") {
            let (service, url) = try baseURL(text, catalog)
            if let service {
                options.provider.services[service] = url
            } else {
                options.provider.baseURL = url
            }
        }
        return options
    }

    /// Reads `URL` or `SERVICE=URL`.
    private static func baseURL(
        _ text: String, _ catalog: RequestCatalog
    ) throws(UsageError) -> (service: String?, url: String) {
        var service: String?
        var url = text
        if let equals = text.firstIndex(of: "="), !text[..<equals].contains(":") {
            let name = String(text[..<equals])
            url = String(text[text.index(after: equals)...])
            let names = catalog.services.names
            guard names.contains(name) else {
                let near = Spelling.suggestion(for: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
                let known = names.isEmpty ? "there are none" : "they are \(names.joined(separator: ", "))"
                throw .invalidValue(
                    option: "--base-url", found: text, expected: "the URL of a known service (\(known))\(near)")
            }
            service = name
        }
        let scheme = url.prefix { $0 != ":" }
        let rest = url.dropFirst(scheme.count)
        let host = rest.dropFirst(3).prefix { !"/?#".contains($0) }
        guard ["http", "https"].contains(scheme.lowercased()), rest.hasPrefix("://"),
            let authority = Authority(String(host)), !authority.host.isEmpty
        else {
            throw .invalidValue(
                option: "--base-url", found: text, expected: "URL or SERVICE=URL, with http:// or https://")
        }
        guard !host.contains("@"), url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x3F && $0 != 0x23 }) else {
            throw .invalidValue(
                option: "--base-url", found: text, expected: "a URL in ASCII without user, query and fragment")
        }
        return (service, url)
    }
}

extension TextReport.Style {
    /// The colour on a terminal.
    fileprivate var color: TerminalColor {
        switch self {
        case .passed: .green
        case .failed: .red
        case .skipped: .yellow
        case .headline: .bold
        }
    }
}
