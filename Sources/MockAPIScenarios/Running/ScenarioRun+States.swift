import MockAPICore
import MockAPIServer

extension ScenarioRun {
    /// Brings the provider into the states of the scenario, if something of it is sent there.
    func setUpStates(_ state: inout State, _ server: MockServer?) async throws(ScenarioProblem) {
        guard !scenario.given.isEmpty, !options.provider.isEmpty else { return }
        let known = state.variables
        guard scenario.allSteps.contains(where: { stepRun($0, known, server).reachesProvider(ifUnknown: true) }) else {
            return
        }
        switch await ProviderStates(options: options).setUp(scenario.given, known) {
        case .ready(let answers):
            state.hasBegun = true
            state.variables = try variables(answers)
        case .unknown(let reason): state.obstacle = reason
        case .interrupted: state.hasBegun = true
        case .failed(let name, let failure, let exchanges):
            throw ScenarioProblem(name: name, failure: failure, exchanges: exchanges)
        }
    }

    /// Brings the provider into the states of a step or of a parallel group, if something of it is sent there.
    func setUpStates(
        _ unit: [ScenarioStep], _ reports: inout [StepReport?], _ state: inout State, _ server: MockServer?
    ) async {
        let states = unit.first.map { $0.group?.given ?? $0.given } ?? []
        guard !states.isEmpty, !options.provider.isEmpty else { return }
        let known = state.variables
        let needing = unit.indices.filter {
            reports[$0] == nil && stepRun(unit[$0], known, server).reachesProvider(ifUnknown: false)
        }
        guard let first = needing.first else { return }
        switch await ProviderStates(options: options).setUp(states, known) {
        case .ready(let answers): state.variables.merge(answers) { $1 }
        case .unknown(let reason): for index in needing { reports[index] = StepReport(unit[index], skipped: reason) }
        case .interrupted(let exchanges):
            for index in needing { reports[index] = StepReport(unit[index], skipped: StepReport.interruption) }
            reports[first]?.exchanges = exchanges
        case .failed(let name, let failure, let exchanges):
            for index in needing { reports[index] = StepReport(unit[index], skipped: "\(name) failed") }
            var report = StepReport(unit[first], failures: [failure])
            report.exchanges = exchanges
            reports[first] = report
        }
    }
}

extension StepRun {
    /// Whether the step is sent to a provider; where only its variables would tell, `unknown`.
    func reachesProvider(ifUnknown unknown: Bool) -> Bool {
        if step.skip != nil { return false }
        var variables = variables
        if step.repeats != nil { variables[ScenarioStep.iterationVariable] = 1 }
        guard let call = try? again(with: variables).prepare() else { return unknown }
        let destination = self.destination(call.request.base)
        return destination.isProvider && skipReason(call.request, destination) == nil
    }
}
