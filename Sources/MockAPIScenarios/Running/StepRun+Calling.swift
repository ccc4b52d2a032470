import Foundation
import MockAPIClient
import MockAPICore
import MockAPIServer
import MockAPIStubs

extension StepRun {
    func send(_ call: CatalogCall, _ destination: StepDestination) async -> StepEvidence {
        let observer = (door ?? server)?.onRequest { [arrivals] entry in
            arrivals.append(StepEvidence.Arrival(request: entry.request, miss: entry.report, stub: entry.stub))
        }
        let client = client(for: destination)
        let clock = ContinuousClock()
        let start = clock.now
        let isPlain = call.request is PlainCall
        let cancelAfter = seconds(step.send.cancelAfter)
        let wantsValues = step.expect.values != nil
        let values = Recorder<JSONValue>()
        let watch = ProgressWatch(isWanted: step.expect.progress?.sent != nil)
        let form = step.send.form
        let thinning = thinning()
        let task = Task { () -> CatalogCall.Outcome? in
            // At once means before anything is sent, however quick the answer would be.
            if cancelAfter == .zero { withUnsafeCurrentTask { $0?.cancel() } }
            guard wantsValues else { return try await call.send(client, form, watch) }
            try await call.values(client, thinning) { values.append($0) }
            return nil
        }
        let canceller = cancelAfter.map { delay in
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
        evidence.sent = watch.sent.all
        evidence.received = watch.received.all
        switch result {
        case .success(nil): evidence.outcome = .values(values.all, nil)
        case .success((let model?, _)?) where !isPlain: evidence.outcome = .model(model)
        case .success: evidence.outcome = .response
        case .failure(let error):
            var description = ErrorDescription(error)
            description.message = shown(description.message)
            evidence.outcome = wantsValues ? .values(values.all, description) : .error(description)
            evidence.response = (error as? APIError)?.response
        }
        if let last = exchanges.all.last(where: { if case .response = $0.outcome { true } else { false } }),
            case .response(let response) = last.outcome
        {
            evidence.response = response
        }
        // With a cache, what the caller got is not always what came last.
        if settings.cachePolicy != nil, case .success((_, let response?)?) = result { evidence.response = response }
        // Others keep no journal for us: what came into the pass-through is what was sent, or else what the client handed over.
        if destination.isProvider || destination == .elsewhere {
            evidence.arrivals =
                options.passThrough == nil
                ? exchanges.all.compactMap { destination.arrival($0) }
                : passages.all.map { destination.arrival($0.received, sent: $0.request) }
        }
        return evidence
    }

    private func thinning() -> StepThinning? {
        guard let (key, value) = step.send.thinning, let time = seconds(value) else { return nil }
        return key == "debounced" ? .debounced(time) : .throttled(time)
    }

    private func client(for destination: StepDestination) -> Client {
        let settings = self.settings
        let timeout = seconds(step.send.timeout)
        var transport = transport(for: destination)
        if let server, let door { transport = DoorTransport(base: transport, server: server, door: door) }
        var configuration = ClientConfiguration(
            transport: RecordingTransport(base: transport, timeout: timeout, exchanges: exchanges),
            timeout: options.timeout)
        configuration.services = services()
        configuration.defaultHeaders = fields(settings.defaultHeaders)
        if destination.isProvider {
            configuration.defaultHeaders = configuration.defaultHeaders.overriding(options.providerHeaders)
        }
        if settings.cookies == true { configuration.cookies = memory.cookies }
        let plugins = (settings.plugins ?? []).compactMap { catalog.plugin($0) }
        if let token = settings.accessToken?.resolved(variables), case .string(let text) = token {
            configuration.plugins = [accessToken(text, configuration)]
        }
        configuration.plugins = plugins + configuration.plugins
        switch settings.stubMode ?? .never {
        case .never: configuration.stubMode = .never
        case .immediate: configuration.stubMode = .immediate
        case .delayed(let delay): configuration.stubMode = .delayed(delay)
        }
        if configuration.stubMode != .never {
            let stubs = StubTransport(engine: engine()) { [arrivals] request, answer in
                arrivals.append(
                    StepEvidence.Arrival(request: request, miss: answer.report, stub: answer.stub?.reference))
            }
            configuration.stubTransport = RecordingTransport(base: stubs, timeout: timeout, exchanges: exchanges)
        }
        if case .http = step.send.kind { configuration.maximumRedirects = 0 }
        if let policy = settings.cachePolicy {
            configuration.cache = ResponseCache(store: memory.cache)
            configuration.cachePolicy = policy
        }
        return Client(configuration)
    }

    /// The way to the scenario's own server, or by way of the pass-through to others.
    private func transport(for destination: StepDestination) -> any Transport {
        guard let passThrough = options.passThrough, destination.isProvider || destination == .elsewhere else {
            return options.transport
        }
        return PassThroughTransport(passThrough: passThrough, base: options.transport) { [passages] request, received in
            passages.append(Passage(request: request, received: received))
        }
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

extension StepRun {
    /// The stubs of the scenario and of the step for answers in process.
    private func engine() -> StubEngine {
        let engine = StubEngine(stubs: scenario.stubs.files)
        engine.add(scenario.stubs.inline + step.ownStubs.added)
        return engine
    }

    /// A text as reports show it: with the scenario's server, which is gone by then, at the address where
    /// `mockapi serve` listens.
    func shown(_ text: String) -> String {
        [server, door].compactMap(\.self).reduce(text) { text, server in
            text.replacing("127.0.0.1:\(server.port)", with: "127.0.0.1:8080")
        }
    }

    func shown(_ exchange: Exchange) -> Exchange {
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
    /// The stubs that the step adds to those of the scenario, itself or with its group.
    var ownStubs: StepStubs { group?.stubs ?? stubs }
}

extension StepStubs {
    /// Whether there are none.
    var isEmpty: Bool { files.isEmpty && inline.isEmpty }

    /// All of them, the newest last; those of files keep the order among them that they have in a folder.
    var added: [Stub] { StubSet(files).stubs.reversed() + inline }
}
