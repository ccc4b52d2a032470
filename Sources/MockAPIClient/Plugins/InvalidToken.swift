/// What is known of a token that was found to be invalid.
public struct InvalidToken: Sendable {
    /// The token.
    public let token: String
    /// The request that it was sent with.
    public let request: HTTPRequest
    /// The response that says so.
    public let response: HTTPResponse
}
