import Foundation
import MockAPIClient
import MockAPICore
import MockAPIServer
import MockAPIStubs

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

    private let exchanges = Recorder<Exchange>()
    private let arrivals = Recorder<StepEvidence.Arrival>()

    init(
        step: ScenarioStep, number: Int, scenario: Scenario, variables: [String: JSONValue], server: MockServer?,
        options: ScenarioRunner.Options, catalog: RequestCatalog
    ) {
        self.step = step
        self.number = number
        self.scenario = scenario
        self.variables = variables
        self.server = server
        self.options = options
        self.catalog = catalog
    }

    private var settings: ClientSettings { step.client.overriding(scenario.client) }

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
        report.failures = StepChecker(step: step, variables: variables, evidence: evidence).failures()
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
            if case .model(let model) = evidence.outcome { model } else { try? evidence.bodyJSON.get() }
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

// MARK: - Before

/// Why a step cannot be sent.
private struct Unsendable: Error {
    var failures: [StepFailure]
}

extension StepRun {
    private func prepare() throws(Unsendable) -> CatalogCall {
        switch step.send.kind {
        case .catalog(let entry, let parameters):
            let json = parameters?.resolved(variables) ?? .object(JSONObject())
            switch entry.prepare(json) {
            case .call(let call): return call
            case .problems(let problems):
                throw Unsendable(
                    failures: problems.map { problem in
                        StepFailure(
                            .parameters, at: parameters?.location(of: problem.path) ?? step.send.location,
                            path: problem.path.description, found: problem.path.value(in: json),
                            problem.message + (problem.hint.map { "; \($0)" } ?? ""))
                    })
            }
        case .http(let plain): return CatalogCall(try plainCall(plain))
        }
    }

    private func plainCall(_ plain: PlainRequest) throws(Unsendable) -> PlainCall {
        let line: PlainRequestLine
        let text = plain.line.resolved(variables)
        do {
            line = try PlainRequestLine(text.string ?? text.rendered(.compact))
        } catch {
            throw Unsendable(
                failures: [
                    StepFailure(
                        .parameters, at: plain.line.location, found: text,
                        "the request cannot be sent: \(error.message)")
                ])
        }
        let content: RequestBody? =
            switch plain.content {
            case .none: nil
            case .json(let json):
                RequestBody(HTTPBody(json.resolved(variables).renderedBytes(.compact)), contentType: "application/json")
            case .text(let text): .text(self.text(text))
            }
        let base = options.provider.baseURL ?? server?.baseURL.absoluteString ?? ""
        return PlainCall(
            base: .url(line.isAbsolute ? line.target : base), path: line.isAbsolute ? "" : line.target,
            method: line.method, headers: fields(plain.headers), content: content)
    }

    private func fields(_ members: [ExpectedMember]) -> HTTPFields {
        var fields = HTTPFields()
        for member in members {
            switch member.value.resolved(variables) {
            case .array(let values):
                for value in values { fields.add(member.name, Self.text(value)) }
            case let value: fields.add(member.name, Self.text(value))
            }
        }
        return fields
    }

    private func text(_ value: ScenarioValue) -> String { Self.text(value.resolved(variables)) }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.rendered(.compact) }
    }

    private func seconds(_ value: ScenarioValue?) -> Duration? {
        value?.resolved(variables).number.map { .seconds($0.double) }
    }

    /// Where a request goes.
    private func destination(_ base: BaseURL) -> StepDestination {
        if settings.stubMode ?? .never != .never { return .stubs }
        let services = catalog.services
        switch base {
        case .service(let name):
            guard let provider = options.provider.baseURL(of: name) else { return .own }
            return .provider(baseURL: provider, insteadOf: services[name]?.baseURL ?? provider)
        case .url(let text):
            if let own = server?.baseURL.absoluteString, Origin(own) == Origin(text) { return .own }
            let service = services.names.first { services[$0].flatMap { Origin($0.baseURL) } == Origin(text) }
            if let service { return destination(.service(service)) }
            if let provider = options.provider.baseURL, Origin(provider) == Origin(text) {
                return .provider(baseURL: provider, insteadOf: provider)
            }
            return .elsewhere
        }
    }

    private func skipReason(_ request: any APIRequest, _ destination: StepDestination) -> String? {
        if options.provider.isEmpty { return nil }
        switch destination {
        case .own: return nil
        case .stubs: return server == nil ? "is answered by stubs, not by the provider" : nil
        case .provider, .elsewhere:
            if !step.hasNoStubs { return "has stubs of its own" }
            if [.get, .head, .options].contains(request.method) { return nil }
            return "\(request.method) is not sent to a provider"
        }
    }
}

// MARK: - The call

extension StepRun {
    private func send(_ call: CatalogCall, _ destination: StepDestination) async -> StepEvidence {
        addStubs()
        defer { removeStubs() }
        let observer = server?.onRequest { [arrivals] entry in
            arrivals.append(StepEvidence.Arrival(request: entry.request, miss: entry.report))
        }
        let client = client()
        let clock = ContinuousClock()
        let start = clock.now
        let isPlain = call.request is PlainCall
        let task = Task { try await call.send(client) }
        let canceller = seconds(step.send.cancelAfter).map { delay in
            Task {
                try await Task.sleep(for: delay)
                task.cancel()
            }
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let duration = clock.now - start
        canceller?.cancel()
        observer?()
        var evidence = StepEvidence(outcome: .response, arrivals: arrivals.all, duration: duration)
        switch result {
        case .success(let model): evidence.outcome = isPlain ? .response : .model(model)
        case .failure(let error):
            var description = ErrorDescription(error)
            description.message = shown(description.message)
            evidence.outcome = .error(description)
            evidence.response = (error as? APIError)?.response
        }
        if let last = exchanges.all.last(where: { if case .response = $0.outcome { true } else { false } }),
            case .response(let response) = last.outcome
        {
            evidence.response = response
        }
        // Others keep no journal for us: what the client handed over is what was sent.
        if destination.isProvider || destination == .elsewhere {
            evidence.arrivals = exchanges.all.compactMap { destination.arrival($0) }
        }
        return evidence
    }

    private func client() -> Client {
        let settings = self.settings
        let timeout = seconds(step.send.timeout)
        var configuration = ClientConfiguration(
            transport: RecordingTransport(base: options.transport, timeout: timeout, exchanges: exchanges),
            timeout: options.timeout)
        configuration.services = services()
        configuration.defaultHeaders = fields(settings.defaultHeaders)
        if let token = settings.accessToken?.resolved(variables), case .string(let text) = token {
            configuration.plugins = [AccessToken(text)]
        }
        switch settings.stubMode ?? .never {
        case .never: configuration.stubMode = .never
        case .immediate: configuration.stubMode = .immediate
        case .delayed(let delay): configuration.stubMode = .delayed(delay)
        }
        if configuration.stubMode != .never {
            let stubs = StubTransport(engine: engine()) { [arrivals] request, answer in
                arrivals.append(StepEvidence.Arrival(request: request, miss: answer.report))
            }
            configuration.stubTransport = RecordingTransport(base: stubs, timeout: timeout, exchanges: exchanges)
        }
        if case .http = step.send.kind { configuration.maximumRedirects = 0 }
        return Client(configuration)
    }

    private func services() -> ServiceDirectory {
        var services = catalog.services
        for name in services.names {
            if let provider = options.provider.baseURL(of: name) {
                services.replace(name, with: provider, keepsHost: false)
            } else if let server {
                services.replace(name, with: server.baseURL.absoluteString)
            }
        }
        return services
    }
}

// MARK: - Stubs

extension StepRun {
    /// Adds the stubs of the step to the server's.
    private func addStubs() {
        guard let server, !step.hasNoStubs else { return }
        for stub in stepStubs { server.add(stub) }
    }

    /// Gives the server back the stubs of the scenario.
    private func removeStubs() {
        guard let server, !step.hasNoStubs else { return }
        server.replaceStubs(scenario.stubs.files)
        for stub in scenario.stubs.inline { server.add(stub) }
    }

    /// The same stubs for answers in process.
    private func engine() -> StubEngine {
        let engine = StubEngine(stubs: scenario.stubs.files)
        engine.add(scenario.stubs.inline + stepStubs)
        return engine
    }

    /// The step's stubs, the newest last; those of files keep the order among them that they have in a folder.
    private var stepStubs: [Stub] { StubSet(step.stubs.files).stubs.reversed() + step.stubs.inline }

    /// A text as reports show it: with the scenario's server, which is gone by then, at the address where
    /// `mockapi serve` listens.
    private func shown(_ text: String) -> String {
        guard let server else { return text }
        return text.replacing("127.0.0.1:\(server.port)", with: "127.0.0.1:8080")
    }

    private func shown(_ exchange: Exchange) -> Exchange {
        var exchange = exchange
        exchange.request.url = URL(string: shown(exchange.request.url.absoluteString)) ?? exchange.request.url
        if case .failure(var error) = exchange.outcome {
            error.message = shown(error.message)
            exchange.outcome = .failure(error)
        }
        return exchange
    }
}

extension ScenarioStep {
    fileprivate var hasNoStubs: Bool { stubs.files.isEmpty && stubs.inline.isEmpty }
}
