import MockAPICore

/// One request on its way: from the look-up of the host to the whole response, on the thread of one loop.
///
/// This file has the life of a call, `ClientCall+Connecting.swift` how it gets a connection, and
/// `ClientCall+Exchange.swift` how it sends and reads.
final class ClientCall: @unchecked Sendable {
    /// What the call is doing.
    enum State {
        case new, connecting, exchanging, ended
    }

    let request: OutgoingRequest
    let pool: SocketPool
    let loop: EventLoop
    private let waiter: CallWaiter
    private let limits: ResponseParser.Limits
    private let timeout: Duration

    var state = State.new
    /// A connection from the pool that was not looked at yet.
    private var idle: ClientConnection?
    /// What the thread of the caller has done over that connection.
    private var handover: DirectExchange.Handover?
    /// The connection in use.
    var connection: ClientConnection?
    /// When the server was last heard of, or we did something that it has to answer.
    var lastActivity: UInt64 = 0
    /// When the exchange began.
    var exchangeStart: UInt64 = 0
    private var silenceTimer: LoopTimer?

    // Connecting.
    var addresses: [SocketAddress] = []
    var nextAddress = 0
    var connectFailures: [TransportError] = []
    var attemptTimer: LoopTimer?

    // Exchanging; set anew for each attempt.
    var parser: ResponseParser
    var isReused = false
    var output = OutputQueue()
    var reader: RequestBodyReader?
    var isFetching = false
    var contentLeft = 0
    var isContentSent = false
    var sentCount = 0
    var isWriteBroken = false

    // What is wanted of the transfer.
    let transfer: Transfer?
    var isFileChosen = false
    var sink: DownloadSink?
    var contentCount = 0
    /// Whether the whole response is there and only its file is not written yet.
    var isEnding = false

    init(
        _ request: OutgoingRequest, timeout: Duration, limits: ResponseParser.Limits, pool: SocketPool,
        idle: ClientConnection?, handover: DirectExchange.Handover? = nil, loop: EventLoop, waiter: CallWaiter,
        transfer: Transfer? = nil
    ) {
        self.request = request
        self.timeout = timeout
        self.limits = limits
        self.pool = pool
        self.idle = idle
        self.handover = handover
        self.loop = loop
        self.waiter = waiter
        self.transfer = transfer
        parser = ResponseParser(to: request.method, limits: limits)
    }

    /// Sends the request, on the connection from the pool if that is still good.
    func begin() {
        guard state == .new else { return }
        noteActivity()
        watchSilence()
        if let idle {
            self.idle = nil
            if let handover {
                self.handover = nil
                return resume(handover, on: idle)
            }
            if idle.reuse() { return exchange(on: idle, isReused: true) }
        }
        connect()
    }

    /// Gets ready for an attempt.
    func makeParser() -> ResponseParser { ResponseParser(to: request.method, limits: limits) }

    // MARK: - The end

    /// Ends the call with a response; `keepAlive` says whether the connection can be used again.
    func succeed(_ response: HTTPResponse, keepAlive: Bool) {
        end(keepAlive: keepAlive)
        waiter.complete(.success(response))
    }

    /// Ends the call with an error.
    func fail(_ error: TransportError) {
        end(keepAlive: false)
        waiter.complete(.failure(error))
    }

    /// Ends a call whose outcome nobody waits for any more.
    func tearDown() { end(keepAlive: false) }

    private func end(keepAlive: Bool) {
        guard state != .ended else { return }
        state = .ended
        silenceTimer?.cancel()
        silenceTimer = nil
        attemptTimer?.cancel()
        attemptTimer = nil
        reader?.cancel()
        reader = nil
        sink?.cancel()
        sink = nil
        output.removeAll()
        // A connection that was not looked at is as good as before.
        if handover == nil { idle?.retire() } else { idle?.close() }
        idle = nil
        handover = nil
        let connection = connection
        self.connection = nil
        connection?.lastTime = MonotonicClock.nanoseconds() &- exchangeStart
        if keepAlive { connection?.retire() } else { connection?.close() }
    }

    // MARK: - Silence

    /// Takes note of a sign of life.
    func noteActivity() { lastActivity = MonotonicClock.nanoseconds() }

    private func watchSilence() {
        let deadline = lastActivity.saturatingAdd(MonotonicClock.nanoseconds(of: timeout))
        silenceTimer = loop.schedule(at: deadline) { [unowned self] in
            // While we make content, the server has nothing to answer.
            if isFetching, output.isEmpty { noteActivity() }
            // While we write what came, too.
            if sink?.isBusy == true { noteActivity() }
            let limit = MonotonicClock.nanoseconds(of: timeout)
            guard MonotonicClock.nanoseconds() >= lastActivity.saturatingAdd(limit) else { return watchSilence() }
            fail(TransportError(.timedOut, "\(request.origin) was silent for \(timeout)"))
        }
    }
}
