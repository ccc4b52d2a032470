/// A way for a request to reach whoever answers it.
///
/// A transport sends one request and returns its response with the whole content at hand (`body.bytes` is not `nil`).
/// It follows no redirect, keeps no cookie and stores nothing: that is the client's part. Any status is a response.
public protocol Transport: Sendable {
    /// Sends a request; called once for each attempt.
    ///
    /// - Throws: `TransportError` where no whole response came, `CancellationError` at once where the task is
    ///   cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
