import MockAPIClient
import MockAPICore
import MockAPIServer

/// One run of one step.
struct StepRun: Sendable {
    let step: ScenarioStep
    let number: Int
    let scenario: Scenario
    let variables: [String: JSONValue]
    /// The scenario's own server; `nil` where everything goes to a provider.
    let server: MockServer?
    let options: ScenarioRunner.Options
    let catalog: RequestCatalog
    /// What the clients of all steps store.
    let cache: MemoryCacheStore

    let exchanges = Recorder<Exchange>()
    let arrivals = Recorder<StepEvidence.Arrival>()

    init(
        step: ScenarioStep, number: Int, scenario: Scenario, variables: [String: JSONValue], server: MockServer?,
        options: ScenarioRunner.Options, catalog: RequestCatalog, cache: MemoryCacheStore
    ) {
        self.step = step
        self.number = number
        self.scenario = scenario
        self.variables = variables
        self.server = server
        self.options = options
        self.catalog = catalog
        self.cache = cache
    }

    var settings: ClientSettings { step.client.overriding(scenario.client) }

    /// Sends what the step sends and compares; also returns what was captured.
    func run() async -> (StepReport, [String: JSONValue]) {
        let call: CatalogCall
        do {
            call = try prepare()
        } catch {
            var report = StepReport(step, number: number)
            report.status = .failed
            report.failures = error.failures
            return (report, [:])
        }
        let destination = self.destination(call.request.base)
        if let reason = skipReason(call.request, destination) {
            return (StepReport(step, number: number, skipped: reason), [:])
        }
        let evidence = await send(call, destination)
        if Task.isCancelled { return (StepReport(step, number: number, skipped: "interrupted"), [:]) }
        var report = StepReport(step, number: number)
        report.duration = evidence.duration
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

    private func wasUnreachable(_ evidence: StepEvidence) -> Bool {
        guard let error = evidence.outcome.error?.reason, let reason = TransportError.Reason(rawValue: error) else {
            return false
        }
        return reason.isUnreachable || reason == .tls
    }

    private func capture(_ evidence: StepEvidence) -> ([String: JSONValue], [StepFailure]) {
        var captured: [String: JSONValue] = [:]
        var failures: [StepFailure] = []
        let source: JSONValue? =
            switch evidence.outcome {
            case .model(let model): model
            case .values(let values, _): values.last
            case .response, .error: try? evidence.bodyJSON.get()
            }
        let noun = if case .catalog = step.send.kind { "the model" } else { "the body" }
        for capture in step.captures {
            if let value = source.flatMap({ capture.path.value(in: $0) }) {
                captured[capture.name] = value
            } else {
                let message =
                    source == nil
                    ? "there is no JSON to capture \"\(capture.name)\" from"
                    : "\(noun) has no \(capture.path) to capture \"\(capture.name)\" from"
                failures.append(
                    StepFailure(.capture, at: capture.location, path: capture.path.description, message))
            }
        }
        return (captured, failures)
    }
}
