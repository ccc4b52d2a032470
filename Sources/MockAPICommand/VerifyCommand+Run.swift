import Foundation
import MockAPICore
import MockAPIScenarios

extension VerifyCommand {
    /// Runs scenarios.
    static func run(
        _ arguments: ParsedArguments, _ catalog: RequestCatalog, _ openConsole: Console
    ) async throws(UsageError) -> ExitCode {
        let redaction = try redaction(arguments)
        let console = openConsole.mappingErrors(redaction.text)
        let reportPaths = try ReportPaths(arguments)
        var options = try options(arguments, catalog)
        if let file = arguments.value("ca-file") {
            do throws(TransportError) {
                options.authorities = try PrivateAuthorities(file: file)
            } catch {
                console.error("--ca-file: \(error.message)")
                return .badFile
            }
        }
        let choice = try ScenarioChoice(arguments)
        try refuseEffects(ofDryRun: arguments)
        let extras = try Extras(arguments)
        let paths = arguments.operands.isEmpty ? ["scenarios"] : arguments.operands
        let loaded = ScenarioLoader.load(
            paths: paths, catalog: catalog, stubs: arguments.value("stubs"), variables: options.variables)
        for finding in loaded.findings + loaded.stubFindings {
            console.writeError("\(redaction.prose(finding.description))\n")
        }
        if loaded.hasErrors { return .badFile }
        try reportPaths.check(against: loaded, authorities: arguments.value("ca-file"))
        let scenarios = choice.scenarios(loaded.scenarios, redaction, console)
        guard !scenarios.isEmpty else {
            if arguments.hasFlag("allow-empty") { return .success }
            console.error("there are no scenarios in \(paths.joined(separator: ", "))\(choice.explanation)")
            return .nothingToRun
        }
        if arguments.hasFlag("dry-run") {
            list(scenarios, redaction, console)
            return .success
        }
        // Who reads only the beginning, such as `head`, must not keep the reports from being written.
        Platform.ignoreBrokenPipes()
        let startedAt = TimeSource.system.unixTime()
        let again = RerunCommand(arguments, redaction)
        options.rerunCommand = { again.text($0) }
        let teardownStop = TeardownStop()
        options.teardownStop = teardownStop
        let runner = ScenarioRunner(options: options, catalog: catalog)
        let text = TextReport { console.painted($0, $1.color) }
        let line = ProgressLine(console, width: Platform.columns(of: Platform.standardError))
        // Signals are watched for until the reports are written.
        let watcher = SignalWatcher(most: 2)
        defer { watcher.cancel() }
        // Each scenario without its secrets, as it is told and as all reports have it.
        let told = Locked<[ScenarioReport]>([])
        let whole = await watcher.run {
            await runReport(scenarios, runner, extras) { ended in
                let shown = ended.redacted(by: redaction)
                told.withLock { $0.append(shown) }
                line.write(text.text(shown))
            } onProgress: {
                line.show($0.redacted(by: redaction))
            }
        } onSecondSignal: {
            teardownStop.end()
        }
        line.clear()
        let report = whole.redacted(by: redaction, known: told.withLock { $0 })
        let isWhole =
            arguments.value("filter") == nil && arguments.value("tags") == nil
            && !arguments.hasFlag("last-failed") && !paths.contains { $0.hasSuffix(".json") }
        console.write(text.findings(report, withCoverage: isWhole) + text.summary(report))
        var isUpdated = true
        if extras.updatesStubs {
            isUpdated = updateStubs(whole, roots: loaded.stubRoots, redaction, console)
        }
        let isWritten = ReportFiles(arguments, startedAt: startedAt).write(report, console)
        if let problem = FailureMemory().update(with: report), arguments.hasFlag("last-failed") {
            console.warning("what failed is not remembered: \(problem)")
        }
        let code = exitCode(report, console, allowsEmpty: arguments.hasFlag("allow-empty"))
        return isWritten && isUpdated || code == .interrupted ? code : .badFile
    }

    /// Refuses options that say what becomes of a run where nothing is to be run.
    private static func refuseEffects(ofDryRun arguments: ParsedArguments) throws(UsageError) {
        guard arguments.hasFlag("dry-run") else { return }
        for option in ReportPaths.options + ["require-coverage", "update-stubs"] {
            if arguments.hasFlag(option) || !arguments.values(option).isEmpty {
                throw .contradiction("--\(option)", "--dry-run", reason: "which sends nothing")
            }
        }
    }

    private static func list(_ scenarios: [Scenario], _ redaction: ReportRedaction, _ console: Console) {
        let line = { (text: String) in console.line(Wording.visible(redaction.prose(text))) }
        for scenario in scenarios {
            let tags = scenario.tags.isEmpty ? "" : " [\(scenario.tags.joined(separator: ", "))]"
            line("\(scenario.location.file): \(scenario.name)\(tags)")
            for step in scenario.allSteps {
                let phase = step.phase == .steps ? "" : "\(step.phase.rawValue): "
                let skipped = (scenario.skip ?? step.skip).map { " (skipped: \($0))" } ?? ""
                line("  \(step.location): \(phase)\(step.name)\(skipped)")
            }
        }
        let steps = scenarios.reduce(0) { $0 + $1.allSteps.count }
        console.line(
            "\(TextReport.count(scenarios.count, "scenario")), \(TextReport.count(steps, "step")); nothing was sent")
    }

    /// What a report means for the exit status.
    static func exitCode(_ report: RunReport, _ console: Console, allowsEmpty: Bool = false) -> ExitCode {
        if report.wasInterrupted { return .interrupted }
        if report.providerWasUnreachable {
            console.error("the provider cannot be reached")
            return .network
        }
        if report.serverCouldNotStart { return .network }
        if !report.isSuccess { return .failed }
        if report.count(.passed) == 0, !allowsEmpty {
            console.error("all steps were skipped")
            return .nothingToRun
        }
        if report.comparedNothing, !allowsEmpty {
            console.error("nothing was compared, since no step that passed on stubs was sent to the provider")
            return .nothingToRun
        }
        return .success
    }

    private static func options(
        _ arguments: ParsedArguments, _ catalog: RequestCatalog
    ) throws(UsageError) -> ScenarioRunner.Options {
        var options = ScenarioRunner.Options()
        options.allowsWrites = arguments.hasFlag("allow-writes")
        options.stopsAtFailure = arguments.hasFlag("fail-fast")
        options.variables = try GivenVariables.all(arguments)
        for text in arguments.values("header") {
            guard let colon = text.firstIndex(of: ":") else {
                throw .invalidValue(option: "--header", found: text, expected: "a name, a colon and a value")
            }
            let field = HTTPField(
                String(text[..<colon]), text[text.index(after: colon)...].drop { $0 == " " }.description)
            guard field.isValid else {
                // Values are often credentials.
                throw .invalidValue(
                    option: "--header", found: "\(field.name): …", expected: "a name and a value of a header field")
            }
            options.providerHeaders.append(field)
        }
        if let text = arguments.value("state-url") { options.stateURL = try stateURL(text) }
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

    /// A text that is to be a URL, without the name and the password of a user, wherever they may end in one that is none.
    private static func withoutUser(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let before = text[..<at]
        let start = before.range(of: "://")?.upperBound ?? before.firstIndex(of: "=").map { before.index(after: $0) }
        return "\(text[..<(start ?? text.startIndex)])\(ReportRedaction.mask)\(text[at...])"
    }

    private static func stateURL(_ text: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            !(url.host ?? "").isEmpty, url.user == nil
        else {
            throw .invalidValue(
                option: "--state-url", found: withoutUser(text),
                expected: "a URL with http:// or https:// and without user")
        }
        return url
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
                    option: "--base-url", found: withoutUser(text),
                    expected: "the URL of a known service (\(known))\(near)")
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
                option: "--base-url", found: withoutUser(text), expected: "URL or SERVICE=URL, with http:// or https://"
            )
        }
        guard !host.contains("@"), url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x3F && $0 != 0x23 }) else {
            throw .invalidValue(
                option: "--base-url", found: withoutUser(text),
                expected: "a URL in ASCII without user, query and fragment")
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
