public import MockAPICore

/// Answers requests in the process itself, from the same stubs in the same way as a server does.
///
/// Delays are waited for and can be cancelled; a request with a `timeout` ends with `timedOut` where the stub stays silent
/// for longer. Faults come out as the errors that they cause over a socket. A request that no stub answers gets the
/// server's 404. The content is whole in memory; `Content-Length` is that of the content, and `Date` and `Connection`
/// are not there, since there is no connection.
public struct StubTransport: Transport {
    /// The stubs.
    public let engine: StubEngine
    private let onAnswer: (@Sendable (ReceivedRequest, EngineAnswer) -> Void)?
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - engine: the stubs; a server may use the same.
    ///   - onAnswer: called with each request and what answers it, before the answer is waited for; for a journal.
    ///   - sleep: waits, and throws `CancellationError` when the task is cancelled.
    public init(
        engine: StubEngine, onAnswer: (@Sendable (ReceivedRequest, EngineAnswer) -> Void)? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.engine = engine
        self.onAnswer = onAnswer
        self.sleep = sleep
    }

    /// Makes a transport of stubs, given in sorted file order.
    public init(stubs: [Stub], onAnswer: (@Sendable (ReceivedRequest, EngineAnswer) -> Void)? = nil) {
        self.init(engine: StubEngine(stubs: stubs), onAnswer: onAnswer)
    }

    /// Answers a request from the stubs.
    ///
    /// - Throws: `TransportError` for faults, endless silence past the time-out and answers cut short;
    ///   `CancellationError` where the task is cancelled.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let received = ReceivedRequest(request, body: try await BodyReader.bytes(of: request.body))
        let answer = engine.answer(received)
        onAnswer?(received, answer)
        let plan =
            switch answer {
            case .prepared(let stub, _): stub.plan()
            case .plan(_, let plan): plan
            case .miss(let report): ResponsePlan(MissResponse.response(to: received, report))
            }
        var response = try await perform(plan, for: request)
        response.url = request.url
        return response
    }

    private func perform(_ plan: ResponsePlan, for request: HTTPRequest) async throws -> HTTPResponse {
        try await staySilent(plan.delay, timeout: request.timeout)
        switch plan.fault {
        case .connectionReset: throw TransportError(.reset, "the stub resets the connection")
        case .emptyResponse: throw TransportError(.reset, "the stub closes the connection without an answer")
        case .malformedChunk: throw TransportError(.malformed, "the stub sends a chunk that is none")
        case .randomData: throw TransportError(.malformed, "the stub sends bytes that are no HTTP")
        case nil: break
        }
        var response = plan.response
        let content = try await BodyReader.bytes(of: response.body)
        let length = content.count
        let ownLength = response.headers["Content-Length"]
        response.headers["Transfer-Encoding"] = nil
        response.headers["Content-Length"] = nil
        if response.status.forbidsContent {
            response.body = .empty
            return response
        }
        if request.method == .head {
            response.headers.add("Content-Length", ownLength ?? "\(length)")
            response.body = .empty
            return response
        }
        response.headers.add("Content-Length", "\(length)")
        try await pace(plan, length: length, timeout: request.timeout)
        response.body = HTTPBody(content)
        return response
    }

    /// Waits as long as the content would take, and ends where it would end early.
    private func pace(_ plan: ResponsePlan, length: Int, timeout: Duration?) async throws {
        let end = min(length, plan.truncateAfter ?? length, plan.stallAfter ?? length)
        if let pace = plan.bytesPerSecond, pace > 0, end > 0 {
            // A pace slower than one byte in the time-out is silence.
            if let timeout, .seconds(1) / pace > timeout { try await staySilent(.seconds(1) / pace, timeout: timeout) }
            try await sleep(.seconds(1) * end / pace)
        }
        if let stall = plan.stallAfter, stall < length {
            while true { try await staySilent(timeout.map { $0 * 2 } ?? .seconds(3600), timeout: timeout) }
        }
        if let cut = plan.truncateAfter, cut < length {
            throw TransportError(.truncated, "the stub closes the connection after \(cut) of \(length) bytes")
        }
    }

    /// Is silent for a time; longer than the time-out is an error after the time-out.
    private func staySilent(_ silence: Duration, timeout: Duration?) async throws {
        guard silence > .zero else { return }
        if let timeout, silence > timeout {
            try await sleep(timeout)
            throw TransportError(.timedOut, "no answer within \(timeout)")
        }
        try await sleep(silence)
    }
}
