public import MockAPICore
public import MockAPIMatching
public import MockAPISockets

/// A request that a server answered, and what answered it.
public struct JournalEntry: Sendable {
    /// The place in the order of arrival, counted from 1 since the server was made.
    public let number: Int
    /// The session the request arrived in.
    ///
    /// Each `MockServer.reset()` begins a new one, so that a late request of an earlier test is told apart.
    public let session: Int
    /// When the request was matched, in seconds since 1970.
    public let time: Double
    /// The request; its body may be cut, see `isBodyCut`.
    public let request: ReceivedRequest
    /// The number of bytes the body had when it arrived.
    public let bodyLength: Int
    /// The stub that answered, `nil` for a request that met none.
    public let stub: StubReference?
    /// The nearest stubs of a request that met none, and why they did not match.
    public let report: MatchReport?
    /// The status of the answer; `nil` where a fault took the place of a response.
    public let status: HTTPStatus?
    /// The fault that took the place of the response.
    public let fault: Fault?
    /// What matching noticed, such as a regular expression of some stub that took too long and counts as not met.
    public let diagnostics: [MatchDiagnostic]
    /// Why the answer was not sent whole, apart from faults that the stub asked for; `nil` while it is under way and
    /// once it is sent.
    public internal(set) var unfinished: UnfinishedReason? = nil

    /// Whether the body was longer than the journal keeps, so that only its beginning is here.
    public var isBodyCut: Bool { request.body.count < bodyLength }

    /// Whether no stub answered.
    public var isUnmatched: Bool { stub == nil }
}
