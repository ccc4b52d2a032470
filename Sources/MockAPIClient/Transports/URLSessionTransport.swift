/// Sends requests with Foundation's URLSession.
public struct URLSessionTransport: Transport {
    /// Makes a transport; all of them share one session.
    public init() {}

    /// Sends a request.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw TransportError(.other, "")
    }
}
