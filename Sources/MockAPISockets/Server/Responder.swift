public import MockAPICore

/// Who makes the answers of a server.
///
/// All functions are called on the thread of a loop that serves other connections too, and on several threads at once
/// for different connections: they must not block. The requests of one connection come one after the other, each when
/// the answer before it has been sent.
public protocol Responder: Sendable {
    /// Called once for every whole request.
    func respond(to request: ReceivedRequest) -> Answer

    /// Called when bytes of a peer were refused: no request, too large, or too slow.
    func didRefuse(_ error: RequestError, peerAddress: String?)

    /// Called when an answer could not be sent whole; `exchange` is that of the request.
    func didNotFinish(exchange: UInt64, because reason: UnfinishedReason)
}

extension Responder {
    /// Does nothing.
    public func didRefuse(_ error: RequestError, peerAddress: String?) {}

    /// Does nothing.
    public func didNotFinish(exchange: UInt64, because reason: UnfinishedReason) {}
}

/// How a request is answered.
public enum Answer: Sendable {
    /// At once; the quick way for content at hand.
    case now(PreparedResponse)
    /// Late, slowly, not whole, or from a file or stream.
    indirect case plan(ResponsePlan)
    /// When the work is done, which runs as a task of its own and is cancelled when the peer goes away.
    case offLoop(@Sendable () async -> Answer)
}

/// Why an answer was not sent whole, apart from faults that were asked for.
public enum UnfinishedReason: Sendable, Hashable {
    /// The peer closed or reset the connection.
    case peerGone
    /// The peer did not read for longer than the limit.
    case peerStalled
    /// The server was stopped and its deadline was over.
    case stopped
    /// The content could not be read; the message says why.
    case failed(String)
}
