import MockAPIClient
import MockAPICore
import MockAPIServer
import MockAPIStubs

/// One run of one scenario.
struct ScenarioRun: Sendable {
    let scenario: Scenario
    let options: ScenarioRunner.Options
    let catalog: RequestCatalog
    /// What the clients of all steps share.
    let memory = ClientMemory()
    /// Whether a step of the run has failed, in this scenario or another.
    let hasFailed: Locked<Bool>

    /// How far a run has come.
    struct State: Sendable {
        var variables: [String: JSONValue] = [:]
        /// The steps that were to capture a variable which is missing.
        var missing: [String: String] = [:]
        var reports: [StepReport] = []
        /// Why the steps that follow are not run.
        var obstacle: String?
        /// Whether something was done that a teardown may have to undo.
        var hasBegun = false
    }

    init(
        _ scenario: Scenario, options: ScenarioRunner.Options, catalog: RequestCatalog, hasFailed: Locked<Bool>
    ) {
        self.hasFailed = hasFailed
        self.scenario = scenario
        self.options = options
        self.catalog = catalog
    }

    /// Runs the steps in order; a step that fails does not keep the later ones from running, unless they need what it
    /// was to capture, or it was one of the setup.
    func run() async -> ScenarioReport {
        let clock = ContinuousClock()
        let start = clock.now
        var report = ScenarioReport(
            name: scenario.name, file: scenario.location.file, tags: scenario.tags, duration: .zero, steps: [])
        report.isWhole = scenario.isWhole
        if let reason = scenario.skip {
            report.steps = scenario.allSteps.map { StepReport($0, skipped: reason) }
            return report
        }
        // What is over before it begins needs no server.
        if let reason = options.endReason(.steps, hasFailed: hasFailed) {
            report.steps = scenario.allSteps.map { StepReport($0, skipped: $0.skip ?? reason) }
            return report
        }
        if let problem = options.passThroughProblem {
            report.steps = unstarted("the server that records what is sent to the provider", problem)
            return report
        }
        // The scenario's server is not started where nothing would be sent to it.
        let server =
            options.provider.baseURL == nil
            ? MockServer(stubs: scenario.stubs.files, configuration: .scenario) : nil
        for stub in scenario.stubs.inline { server?.add(stub) }
        do {
            try server?.start()
            report.steps = await runSteps(server)
        } catch {
            report.steps = unstarted("the scenario's server", error)
        }
        await server?.stop()
        for index in report.steps.indices where report.steps[index].status == .failed {
            report.steps[index].rerunCommand = options.rerunCommand?(report.steps[index].location)
        }
        report.duration = clock.now - start
        return report
    }

    private func runSteps(_ server: MockServer?) async -> [StepReport] {
        var state = State()
        do {
            state.variables = try variables([:])
            try await setUpStates(&state, server)
        } catch {
            state.reports.append(error.report)
            state.obstacle = error.obstacle
            hasFailed.withLock { $0 = true }
        }
        await run(scenario.setup, &state, server)
        await run(scenario.steps, &state, server)
        return await tornDown(state, server).reports
    }

    /// Runs the teardown, also of a run that was interrupted; then it has ten seconds, or less where nobody wants to wait.
    private func tornDown(_ state: State, _ server: MockServer?) async -> State {
        if scenario.teardown.isEmpty { return state }
        guard state.hasBegun else {
            var state = state
            let reason = Task.isCancelled ? StepReport.interruption : "nothing was run that it could undo"
            state.reports += scenario.teardown.map { StepReport($0, skipped: reason) }
            return state
        }
        let task = Task {
            var state = state
            state.obstacle = nil
            await run(scenario.teardown, &state, server)
            return state
        }
        let handler = options.teardownStop?.add { task.cancel() }
        defer { if let handler { options.teardownStop?.remove(handler) } }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task {
                try? await Task.sleep(for: options.teardownTime)
                task.cancel()
            }
        }
    }

    /// Runs steps of one list, those of a parallel group at once.
    private func run(_ steps: [ScenarioStep], _ state: inout State, _ server: MockServer?) async {
        var rest = steps[...]
        while let first = rest.first {
            let unit =
                first.group.map { group in rest.prefix { $0.group?.location == group.location } } ?? rest.prefix(1)
            rest = rest.dropFirst(unit.count)
            let reports = await run(unit: Array(unit), &state, server)
            for (step, report) in zip(unit, reports) {
                if step.phase == .setup, state.obstacle == nil { state.obstacle = obstacle(step, report) }
                for capture in step.captures where state.variables[capture.name] == nil {
                    state.missing[capture.name] = step.name
                }
            }
            state.reports += reports
        }
    }

    /// Why the steps are not run after a step of the setup; one that is left out on purpose is no reason.
    private func obstacle(_ step: ScenarioStep, _ report: StepReport) -> String? {
        switch report.status {
        case .passed: nil
        case .failed: "\(report.title) failed"
        case .skipped: step.skip == nil ? "\(report.title) was skipped: \(report.skipReason ?? "")" : nil
        }
    }

    /// Why a step is not run now.
    func skipReason(_ step: ScenarioStep, _ state: State) -> String? {
        if let reason = step.skip { return reason }
        if let reason = options.endReason(step.phase, hasFailed: hasFailed) { return reason }
        if let obstacle = state.obstacle { return obstacle }
        guard let needed = step.variables.first(where: { state.variables[$0.name] == nil }) else { return nil }
        let source = state.missing[needed.name].map { ", which step \"\($0)\" did not capture" } ?? ""
        return "needs {{\(needed.name)}}\(source)"
    }

    /// The variables of the scenario, those of the run and the ones given winning over them.
    func variables(_ given: [String: JSONValue]) throws(ScenarioProblem) -> [String: JSONValue] {
        let fixed = options.variables.merging(given) { $1 }
        var variables = fixed
        for variable in scenario.variables where fixed[variable.name] == nil {
            guard VariableSize.of(variable.value, variables) <= VariableSize.most else {
                throw ScenarioProblem(
                    name: "variables",
                    failure: StepFailure(
                        .parameters, at: variable.value.location, VariableSize.problem(of: variable.name)))
            }
            variables[variable.name] = variable.value.resolved(variables)
        }
        return variables
    }

    /// The reports of steps that cannot run for want of a server.
    private func unstarted(_ server: String, _ error: any Error) -> [StepReport] {
        hasFailed.withLock { $0 = true }
        return scenario.allSteps.enumerated().map { index, step in
            guard index == 0 else { return StepReport(step, skipped: "\(server) could not be started") }
            return StepReport(step, failures: [.unstarted(server, error, at: step.location)])
        }
    }
}

/// Why none of the steps of a scenario can run.
struct ScenarioProblem: Error {
    /// What the entry in the report is called.
    var name: String
    var failure: StepFailure
    var exchanges: [Exchange] = []

    /// Why the steps are skipped.
    var obstacle: String { "\(name) failed" }

    var report: StepReport {
        StepReport(
            name: name, number: 0, phase: .setup, location: failure.location, status: .failed, failures: [failure],
            exchanges: exchanges)
    }
}

extension StepFailure {
    /// The failure of a server that does not listen.
    static func unstarted(
        _ server: String, _ error: any Error, at location: FileLocation
    ) -> StepFailure {
        StepFailure(.server, at: location, "\(server) could not be started: \(error)")
    }
}

extension StepReport {
    /// A report of a step that passed, or that failed where there are failures.
    init(_ step: ScenarioStep, failures: [StepFailure] = []) {
        self.init(
            name: step.name, number: step.number, phase: step.phase, location: step.location,
            status: failures.isEmpty ? .passed : .failed, failures: failures)
        content = step.content
    }

    /// A report of a step that was skipped.
    init(_ step: ScenarioStep, skipped reason: String) {
        self.init(step)
        skip(reason)
        isLeftOut = step.skip != nil
        if isLeftOut { wasInterrupted = false }
    }
}

extension MockServer.Configuration {
    /// One address suffices, and bodies are kept whole, since they are compared.
    ///
    /// All answers are read before the server stops, and many thousand servers may follow one another.
    fileprivate static var scenario: MockServer.Configuration {
        var configuration = MockServer.Configuration(
            hosts: ["127.0.0.1"], journal: JournalLimits(entries: 0, bodyBytes: .max), stopDeadline: .zero)
        configuration.resetsAtStop = true
        return configuration
    }
}
