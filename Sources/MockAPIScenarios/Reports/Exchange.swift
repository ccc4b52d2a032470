public import MockAPICore

/// A request that a client handed to its transport, and what came back.
public struct Exchange: Sendable {
    /// The ways an exchange ends.
    public enum Outcome: Sendable {
        /// A whole response came.
        case response(HTTPResponse)
        /// No whole response came.
        case failure(TransportError)
        /// The call was cancelled.
        case cancelled
    }

    /// The request.
    public var request: HTTPRequest
    /// How it ended.
    public var outcome: Outcome

    /// Makes an exchange.
    public init(request: HTTPRequest, outcome: Outcome) {
        self.request = request
        self.outcome = outcome
    }
}
