import Foundation
import MockAPIClient
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport
import Testing

/// Passes calls on, whatever it is.
private struct Plugin: ClientPlugin {
    var work: @Sendable (HTTPRequest, @escaping Next) async throws -> HTTPResponse

    func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws -> HTTPResponse {
        try await work(request, next)
    }
}

private struct AnyJSON: APIRequest {
    typealias Response = JSONValue
    var base: BaseURL { "http://test.example" }
}

// What nobody is meant to do, and somebody does.
@Suite struct `A client that is used in odd ways` {
    private static let stubs = #"""
        {"mappings": [
          {"request": "ANY /user", "response": {"jsonBody": {"id": 1, "name": "Ann"}}},
          {"request": "PUT /busy", "response": {"status": 503}},
          {"request": "PUT /away", "response": {"status": 307, "headers": {"Location": "/user"}}},
          {"request": "GET /unchanged", "response": {"status": 304, "headers": {"ETag": "\"x\""}}},
          {"request": "GET /varies", "response": {"headers": {"Vary": "*", "Cache-Control": "max-age=60"},
           "jsonBody": {"id": 3, "name": "first"}}}
        ]}
        """#

    private func withClient(
        _ kind: TransportKind, _ body: (Client, MockServer) async throws -> Void
    ) async throws {
        try await kind.withServedClient(
            stubs: Self.stubs, services: [Service("s", baseURL: "https://real.example")], body)
    }

    private func user(_ path: String = "/user") -> TestRequest<User> {
        TestRequest<User>(base: .service("s"), path: path)
    }

    private func pieces() -> HTTPBody {
        HTTPBody(
            .stream(length: nil) {
                AsyncThrowingStream { stream in
                    for piece in ["one ", "two ", "three"] { stream.yield(Array(piece.utf8)) }
                    stream.finish()
                }
            })
    }

    @Test(arguments: TransportKind.allCases)
    func `makes thousands of calls at once`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let names = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<2000 { group.addTask { try await client.send(user()).name } }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(names == ["Ann": 2000])
            #expect(server.journal.entries.count + server.journal.droppedCount == 2000)
        }
    }

    @Test(
        arguments: TransportKind.allCases,
        [Duration.seconds(Int64.max), .nanoseconds(Int64.max), .seconds(100_000_000)])
    func `takes a time limit that is none`(kind: TransportKind, timeout: Duration) async throws {
        try await withClient(kind) { client, _ in
            var request = user()
            request.timeout = timeout
            let answer = try await client.send(request)
            #expect(answer.id == 1)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `sends streams again, on a redirect and after a busy answer`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let attempts = Recorder<String>()
            let third = Plugin { request, next in
                attempts.add(request.url.path)
                if attempts.values.count(where: { $0 == "/busy" }) == 3 {
                    _ = try server.add(
                        json: #"{"request": "PUT /busy", "response": {"jsonBody": {"id": 2, "name": "b"}}}"#)
                }
                return try await next(request)
            }
            client.configure { $0.plugins = [Retry(firstDelay: .zero), third] }
            for path in ["/away", "/busy"] {
                let body = pieces()
                let request = TestRequest<User>(
                    base: .service("s"), path: path, method: .put,
                    makeBody: { RequestBody(body, contentType: "text/plain") })
                let answer = try await client.send(request)
                #expect(answer.id > 0)
            }
            let requests = server.journal.entries.map(\.request)
            #expect(requests.map(\.rawPath) == ["/away", "/user", "/busy", "/busy", "/busy"])
            #expect(requests.allSatisfy { $0.body == Array("one two three".utf8) })
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `gets a 304 that it did not ask for as a status`(kind: TransportKind) async throws {
        try await withClient(kind) { client, _ in
            for cache in [nil, ResponseCache(store: MemoryCacheStore())] {
                client.configure { $0.cache = cache }
                #expect(await apiError { try await client.send(user("/unchanged")) }?.kind == .statusCode(304))
                let plain = try await client.send(client.makeRequest(user("/unchanged")))
                #expect(plain.status == 304)
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `stores nothing that varies by everything`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            client.configure { $0.cache = ResponseCache(store: MemoryCacheStore()) }
            let answer = try await client.send(user("/varies"))
            #expect(answer.id == 3)
            _ = try server.add(
                json: #"{"request": "GET /varies", "response": {"jsonBody": {"id": 4, "name": "second"}}}"#)
            let second = try await client.send(user("/varies"))
            #expect(second.id == 4)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `has plugins that ask twice at once, and that throw`(kind: TransportKind) async throws {
        struct Refusal: Error {}
        try await withClient(kind) { client, server in
            client.configure {
                $0.plugins = [
                    Plugin { request, next in
                        async let first = next(request)
                        async let second = next(request)
                        _ = try await first
                        return try await second
                    }
                ]
            }
            let answer = try await client.send(user())
            #expect(answer.id == 1)
            #expect(server.journal.entries.count == 2)
            client.configure { $0.plugins = [Plugin { _, _ in throw Refusal() }] }
            let refusal = await apiError { try await client.send(user()) }
            #expect(refusal?.cause is Refusal)
            client.configure { $0.plugins = [Plugin { _, _ in throw CancellationError() }] }
            await #expect(throws: CancellationError.self) { try await client.send(user()) }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `ends a callback's call though nobody holds the client`(kind: TransportKind) async throws {
        try await withClient(kind) { client, _ in
            let (results, result) = AsyncStream<Int?>.makeStream()
            var short: Client? = Client(client.configuration)
            short?.send(user()) { result.yield(try? $0.get().id) }
            short = nil
            for await id in results {
                #expect(id == 1)
                break
            }
        }
    }

    @Test func `is configured by what it is configured with`() {
        let client = Client(ClientConfiguration(plugins: [Retry()]))
        client.configure { $0.plugins = client.configuration.plugins + [AccessToken("t")] }
        #expect(client.configuration.plugins.count == 2)
    }

    @Test(arguments: [
        "", " ", "//", "http://", "http:///x", "http://[::1", "http://a:99999/", "javascript:alert(1)",
        "file:///etc/passwd",
        "\u{0}", "http://é.example/ü?ü#ü", "%", "%zz", "/%", "?", "#", "http://user:pass@/", "http://a b/", "\\\\x\\y",
        "http://a.example:/", "ftp://a.example/", "..", "../../..", "http:/x", "HTTP://A.EXAMPLE/x", "////",
        String(repeating: "x", count: 100_000),
    ])
    func `follows a location or takes the response as final, whatever it is`(location: String) async throws {
        let asked = Recorder<URL>()
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { request in
                    asked.add(request.url)
                    return asked.values.count > 1
                        ? HTTPResponse(200) : HTTPResponse(302, headers: ["Location": location])
                }))
        let url = try #require(URL(string: "http://test.example/a/b?c"))
        do {
            let response = try await client.send(HTTPRequest(.get, url))
            #expect(response.status == (asked.values.count > 1 ? 200 : 302))
            #expect(asked.values.allSatisfy { ["http", "https"].contains($0.scheme?.lowercased() ?? "") })
        } catch let error as APIError {
            #expect(error.kind.name == "invalidRequest")
        }
    }

    @Test func `bears any header of a response`() async throws {
        let names = [
            "Set-Cookie", "Cache-Control", "Age", "Expires", "Date", "Last-Modified", "ETag", "Vary", "Retry-After",
            "Content-Type", "Content-Encoding", "Content-Length", "Location", "WWW-Authenticate",
        ]
        let pieces = [
            "max-age", "=", "99999999999999999999", "-1", ";", ",", "\"", "\\", " ", "*",
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Expires", "Max-Age", "Path", "Domain", "example", ".", "gzip", "é", "0", "no-store", "stale-if-error",
            "W/",
            "9223372036854775807", "\t", "NaN", "1e308", "text/html", "charset", "application/json", "http://", "a",
        ]
        var random = SeededRandom(seed: 5)
        let headers = Locked(HTTPFields())
        let transport = FunctionTransport { _ in
            HTTPResponse(200, headers: headers.withLock { $0 }, body: HTTPBody(#"{"id":1,"name":"n"}"#))
        }
        let client = Client(
            ClientConfiguration(
                transport: transport, plugins: [Retry(attempts: 2)], cookies: CookieStore(),
                cache: ResponseCache(store: MemoryCacheStore())))
        for _ in 0..<3000 {
            var fields = HTTPFields()
            for _ in 0..<4 {
                let value = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }
                fields.add(names.randomElement(using: &random) ?? "", value.joined())
            }
            headers.withLock { $0 = fields }
            let answer = try await client.send(TestRequest<User>())
            #expect(answer.id == 1)
        }
    }

    @Test func `bears JSON that is nested without end`() async {
        let deep = String(repeating: "[", count: 200_000)
        #expect(await apiError { try await Client(body: deep).send(AnyJSON()) }?.kind.name == "notJSON")
        let whole = deep + String(repeating: "]", count: 200_000)
        #expect(await apiError { try await Client(body: whole).send(TestRequest<[[Int]]>()) } != nil)
    }

    @Test func `is cancelled by its own progress`() async throws {
        let call = Locked<Task<Int, any Error>?>(nil)
        let content = String(repeating: "x", count: 100_000)
        let peer = try ScriptedPeer([.readHead, .waitForClose])
        defer { peer.stop() }
        let client = Client(ClientConfiguration(transport: TransportKind.socket.transport))
        let request = TestRequest<EmptyResponse>(
            base: .url(peer.baseURL), method: .post, makeBody: { .text(content) }, timeout: .seconds(60))
        let (ready, set) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in ready { break }
            _ = try await client.upload(request) { _ in call.withLock { $0?.cancel() } }
            return 0
        }
        call.withLock { $0 = task }
        set.yield()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
