public import MockAPICore

/// Sends requests over plain sockets, to any `http://` host.
///
/// It speaks HTTP/1.1 by the codec of this module, so that header bytes, their order and the escapes of the URL reach the
/// server as they are given, and no answer can crash it. In detail:
/// - `Host` and the framing (`Content-Length`, or `Transfer-Encoding: chunked` for a stream of unknown length) are added
///   where they are missing; nothing else is. A method or field that cannot be sent is an error.
/// - `Content-Encoding` is undone for `gzip` and `deflate`, the header section staying as it came; other codings are
///   handed over as they came, and none is asked for. The content must fit the limit, 1 GiB by default.
/// - Connections are kept and used again. Where the server has closed one meanwhile, the request is sent once more on a
///   new one, if its method is idempotent or nothing of it was sent (RFC 9112, section 9.3.1).
/// - Where the last answer over a kept connection came within a millisecond, the next request over it is sent by the
///   thread of the caller, which waits that long for its answer before a loop goes on; few callers do so at a time. That
///   spares a call to a server on the same machine most of its time.
/// - `localhost` stands for both loopback addresses, tried in turn; so are the addresses of a name. Names are looked up
///   off the loop.
/// - `timeout` is how long the server may stay silent: while connecting, taking the request, or answering.
/// - A response that comes before the whole request was sent is taken, and the connection closed.
/// - `Expect: 100-continue` is sent if given, but not waited for; interim responses are passed over.
///
/// | what happens | `TransportError.Reason` |
/// |---|---|
/// | nobody listens | `refused` |
/// | no way to the address | `unreachable` |
/// | the name is not known | `dns` |
/// | closed before the first byte of a response, or reset (RST) at any time | `reset` |
/// | closed within a response, before its announced end | `truncated` |
/// | not HTTP, bad chunks, bad or contradicting `Content-Length`, unknown transfer coding, bad `gzip` | `malformed` |
/// | silence for longer than the time limit | `timedOut` |
/// | an `https` URL | `tls` |
/// | anything that cannot be sent, a content over the limit | `other` |
///
/// Cancelling the task throws `CancellationError` at once and closes the connection; a task that is cancelled before
/// sends nothing.
public struct SocketTransport: Transport {
    /// How a transport is set up.
    public struct Configuration: Sendable {
        /// How long a server may stay silent where a request does not say so; 60 s.
        public var timeout: Duration
        /// How many connections to one host may wait for the next request; 64.
        public var idleConnectionsPerHost: Int
        /// How long a connection may wait for the next request; 30 s.
        public var idleTimeout: Duration
        /// How much a server may send.
        public var limits: ResponseParser.Limits
        /// Whether `Content-Encoding` is undone; true, unless answers are handed on as they came.
        public var decodesContent = true

        /// Makes a set-up; what is not named has its documented default.
        public init(
            timeout: Duration = .seconds(60), idleConnectionsPerHost: Int = 64, idleTimeout: Duration = .seconds(30),
            limits: ResponseParser.Limits = ResponseParser.Limits()
        ) {
            self.timeout = timeout
            self.idleConnectionsPerHost = idleConnectionsPerHost
            self.idleTimeout = idleTimeout
            self.limits = limits
        }
    }

    /// The set-up.
    public let configuration: Configuration
    private let pool: SocketPool

    /// Makes a transport with connections of its own; copies share them, and the last one closes them.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        pool = SocketPool(
            mostIdle: configuration.idleConnectionsPerHost, idleTimeout: configuration.idleTimeout)
    }

    /// Sends a request and returns its response, whatever its status.
    ///
    /// - Throws: `TransportError` as the table says, `CancellationError` where the task is cancelled.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, wanting: nil) }

    /// Sends a request, tells of the progress as it goes, and writes content to its file as it comes.
    ///
    /// Coded content is decoded in memory first.
    ///
    /// - Throws: as `send(_:)`.
    public func send(_ request: HTTPRequest, transfer: Transfer) async throws -> HTTPResponse {
        try await send(request, wanting: transfer)
    }

    private func send(_ request: HTTPRequest, wanting transfer: Transfer?) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let outgoing = try OutgoingRequest(request)
        let timeout = request.timeout ?? configuration.timeout
        var idle = pool.take(outgoing.origin)
        var handover: DirectExchange.Handover?
        if let connection = idle, transfer == nil, timeout >= .milliseconds(2) {
            switch exchangeDirectly(outgoing, over: connection) {
            case .response(let response): return try finish(response, of: request)
            case .unfinished(let done): handover = done
            case .stale: idle = nil
            case nil: break
            }
        }
        let response = try await exchangeOnLoop(
            outgoing, timeout: timeout, idle: idle, handover: handover, transfer: transfer)
        return try finish(response, of: request, transfer)
    }

    /// Has the thread of the caller make the exchange, where that is likely to be over soon.
    private func exchangeDirectly(_ request: OutgoingRequest, over connection: ClientConnection)
        -> DirectExchange.Outcome?
    {
        guard connection.lastTime < DirectExchange.patience,
            var exchange = DirectExchange(request, over: connection, limits: configuration.limits), pool.beginDirect()
        else { return nil }
        let outcome = exchange.run()
        pool.endDirect()
        let isOver: Bool
        switch outcome {
        case .response: isOver = !pool.put(connection)
        case .unfinished: isOver = false
        case .stale: isOver = true
        }
        if isOver { connection.loop.execute { connection.close() } }
        return outcome
    }

    private func exchangeOnLoop(
        _ request: OutgoingRequest, timeout: Duration, idle: ClientConnection?, handover: DirectExchange.Handover?,
        transfer: Transfer?
    ) async throws -> HTTPResponse {
        let waiter = CallWaiter()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    let call = ClientCall(
                        request, timeout: timeout, limits: configuration.limits, pool: pool, idle: idle,
                        handover: handover, loop: try idle?.loop ?? EventLoopGroup.shared.next(), waiter: waiter,
                        transfer: transfer)
                    waiter.start(call, continuation)
                } catch {
                    continuation.resume(throwing: TransportError(.other, "no event loop: \(error)"))
                }
            }
        } onCancel: {
            waiter.cancel()
        }
    }

    /// Undoes the coding of the content.
    private func finish(_ response: HTTPResponse, of request: HTTPRequest, _ transfer: Transfer? = nil) throws
        -> HTTPResponse
    {
        var response = response
        response.url = request.url
        let codings = ContentDecoding.codings(of: response.headers)
        guard configuration.decodesContent, !codings.isEmpty else { return response }
        response = try decoded(response, codings)
        return try transfer?.delivered(response) ?? response
    }

    private func decoded(_ response: HTTPResponse, _ codings: [String]) throws(TransportError) -> HTTPResponse {
        guard ContentDecoding.knows(codings), let bytes = response.body.bytes, !bytes.isEmpty else { return response }
        var response = response
        do throws(ContentDecoding.Problem) {
            response.body = HTTPBody(
                try ContentDecoding.decode(bytes, codings: codings, limit: configuration.limits.bodyBytes))
        } catch {
            throw TransportError(error.isTruncated ? .truncated : .malformed, error.message)
        }
        return response
    }

    /// Closes the connections that wait for a request.
    public func closeIdleConnections() { pool.closeAll() }

    /// The number of connections that wait for a request.
    var idleConnectionCount: Int { pool.idleCount }
}
