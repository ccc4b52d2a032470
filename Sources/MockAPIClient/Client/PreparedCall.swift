/// A typed request that was built, so that it can be sent once or, for a cached value and the network's, twice.
struct PreparedCall<Request: APIRequest>: Sendable {
    let request: Request
    let configuration: ClientConfiguration
    let built: HTTPRequest
    let context: CallContext
    /// What is wanted of the transfer.
    let transfer: Transfer?

    var policy: CachePolicy { request.cachePolicy ?? configuration.cachePolicy }

    /// Gets and parses a response as the policy says.
    ///
    /// A stored response that cannot be parsed, for instance since the app has been updated, is let go, and the network
    /// is asked.
    func exchange() async throws -> Exchange<Request.Response> {
        let use = CacheUse(policy)
        do {
            return try await exchange(use)
        } catch let failure as StoredResponseFailure {
            guard use.asksNetwork else { throw failure.error }
            return try await exchange(.reload)
        }
    }

    /// Gets and parses what is stored, be it stale; `nil` where there is nothing that can be used.
    func peek() async throws -> Exchange<Request.Response>? {
        guard configuration.cache != nil else { return nil }
        do {
            return try await exchange(.peek)
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }

    private func exchange(_ use: CacheUse) async throws -> Exchange<Request.Response> {
        let cache = cache(use)
        let call = Call(
            configuration: configuration, context: context, sample: sample, cache: cache, transfer: transfer)
        let (sent, response) = try await call.run(built)
        let source = cache?.source ?? .network
        do {
            let log = ConversionLog()
            let value = try log.recording { try parse(response, to: sent) }
            await cache?.commit()
            return Exchange(
                value: value, request: sent, response: response, source: source, conversions: log.conversions)
        } catch let error as APIError where source != .network {
            await cache?.discard()
            throw StoredResponseFailure(error: error)
        }
    }

    private func cache(_ use: CacheUse) -> CallCache? {
        configuration.cache.map { cache in
            CallCache(
                cache, use, isExplicit: request.cachePolicy.map { $0 != .networkOnly } ?? false,
                isStubbed: context.stubMode != .never,
                credentialHeaders: configuration.plugins.flatMap(\.credentialHeaders),
                adjustKey: { [request] in request.cacheKey($0) })
        }
    }

    private var sample: (@Sendable () throws -> SampleAnswer)? {
        guard let request = request as? any SampleProviding else { return nil }
        return { try request.sample }
    }

    /// Gets a response of an accepted status from the network, its body unparsed.
    func download() async throws -> (request: HTTPRequest, response: HTTPResponse) {
        let call = Call(configuration: configuration, context: context, sample: sample, transfer: transfer)
        let (sent, response) = try await call.run(built)
        try checkStatus(data(response, to: sent))
        return (sent, response)
    }

    private func data(_ response: HTTPResponse, to sent: HTTPRequest) -> ResponseData {
        ResponseData(
            context: ResponseData.Context(
                request: sent, response: response, decoder: request.decoder ?? configuration.decoder,
                modelPath: request.modelPath))
    }

    private func checkStatus(_ data: ResponseData) throws {
        let response = data.context.response
        guard !request.acceptedStatus.contains(response.status) else { return }
        var error = APIError(
            .statusCode(response.status), phase: .status, request: data.context.request, response: response)
        if let type = request.errorModel { error.model = data.errorModel(type) }
        throw error
    }

    /// Checks the status and parses the body.
    private func parse(_ response: HTTPResponse, to sent: HTTPRequest) throws -> Request.Response {
        let data = data(response, to: sent)
        try checkStatus(data)
        do {
            return try request.parse(data)
        } catch var error as APIError {
            error.request = error.request ?? sent
            error.response = error.response ?? response
            throw error
        } catch {
            let found = data.isBlank ? "nothing" : "\(data.bytes.count) bytes"
            let mismatch = ModelMismatch(
                path: "$", expected: String(describing: Request.Response.self), foundType: found, detail: "\(error)")
            throw APIError(
                .modelMismatch(mismatch), phase: .parsing, request: sent, response: response, cause: error)
        }
    }
}

/// What was stored cannot be parsed.
private struct StoredResponseFailure: Error {
    var error: APIError
}
