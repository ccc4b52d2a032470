import MockAPICore
import MockAPIServer

extension ScenarioRun {
    private typealias Result = (report: StepReport, captured: [String: JSONValue])

    /// Runs one step, or the steps of one parallel group at once; the reports in the order of the file.
    func run(unit: [ScenarioStep], _ state: inout State, _ server: MockServer?) async -> [StepReport] {
        var reports = unit.map { step in skipReason(step, state).map { StepReport(step, skipped: $0) } }
        let own = unit.first?.ownStubs ?? StepStubs()
        if reports.contains(where: { $0 == nil }) {
            add(own, to: server)
            defer { remove(own, from: server) }
            await setUpStates(unit, &reports, &state, server)
            let ready = unit.indices.filter { reports[$0] == nil }
            let variables = state.variables
            var captured: [[String: JSONValue]] = Array(repeating: [:], count: unit.count)
            await withTaskGroup(of: (Int, Result).self) { group in
                for index in ready {
                    let step = unit[index]
                    group.addTask { (index, await run(step, variables, server)) }
                }
                for await (index, result) in group {
                    reports[index] = result.report
                    if result.report.status == .failed { hasFailed.withLock { $0 = true } }
                    captured[index] = result.captured
                }
            }
            for values in captured { state.variables.merge(values) { $1 } }
        }
        let whole = reports.enumerated().map { $1 ?? StepReport(unit[$0], skipped: StepReport.interruption) }
        if whole.contains(where: { $0.status == .failed }) { hasFailed.withLock { $0 = true } }
        if whole.contains(where: { $0.status != .skipped || !$0.exchanges.isEmpty }) { state.hasBegun = true }
        return whole
    }

    /// Runs one step; one of a group has an address of its own at the scenario's server, so that what it sends is told apart
    /// from what the others send.
    private func run(_ step: ScenarioStep, _ variables: [String: JSONValue], _ server: MockServer?) async -> Result {
        guard step.group != nil, let server else { return await stepRun(step, variables, server).run() }
        let door = MockServer(sharingStubsOf: server)
        do { try door.start() } catch {
            return (StepReport(step, failures: [.unstarted("the server of the step", error, at: step.location)]), [:])
        }
        let result = await stepRun(step, variables, server, door: door).run()
        await door.stop()
        return result
    }

    func stepRun(
        _ step: ScenarioStep, _ variables: [String: JSONValue], _ server: MockServer?, door: MockServer? = nil
    ) -> StepRun {
        StepRun(
            step: step, scenario: scenario, variables: variables, server: server, door: door, options: options,
            catalog: catalog, memory: memory, hasFailed: hasFailed)
    }

    private func add(_ stubs: StepStubs, to server: MockServer?) {
        guard let server, !stubs.isEmpty else { return }
        for stub in stubs.added { server.add(stub) }
    }

    /// Gives the server back the stubs of the scenario.
    private func remove(_ stubs: StepStubs, from server: MockServer?) {
        guard let server, !stubs.isEmpty else { return }
        server.replaceStubs(scenario.stubs.files)
        for stub in scenario.stubs.inline { server.add(stub) }
    }
}
