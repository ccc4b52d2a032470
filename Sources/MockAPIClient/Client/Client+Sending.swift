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
        try Task.checkCancellation()
        return try await prepare(request).exchange()
    }

    /// Sends a request that has no type; any status is a response.
    ///
    /// Plugins, default headers, replaced services, stub mode, cache and redirects are those of typed requests.
    ///
    /// - Throws: as `send(_:)`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let configuration = configuration
        let completed = try build { try RequestBuilder(configuration: configuration).complete(request) }
        let context = CallContext(id: nextCallID(), source: nil, service: nil, stubMode: configuration.stubMode)
        let cache = configuration.cache.map {
            CallCache(
                $0, CacheUse(configuration.cachePolicy), isStubbed: context.stubMode != .never,
                credentialHeaders: configuration.plugins.flatMap(\.credentialHeaders))
        }
        let response = try await Call(configuration: configuration, context: context, cache: cache).run(completed)
            .response
        await cache?.commit()
        return response
    }

    /// The request that would be sent, before the plugins see it.
    ///
    /// - Throws: `APIError` of kind `invalidRequest`.
    public func makeRequest(_ request: some APIRequest) throws -> HTTPRequest {
        let configuration = configuration
        return try build { try RequestBuilder(configuration: configuration).build(request) }
    }

    /// Builds a request and takes the settings of this moment.
    func prepare<Request: APIRequest>(_ request: Request, transfer: Transfer? = nil) throws -> PreparedCall<Request> {
        let configuration = configuration
        let built = try build { try RequestBuilder(configuration: configuration).build(request) }
        var service: String?
        if case .service(let name) = request.base { service = name }
        let context = CallContext(
            id: nextCallID(), source: request, service: service, stubMode: configuration.stubMode)
        return PreparedCall(
            request: request, configuration: configuration, built: built, context: context, transfer: transfer)
    }

    private func build(_ body: () throws -> HTTPRequest) throws -> HTTPRequest {
        do {
            let request = try body()
            _ = try request.checked()
            return request
        } catch let error as APIError {
            throw error
        } catch let error as InvalidRequest {
            throw APIError(.invalidRequest(error.message), phase: .building, cause: error.cause)
        } catch {
            throw APIError(.invalidRequest("the body cannot be made: \(error)"), phase: .building, cause: error)
        }
    }
}
