/// One call on its way: plugins, then cache, then sample, stub transport or transport, then redirects.
struct Call: Sendable {
    let configuration: ClientConfiguration
    let context: CallContext
    /// The sample answer of the request, if it has one.
    let sample: (@Sendable () throws -> SampleAnswer)?
    /// The cache, if the call has one.
    let cache: CallCache?
    /// What is wanted of the transfer.
    let transfer: Transfer?
    /// The request that was sent last.
    private let sent: Locked<HTTPRequest?> = Locked(nil)

    init(
        configuration: ClientConfiguration, context: CallContext, sample: (@Sendable () throws -> SampleAnswer)? = nil,
        cache: CallCache? = nil, transfer: Transfer? = nil
    ) {
        self.configuration = configuration
        self.context = context
        self.sample = sample
        self.cache = cache
        self.transfer = transfer
    }

    /// Gets the response of a request.
    ///
    /// - Throws: `APIError` or `CancellationError`, nothing else.
    func run(_ request: HTTPRequest) async throws -> (request: HTTPRequest, response: HTTPResponse) {
        do {
            try Task.checkCancellation()
            let response = try await chain()(request)
            try Task.checkCancellation()
            return (sent.withLock { $0 } ?? request, response)
        } catch {
            throw normalized(error, request: request)
        }
    }

    private func chain() -> ClientPlugin.Next {
        let end: ClientPlugin.Next = { request in try await follow(request) }
        return configuration.plugins.reversed().reduce(end) { next, plugin in
            { request in try await plugin.intercept(request, context: context, next: next) }
        }
    }

    /// Sends a request and follows redirects.
    private func follow(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = try checked(request, phase: .plugins)
        let redirects = Redirects(
            services: configuration.services,
            credentialHeaders: configuration.plugins.flatMap(\.credentialHeaders))
        var count = 0
        let hasOwnCookie = request.headers.contains(name: "Cookie")
        while true {
            if let cookies = configuration.cookies, !hasOwnCookie {
                request.headers["Cookie"] = cookies.header(for: request)
            }
            let response = try await cachedAnswer(request)
            guard configuration.maximumRedirects > 0, !isSampled,
                let next = redirects.next(after: request, response: response)
            else { return response }
            guard count < configuration.maximumRedirects else {
                throw APIError(
                    .network(.tooManyRedirects), phase: .redirects, request: request, response: response,
                    cause: TransportError(.tooManyRedirects, "more than \(configuration.maximumRedirects) redirects"))
            }
            count += 1
            request = try checked(next, phase: .redirects)
        }
    }

    private var isSampled: Bool { context.stubMode != .never && sample != nil }

    private func checked(_ request: HTTPRequest, phase: APIError.Phase) throws -> HTTPRequest {
        do throws(InvalidRequest) {
            return try request.checked()
        } catch {
            throw APIError(.invalidRequest(error.message), phase: phase, request: request, cause: error.cause)
        }
    }

    /// Gets the response of one request, from the cache where it has one.
    private func cachedAnswer(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let cache else { return try await answer(request) }
        try Task.checkCancellation()
        sent.withLock { $0 = request }
        return try await cache.answer(request) { try await answer($0) }
    }

    /// Sends one request.
    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        sent.withLock { $0 = request }
        let phase: APIError.Phase = context.stubMode == .never ? .transport : .stub
        do {
            switch context.stubMode {
            case .never: break
            case .immediate: return keepingCookies(of: try await stubbed(request), to: request)
            case .delayed(let delay):
                try await Task.sleep(for: delay)
                return keepingCookies(of: try await stubbed(request), to: request)
            }
            return keepingCookies(of: try await send(request, by: configuration.transport), to: request)
        } catch let error as APIError {
            throw error
        } catch let error as TransportError {
            throw APIError(.network(error.reason), phase: phase, request: request, cause: error)
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw APIError(.network(.other), phase: phase, request: request, cause: error)
        }
    }

    private func keepingCookies(of response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        configuration.cookies?.store(response, to: request)
        return response
    }

    private func send(_ request: HTTPRequest, by transport: any Transport) async throws -> HTTPResponse {
        guard let transfer else { return try await transport.send(request) }
        return try await transport.send(request, transfer: transfer)
    }

    private func stubbed(_ request: HTTPRequest) async throws -> HTTPResponse {
        if let sample {
            let answer: SampleAnswer
            do { answer = try sample() } catch {
                throw APIError(
                    .invalidRequest("the sample answer cannot be made: \(error)"), phase: .stub, request: request,
                    cause: error)
            }
            switch answer {
            case .failure(let error): throw error
            case .response(var response):
                response.url = response.url ?? request.url
                return try transfer?.delivered(response) ?? response
            }
        }
        if let stubTransport = configuration.stubTransport { return try await send(request, by: stubTransport) }
        throw APIError(
            .invalidRequest("the client is stubbed, but has no stub transport, and the request has no sample answer"),
            phase: .stub, request: request)
    }

    /// Makes what a plugin threw into what callers get; nothing is wrapped twice.
    private func normalized(_ error: any Error, request: HTTPRequest) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        let sent = sent.withLock { $0 } ?? request
        if var error = error as? APIError {
            if error.request == nil { error.request = sent }
            return error
        }
        if let error = error as? TransportError {
            return APIError(.network(error.reason), phase: .plugins, request: sent, cause: error)
        }
        return APIError(.network(.other), phase: .plugins, request: sent, cause: error)
    }
}
