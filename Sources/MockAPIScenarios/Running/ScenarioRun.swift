import MockAPIClient
import MockAPICore
import MockAPIServer
import MockAPIStubs

/// One run of one scenario.
struct ScenarioRun: Sendable {
    let scenario: Scenario
    let options: ScenarioRunner.Options
    let catalog: RequestCatalog
    /// Whether a step of the run has failed, in this scenario or another.
    private let hasFailed: Locked<Bool>

    init(
        _ scenario: Scenario, options: ScenarioRunner.Options, catalog: RequestCatalog, hasFailed: Locked<Bool>
    ) {
        self.hasFailed = hasFailed
        self.scenario = scenario
        self.options = options
        self.catalog = catalog
    }

    /// Runs the steps in order; a step that fails does not keep the later ones from running, unless they need what it
    /// was to capture.
    func run() async -> ScenarioReport {
        let clock = ContinuousClock()
        let start = clock.now
        var report = ScenarioReport(
            name: scenario.name, file: scenario.location.file, tags: scenario.tags, duration: .zero, steps: [])
        // The scenario's server is not started where nothing would be sent to it.
        let server =
            options.provider.baseURL == nil
            ? MockServer(stubs: scenario.stubs.files, configuration: .scenario) : nil
        for stub in scenario.stubs.inline { server?.add(stub) }
        do {
            try server?.start()
            report.steps = await runSteps(server)
        } catch {
            report.steps = unstarted(error)
        }
        await server?.stop()
        report.duration = clock.now - start
        return report
    }

    private func runSteps(_ server: MockServer?) async -> [StepReport] {
        let cache = MemoryCacheStore()
        var variables = options.variables
        for variable in scenario.variables where options.variables[variable.name] == nil {
            variables[variable.name] = variable.value.resolved(variables)
        }
        /// The steps that were to capture a variable which is missing.
        var missing: [String: String] = [:]
        var reports: [StepReport] = []
        for (index, step) in scenario.steps.enumerated() {
            let needed = step.variables.first { variables[$0.name] == nil }
            var report: StepReport
            if Task.isCancelled {
                report = StepReport(step, number: index + 1, skipped: "interrupted")
            } else if options.stopsAtFailure, hasFailed.withLock({ $0 }) {
                report = StepReport(step, number: index + 1, skipped: "a step has failed before")
            } else if let needed {
                let source = missing[needed.name].map { ", which step \"\($0)\" did not capture" } ?? ""
                report = StepReport(step, number: index + 1, skipped: "needs {{\(needed.name)}}\(source)")
            } else {
                let run = StepRun(
                    step: step, number: index + 1, scenario: scenario, variables: variables, server: server,
                    options: options, catalog: catalog, cache: cache)
                let (result, captured) = await run.run()
                report = result
                variables.merge(captured) { $1 }
            }
            for capture in step.captures where variables[capture.name] == nil { missing[capture.name] = step.name }
            if report.status == .failed { hasFailed.withLock { $0 = true } }
            reports.append(report)
        }
        return reports
    }

    private func unstarted(_ error: any Error) -> [StepReport] {
        scenario.steps.enumerated().map { index, step in
            guard index == 0 else {
                return StepReport(step, number: index + 1, skipped: "the scenario's server could not be started")
            }
            var report = StepReport(step, number: 1)
            report.status = .failed
            report.failures = [
                StepFailure(.server, at: step.location, "the scenario's server could not be started: \(error)")
            ]
            return report
        }
    }
}

extension StepReport {
    /// A report of a step that passed so far.
    init(_ step: ScenarioStep, number: Int) {
        self.init(name: step.name, number: number, location: step.location, status: .passed)
    }

    /// A report of a step that was skipped.
    init(_ step: ScenarioStep, number: Int, skipped reason: String) {
        self.init(step, number: number)
        status = .skipped
        skipReason = reason
    }
}

extension MockServer.Configuration {
    /// One address suffices, and bodies are kept whole, since they are compared.
    fileprivate static var scenario: MockServer.Configuration {
        MockServer.Configuration(
            hosts: ["127.0.0.1"], journal: JournalLimits(entries: 0, bodyBytes: .max), stopDeadline: .zero)
    }
}
