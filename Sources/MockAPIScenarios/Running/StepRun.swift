import MockAPIClient
import MockAPICore
import MockAPIServer

/// One run of one step, or one attempt of it.
struct StepRun: Sendable {
    let step: ScenarioStep
    let scenario: Scenario
    let variables: [String: JSONValue]
    /// The scenario's own server; `nil` where everything goes to a provider.
    let server: MockServer?
    /// The way to the server that this step alone goes; `nil` where no other step runs at the same time.
    let door: MockServer?
    let options: ScenarioRunner.Options
    let catalog: RequestCatalog
    /// What the clients of all steps share.
    let memory: ClientMemory
    /// Whether a step of the run has failed, in this scenario or another.
    let hasFailed: Locked<Bool>

    let exchanges = Recorder<Exchange>()
    let arrivals = Recorder<StepEvidence.Arrival>()
    /// What came into the pass-through.
    let passages = Recorder<Passage>()

    /// A request as the client handed it over, and as its library sent it.
    struct Passage: Sendable {
        var request: HTTPRequest
        var received: ReceivedRequest
    }

    init(
        step: ScenarioStep, scenario: Scenario, variables: [String: JSONValue], server: MockServer?,
        door: MockServer? = nil, options: ScenarioRunner.Options, catalog: RequestCatalog, memory: ClientMemory,
        hasFailed: Locked<Bool>
    ) {
        self.step = step
        self.scenario = scenario
        self.variables = variables
        self.server = server
        self.door = door
        self.options = options
        self.catalog = catalog
        self.memory = memory
        self.hasFailed = hasFailed
    }

    /// The same step from the beginning, with other variables.
    func again(with variables: [String: JSONValue]) -> StepRun {
        StepRun(
            step: step, scenario: scenario, variables: variables, server: server, door: door, options: options,
            catalog: catalog, memory: memory, hasFailed: hasFailed)
    }

    /// Why the step is not tried or repeated any more; `nil` while the run goes on.
    var endReason: String? { options.endReason(step.phase, hasFailed: hasFailed) }

    var settings: ClientSettings { step.client.overriding(scenario.client) }

    /// Sends what the step sends, once, and compares; also returns what was captured.
    func attempt() async -> (StepReport, [String: JSONValue]) {
        let call: CatalogCall
        do {
            call = try prepare()
        } catch {
            return (StepReport(step, failures: error.failures), [:])
        }
        let destination = self.destination(call.request.base)
        if let reason = skipReason(call.request, destination) { return (StepReport(step, skipped: reason), [:]) }
        let evidence = await send(call, destination)
        if Task.isCancelled { return (interrupted(), [:]) }
        var report = StepReport(step)
        report.duration = evidence.duration
        report.stubs = evidence.arrivals.compactMap(\.stub)
        report.stub = evidence.arrivals.last?.stub
        report.modelPath = call.request.modelPath?.path
        report.errorKind = evidence.outcome.error?.kind
        if case .catalog(let entry, _) = step.send.kind { report.request = entry.name }
        report.exchanges = exchanges.all.map { shown($0) }
        let checker = StepChecker(step: step, variables: variables, evidence: evidence)
        report.failures = checker.failures()
        report.warnings = checker.warnings()
        let (captured, captureFailures) = capture(evidence)
        // Without the value that should have come, a capture only repeats what failed already.
        if report.failures.isEmpty { report.failures = captureFailures }
        report.status = report.failures.isEmpty ? .passed : .failed
        report.providerWasUnreachable =
            destination.isProvider && report.status == .failed && wasUnreachable(evidence)
        return (report, captured)
    }

    /// The report of a step that was interrupted, with what it had sent by then.
    func interrupted() -> StepReport {
        var report = StepReport(step, skipped: StepReport.interruption)
        report.exchanges = exchanges.all.map { shown($0) }
        return report
    }

    private func wasUnreachable(_ evidence: StepEvidence) -> Bool {
        guard let error = evidence.outcome.error?.reason, let reason = TransportError.Reason(rawValue: error) else {
            return false
        }
        return reason.isUnreachable || reason == .tls
    }
}
