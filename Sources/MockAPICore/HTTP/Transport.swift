/// A way for a request to reach whoever answers it.
///
/// A transport sends one request and returns its response with the whole content at hand (`body.bytes` is not `nil`), or,
/// where a transfer says so, in a file. It follows no redirect, keeps no cookie and stores nothing: that is the client's
/// part. Any status is a response.
public protocol Transport: Sendable {
    /// Sends a request; called once for each attempt.
    ///
    /// - Throws: `TransportError` where no whole response came, `CancellationError` at once where the task is
    ///   cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse

    /// Sends a request and does for its transfer what is wanted; called once for each attempt.
    ///
    /// By default that is done when the whole response is there.
    ///
    /// - Throws: as `send(_:)`.
    func send(_ request: HTTPRequest, transfer: Transfer) async throws -> HTTPResponse
}

extension Transport {
    /// Sends the request, and does the rest afterwards.
    public func send(_ request: HTTPRequest, transfer: Transfer) async throws -> HTTPResponse {
        let response = try await send(request)
        if let length = request.body.length { transfer.onSent?(TransferProgress(count: length, total: length)) }
        return try transfer.delivered(response)
    }
}
