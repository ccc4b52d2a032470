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
        let configuration = configuration
        let built = try build { try RequestBuilder(configuration: configuration).build(request) }
        var service: String?
        if case .service(let name) = request.base { service = name }
        let context = CallContext(
            id: nextCallID(), source: request, service: service, stubMode: configuration.stubMode)
        let call = Call(configuration: configuration, context: context, sample: sample(of: request))
        let (sent, response) = try await call.run(built)
        guard request.acceptedStatus.contains(response.status) else {
            throw APIError(.statusCode(response.status), phase: .status, request: sent, response: response)
        }
        let data = ResponseData(
            context: ResponseData.Context(
                request: sent, response: response, decoder: request.decoder ?? configuration.decoder))
        return Exchange(value: try parse(request, data), request: sent, response: response)
    }

    /// Sends a request that has no type; any status is a response.
    ///
    /// Plugins, default headers, replaced services, stub mode and redirects are those of typed requests.
    ///
    /// - Throws: as `send(_:)`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let configuration = configuration
        let completed = try build { try RequestBuilder(configuration: configuration).complete(request) }
        let context = CallContext(id: nextCallID(), source: nil, service: nil, stubMode: configuration.stubMode)
        return try await Call(configuration: configuration, context: context).run(completed).response
    }

    /// The request that would be sent, before the plugins see it.
    ///
    /// - Throws: `APIError` of kind `invalidRequest`.
    public func makeRequest(_ request: some APIRequest) throws -> HTTPRequest {
        let configuration = configuration
        return try build { try RequestBuilder(configuration: configuration).build(request) }
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

    private func sample(of request: some APIRequest) -> (@Sendable () throws -> SampleAnswer)? {
        guard let request = request as? any SampleProviding else { return nil }
        return { try request.sample }
    }

    private func parse<Request: APIRequest>(_ request: Request, _ data: ResponseData) throws -> Request.Response {
        do {
            return try request.parse(data)
        } catch var error as APIError {
            error.request = error.request ?? data.context.request
            error.response = error.response ?? data.context.response
            throw error
        } catch {
            let found = data.isBlank ? "nothing" : "\(data.bytes.count) bytes"
            let mismatch = ModelMismatch(
                path: "$", expected: String(describing: Request.Response.self), foundType: found, detail: "\(error)")
            throw APIError(
                .modelMismatch(mismatch), phase: .parsing, request: data.context.request,
                response: data.context.response, cause: error)
        }
    }
}
