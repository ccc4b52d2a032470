public import MockAPICore

/// Reads HTTP/1.1 and HTTP/1.0 requests out of the bytes of one connection (RFC 9112).
///
/// Bytes go in as they arrive, events come out; the events are the same however the bytes are cut. The first offending
/// byte decides an error. The parser owns what it has to remember between two calls, so that the caller may share one
/// receive buffer among all connections:
///
///     var offset = 0
///     while true {
///         switch parser.next(in: received, from: &offset) {
///         case .needMore: return                     // all bytes are used up
///         case .headComplete(let expectsContinue, _): …
///         case .request(let request, let keepAlive): …  // pipelined requests follow in the next turns
///         case .failure(let error): …                 // answer and close
///         }
///     }
public struct RequestParser: Sendable {
    /// How the content of a request is delimited (RFC 9112, section 6.3).
    public enum Framing: Sendable, Hashable {
        /// There is no content.
        case none
        /// The content has this many bytes, at least one.
        case length(Int)
        /// The content comes in chunks.
        case chunked
    }

    /// What the bytes turned out to be.
    public enum Event: Sendable {
        /// All bytes are used up, and more are needed for the next event.
        case needMore
        /// A header section ended and content follows; given for requests with content only.
        ///
        /// `expectsContinue` is true where an HTTP/1.1 client waits for `100 Continue` (RFC 9110, section 10.1.1).
        case headComplete(expectsContinue: Bool, framing: Framing)
        /// A whole request; `keepAlive` says whether its version and `Connection` leave the connection open.
        ///
        /// What follows a request that ends the connection is used up and dropped (RFC 9112, section 9.6).
        case request(ReceivedRequest, keepAlive: Bool)
        /// The bytes are no request; given again for whatever follows.
        case failure(RequestError)
    }

    /// Where the parser stands, for the choice of a time limit.
    public enum Phase: Sendable, Hashable {
        /// Between requests: nothing of the next one has come.
        case idle
        /// Within a request line or a header section.
        case head
        /// Within the content.
        case body
        /// After a failure or a request that ends the connection.
        case ended
    }

    /// Where the parser stands.
    public var phase: Phase { .idle }

    /// Makes a parser for one connection; `peerAddress` is handed on in its requests.
    public init(limits: HTTPLimits = HTTPLimits(), peerAddress: String? = nil) {}

    /// Reads on from `offset` up to the next event, and moves `offset` past the bytes that were used.
    public mutating func next(in bytes: UnsafeRawBufferPointer, from offset: inout Int) -> Event {
        offset = bytes.count
        return .needMore
    }
}
