import Foundation
import MockAPIClient
import Testing

private struct Tracer: ClientPlugin {
    let name: String
    let log: Recorder<String>

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        log.add("\(name) before")
        do {
            let response = try await next(request)
            log.add("\(name) after \(response.status.code)")
            return response
        } catch {
            log.add("\(name) \(error is CancellationError ? "cancelled" : (error as? APIError)?.kind.name ?? "?")")
            throw error
        }
    }
}

private struct FunctionPlugin: ClientPlugin {
    let body: @Sendable (HTTPRequest, CallContext, Next) async throws -> HTTPResponse

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        try await body(request, context, next)
    }
}

private struct Oops: Error {}

@Suite struct Plugins {
    private func client(
        _ plugins: [any ClientPlugin], stubMode: StubMode = .never,
        _ transport: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse = { _ in HTTPResponse(200) }
    ) -> Client {
        let transport = FunctionTransport(transport)
        return Client(
            ClientConfiguration(transport: transport, stubTransport: transport, stubMode: stubMode, plugins: plugins))
    }

    private let request = TestRequest<EmptyResponse>()

    @Test func `see the request in their order and the response in the reverse one`() async throws {
        let log = Recorder<String>()
        _ = try await client([Tracer(name: "a", log: log), Tracer(name: "b", log: log)]).send(request)
        #expect(log.values == ["a before", "b before", "b after 200", "a after 200"])
    }

    @Test func `see every status, which is checked after them`() async {
        let log = Recorder<String>()
        let client = client([Tracer(name: "a", log: log)]) { _ in HTTPResponse(500) }
        #expect(await apiError { try await client.send(request) }?.kind == .statusCode(500))
        #expect(log.values == ["a before", "a after 500"])
    }

    @Test func `see stubbed calls`() async throws {
        let log = Recorder<String>()
        let client = client([Tracer(name: "a", log: log)], stubMode: .immediate) { _ in HTTPResponse(203) }
        _ = try await client.send(request)
        #expect(log.values == ["a before", "a after 203"])
    }

    @Test func `see failed calls`() async {
        let log = Recorder<String>()
        let client = client([Tracer(name: "a", log: log)]) { _ in throw TransportError(.refused, "no") }
        let error = await apiError { try await client.send(request) }
        #expect(error?.kind == .network(.refused))
        #expect(error?.phase == .transport)
        #expect(error?.cause is TransportError)
        #expect(log.values == ["a before", "a network"])
    }

    @Test func `see cancelled calls`() async throws {
        let log = Recorder<String>()
        let started = AsyncStream<Void>.makeStream()
        let client = client([Tracer(name: "a", log: log)]) { _ in
            started.continuation.yield()
            try await Task.sleep(for: .seconds(60))
            return HTTPResponse(200)
        }
        let task = Task { try await client.send(request) }
        for await _ in started.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.values == ["a before", "a cancelled"])
    }

    @Test func `may change the request, answer themselves and ask again`() async throws {
        let sent = Recorder<HTTPFields>()
        let transport: @Sendable (HTTPRequest) async throws -> HTTPResponse = {
            sent.add($0.headers)
            return HTTPResponse(sent.values.count < 3 ? 503 : 200)
        }
        let retry = FunctionPlugin { request, _, next in
            var response = try await next(request)
            while response.status == 503 { response = try await next(request) }
            return response
        }
        let mark = FunctionPlugin { request, _, next in
            var request = request
            request.headers["X-Mark"] = "1"
            return try await next(request)
        }
        _ = try await client([retry, mark], transport).send(request)
        #expect(sent.values.map { $0["X-Mark"] } == ["1", "1", "1"])
        let answer = FunctionPlugin { _, _, _ in HTTPResponse(418) }
        #expect(await apiError { try await client([answer]).send(request) }?.kind == .statusCode(418))
    }

    @Test func `know the call`() async throws {
        let seen = Recorder<CallContext>()
        let plugin = FunctionPlugin { request, context, next in
            seen.add(context)
            return try await next(request)
        }
        let client = client([plugin])
        client.configure { $0.services.register(Service("s", baseURL: "http://s.example")) }
        _ = try await client.send(TestRequest<EmptyResponse>(base: .service("s")))
        _ = try await client.send(HTTPRequest(.get, #require(URL(string: "http://x.example/"))))
        #expect(seen.values.map(\.name) == ["TestRequest<EmptyResponse>", "HTTPRequest"])
        #expect(seen.values.map(\.service) == ["s", nil])
        #expect(seen.values[0].source is TestRequest<EmptyResponse>)
        #expect(seen.values[0].id != seen.values[1].id)
    }

    @Test func `have their errors passed on once wrapped and never twice`() async throws {
        let own = FunctionPlugin { _, _, _ in throw Oops() }
        let error = try #require(await apiError { try await client([own]).send(request) })
        #expect(error.kind == .network(.other))
        #expect(error.phase == .plugins)
        #expect(error.cause is Oops)
        let inner = FunctionPlugin { request, _, next in try await next(request) }
        let wrapped = try #require(await apiError { try await client([inner, inner, own]).send(request) })
        #expect(wrapped.cause is Oops)
        let typed = FunctionPlugin { _, _, _ in throw APIError(.emptyBody, phase: .plugins) }
        let kept = try #require(await apiError { try await client([inner, typed]).send(request) })
        #expect(kept.kind == .emptyBody)
        #expect(kept.cause == nil)
        #expect(kept.request != nil)
    }

    @Test func `cannot send what is invalid`() async {
        let bad = FunctionPlugin { request, _, next in
            var request = request
            request.headers["X"] = "a\nb"
            return try await next(request)
        }
        let error = await apiError { try await client([bad]).send(request) }
        #expect(error?.kind.name == "invalidRequest")
        #expect(error?.phase == .plugins)
    }

    @Test func `add an access token only when there is one`() async throws {
        let sent = Recorder<String?>()
        let token = Locked<String?>(nil)
        let client = client([AccessToken { token.withLock { $0 } }]) {
            sent.add($0.headers["access-token"])
            return HTTPResponse(200)
        }
        _ = try await client.send(request)
        token.withLock { $0 = "" }
        _ = try await client.send(request)
        token.withLock { $0 = "t1" }
        _ = try await client.send(request)
        _ = try await client.send(TestRequest<EmptyResponse>(headers: ["Access-Token": "own"]))
        #expect(sent.values == [nil, nil, "t1", "own"])
    }
}
