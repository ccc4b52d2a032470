import MockAPICore
import MockAPIScenarios

extension VerifyCommand {
    /// What is asked for beyond the run itself.
    struct Extras {
        /// Whether the scenarios run on stubs and on the provider.
        var comparesRuns: Bool
        var updatesStubs: Bool
        /// Whether what only the provider has is no drift.
        var allowsExtra: Bool
        var required: RequiredCoverage

        init(_ arguments: ParsedArguments) throws(UsageError) {
            comparesRuns = arguments.hasFlag("drift")
            updatesStubs = arguments.hasFlag("update-stubs")
            allowsExtra = arguments.hasFlag("allow-extra")
            if comparesRuns, arguments.values("base-url").isEmpty { throw .missingOption("--base-url", for: "--drift") }
            for flag in ["update-stubs", "allow-extra"] where arguments.hasFlag(flag) && !comparesRuns {
                throw .missingOption("--drift", for: "--\(flag)")
            }
            required = RequiredCoverage()
            for text in arguments.values("require-coverage") where !required.add(text) {
                let kinds = Coverage.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidValue(
                    option: "--require-coverage", found: text,
                    expected: "0...100 or KIND=0...100, where KIND is one of \(kinds)")
            }
        }
    }

    /// Runs scenarios on their stubs or on the provider; with `--drift` on one after the other.
    static func runReport(
        _ scenarios: [Scenario], _ runner: ScenarioRunner, _ extras: Extras,
        onFinished: @escaping @Sendable (ScenarioReport) -> Void,
        onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async -> RunReport {
        guard extras.comparesRuns else {
            var report = await runner.run(scenarios, onFinished: onFinished, onProgress: onProgress)
            report.add(scenarios, runner.catalog, extras.required)
            return report
        }
        var options = runner.options
        options.keepsRounds = true
        let provider = ScenarioRunner(options: options, catalog: runner.catalog)
        options.provider = Provider()
        let stubs = ScenarioRunner(options: options, catalog: runner.catalog)
        var report = await stubs.run(scenarios, onFinished: onFinished, onProgress: onProgress)
        report.add(scenarios, runner.catalog, extras.required)
        if report.wasInterrupted { return report }
        let other = await provider.run(scenarios, onProgress: onProgress)
        report.compare(with: other, scenarios, allowsExtra: extras.allowsExtra)
        return report
    }

    /// Rewrites stubs so that they say what the provider says, and tells of each file; `false` where one cannot be written.
    static func updateStubs(
        _ report: RunReport, roots: [String], _ redaction: ReportRedaction, _ console: Console
    ) -> Bool {
        let update = StubUpdate(report, roots: roots, redaction: redaction)
        for (path, reason) in update.refusedFiles.sorted(by: { $0.key < $1.key }) {
            console.error("cannot write \(path): \(reason)")
        }
        var isWritten = update.refusedFiles.isEmpty
        for file in update.files {
            let changes = file.count == 1 ? "1 value" : "\(file.count) values"
            if let problem = Platform.replaceContent(of: file.path, file.before, with: file.after) {
                console.error("cannot write \(file.path): \(problem)")
                isWritten = false
            } else {
                console.line("updated \(file.path): \(changes)")
            }
        }
        for finding in update.leftOver { console.line("\(finding)") }
        return isWritten
    }
}
