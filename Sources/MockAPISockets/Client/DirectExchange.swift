import MockAPICore

/// An exchange over a connection that waited in the pool, made by the thread of the caller.
///
/// An answer that comes at once needs no other thread to be woken, which is most of the time that a call to a server on
/// the same machine takes. Where it does not come within `patience`, or is no plain answer, a loop goes on with it.
struct DirectExchange {
    /// How the thread of the caller left it.
    enum Outcome {
        /// The whole response came, and the connection can be used again.
        case response(HTTPResponse)
        /// A loop is to go on.
        case unfinished(Handover)
        /// The server had closed the connection, or said something unasked, before anything was sent.
        case stale
    }

    /// What was done, for a loop that goes on.
    struct Handover: Sendable {
        /// The parser, with what has come.
        var parser: ResponseParser
        /// How much of head and content is with the system.
        var sentCount = 0
        /// Whether no more can be sent.
        var isWriteBroken = false
        /// What was found and is still to be judged.
        var finding = Finding.nothing
    }

    /// What was read and cannot be read again.
    enum Finding: Sendable {
        case nothing
        /// The end of the server's side.
        case end
        /// An error number of the socket.
        case failure(Int32)
        /// What the parser made of the bytes, and whether these were its last.
        case event(ResponseParser.Event, isLast: Bool)
    }

    /// How long the thread of the caller waits, in nanoseconds: a millisecond, the shortest wait that all systems have.
    ///
    /// It is one of the few threads that all tasks of the process share.
    static let patience: UInt64 = 1_000_000
    /// How long it looks for bytes again and again before it sleeps until they come, in nanoseconds, and below which time
    /// of the last answer it does so.
    ///
    /// To be woken takes as long as a server on the same machine takes to answer. No more threads do this at a time than
    /// leave half of the processors to the server.
    private static let attention: UInt64 = 50_000
    private static let shortAnswer: UInt64 = 200_000
    /// Whether there is a processor beside that of the caller.
    private static let isOneOfSeveral = Processors.usable > 1
    /// The content that is sent together with the head at most.
    static let mostContent = 16 << 10
    private static let inputSize = 16 << 10

    private let connection: ClientConnection
    private let bytes: [UInt8]
    private let closes: Bool
    private var state: Handover

    /// Takes up an exchange; `nil` where the request is none for this way.
    init?(_ request: OutgoingRequest, over connection: ClientConnection, limits: ResponseParser.Limits) {
        guard let content = request.body.bytes, content.count <= Self.mostContent else { return nil }
        switch request.framing {
        case .none: bytes = request.head
        case .length: bytes = request.head + content
        case .chunked: return nil
        }
        self.connection = connection
        closes = request.closes
        state = Handover(parser: ResponseParser(to: request.method, limits: limits))
    }

    /// Sends the request and waits for its answer, but not for long.
    ///
    /// The loop does not watch the connection meanwhile, and does so again where there is a response.
    mutating func run() -> Outcome {
        connection.pause()
        let outcome = withUnsafeTemporaryAllocation(byteCount: Self.inputSize, alignment: 16) { exchange($0) }
        if case .response = outcome { connection.unpause() }
        return outcome
    }

    private mutating func exchange(_ input: UnsafeMutableRawBufferPointer) -> Outcome {
        let descriptor = connection.descriptor
        guard SocketCalls.isTemporary(SocketCalls.receive(descriptor, into: input)) else { return .stale }
        let start = MonotonicClock.nanoseconds()
        let sent = bytes.withUnsafeBytes { SocketCalls.send(descriptor, $0) }
        state.sentCount = max(0, sent)
        guard sent == bytes.count else {
            state.isWriteBroken = sent < 0 && !SocketCalls.isTemporary(sent)
            return .unfinished(state)
        }
        let isAttentive = connection.lastTime < Self.shortAnswer && Self.isOneOfSeveral
        let attentionEnd = isAttentive ? start + Self.attention : start
        repeat {
            guard let count = Self.receive(descriptor, into: input, attentiveUntil: attentionEnd) else { break }
            guard count > 0 else {
                if SocketCalls.isTemporary(count) { continue }
                state.finding = count == 0 ? .end : .failure(Int32(truncatingIfNeeded: -count))
                break
            }
            if let response = take(UnsafeRawBufferPointer(rebasing: input[..<count])) {
                connection.lastTime = MonotonicClock.nanoseconds() &- start
                return .response(response)
            }
            if case .event = state.finding { break }
        } while MonotonicClock.nanoseconds() &- start < Self.patience
        connection.lastTime = MonotonicClock.nanoseconds() &- start
        return .unfinished(state)
    }

    /// Receives bytes when there are some, as `SocketCalls` does; `nil` where none come within a millisecond.
    private static func receive(
        _ descriptor: Int32, into input: UnsafeMutableRawBufferPointer, attentiveUntil end: UInt64
    ) -> Int? {
        while MonotonicClock.nanoseconds() < end {
            let count = SocketCalls.receive(descriptor, into: input)
            if !SocketCalls.isTemporary(count) { return count }
        }
        guard SocketCalls.waitForBytes(descriptor, milliseconds: 1) else { return nil }
        return SocketCalls.receive(descriptor, into: input)
    }

    /// Reads on; gives a response that leaves the connection as good as before.
    private mutating func take(_ bytes: UnsafeRawBufferPointer) -> HTTPResponse? {
        var offset = 0
        let event = state.parser.next(in: bytes, from: &offset)
        if case .needMore = event { return nil }
        if case .response(let response, keepAlive: true) = event, offset == bytes.count, !closes { return response }
        state.finding = .event(event, isLast: offset == bytes.count)
        return nil
    }
}
