import Foundation
import MockAPIClient
import MockAPIServer
import MockAPIStubs
import Testing

@Suite struct `A client of a stub server` {
    private static let stubs = #"""
        {"mappings": [
          {"request": "GET /user", "response": {"jsonBody": {"id": 1, "name": "Ann"}}},
          {"request": {"method": "GET", "urlPath": "/me", "headers": {"access-token": {"equalTo": "t1"}}},
           "response": {"jsonBody": {"id": 2, "name": "Me"}}},
          {"request": "GET /login", "response": {"status": 401, "headers": {"WWW-Authenticate": "Basic realm=\"x\""}}},
          {"request": "GET /broken", "response": {"status": 500, "jsonBody": {"code": 7}}},
          {"request": "GET /html", "response": {"headers": {"Content-Type": "text/html"}, "body": "<html></html>"}},
          {"request": "GET /empty", "response": {"status": 200}},
          {"request": "GET /no-content", "response": {"status": 204}},
          {"request": "GET /blank", "response": {"body": "  \r\n"}},
          {"request": "GET /reset-content", "response": {"status": 205}},
          {"request": "HEAD /long", "response": {"headers": {"Content-Length": "120"}}},
          {"request": "GET /null", "response": {"body": "null"}},
          {"request": "GET /wrong-type", "response": {"jsonBody": {"id": "1", "name": "Ann"}}},
          {"request": "GET /missing-key", "response": {"jsonBody": {"id": 1}}},
          {"request": "GET /slow", "response": {"jsonBody": {"id": 1, "name": "Slow"}, "fixedDelayMilliseconds": 30000}},
          {"request": "GET /reset", "response": {"fault": "CONNECTION_RESET_BY_PEER"}},
          {"request": "GET /nothing", "response": {"fault": "EMPTY_RESPONSE"}},
          {"request": "GET /garbage", "response": {"fault": "RANDOM_DATA_THEN_CLOSE"}},
          {"request": "GET /bad-chunk", "response": {"fault": "MALFORMED_RESPONSE_CHUNK"}},
          {"request": "GET /short", "response": {"jsonBody": {"id": 1, "name": "Ann"}, "truncateAfter": 5}},
          {"request": "GET /loop", "response": {"status": 302, "headers": {"Location": "/loop"}}},
          {"request": "GET /moved", "response": {"status": 301, "headers": {"Location": "/user"}}},
          {"request": "POST /again", "response": {"status": 307, "headers": {"Location": "/form"}}},
          {"request": {"method": "POST", "urlPath": "/form", "headers": {"Host": {"equalTo": "real.example"}},
                       "bodyPatterns": [{"equalTo": "a=1&b=x+y"}]},
           "response": {"jsonBody": {"id": 3, "name": "Form"}}},
          {"request": "POST /upload", "response": {"status": 201, "body": "ok"}}
        ]}
        """#

    private func withClient(
        _ kind: TransportKind, _ body: (Client, MockServer) async throws -> Void
    ) async throws {
        try await kind.withServedClient(
            stubs: Self.stubs, services: [Service("s", baseURL: "https://real.example")], body)
    }

    private func user(_ path: String, timeout: Duration? = nil) -> TestRequest<User> {
        TestRequest<User>(base: .service("s"), path: path, timeout: timeout)
    }

    @Test(arguments: TransportKind.allCases)
    func `gets its models, follows redirects, and sends its token`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let user = try await client.send(user("user"))
            #expect(user == User(id: 1, name: "Ann"))
            let moved = try await client.send(self.user("/moved"))
            #expect(moved == user)
            let refused = await apiError { try await client.send(self.user("/me")) }
            #expect(refused?.kind == .statusCode(404))
            client.configure { $0.plugins = [AccessToken("t1")] }
            let me = try await client.send(self.user("/me"))
            #expect(me.id == 2)
            #expect(server.journal.entries.allSatisfy { $0.request.value(of: "Host") == "real.example" })
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `keeps method and body on a 307`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            var request = user("/again")
            request.method = .post
            request.parameters = ["a": 1, "b": "x y"]
            let user = try await client.send(request)
            #expect(user.name == "Form")
            #expect(server.journal.entries.map(\.request.rawPath) == ["/again", "/form"])
        }
    }

    @Test(
        arguments: TransportKind.allCases,
        [
            ("/login", .statusCode(401)), ("/nowhere", .statusCode(404)), ("/broken", .statusCode(500)),
            ("/empty", .emptyBody), ("/no-content", .emptyBody), ("/blank", .emptyBody),
            ("/reset", .network(.reset)), ("/nothing", .network(.reset)), ("/garbage", .network(.malformed)),
            ("/bad-chunk", .network(.malformed)), ("/short", .network(.truncated)),
            ("/loop", .network(.tooManyRedirects)), ("/slow", .network(.timedOut)),
            (
                "/wrong-type",
                .modelMismatch(
                    ModelMismatch(path: "$.id", expected: "integer", foundType: "string", foundValue: "\"1\""))
            ),
            (
                "/missing-key",
                .modelMismatch(ModelMismatch(path: "$.name", expected: "string", foundType: "nothing"))
            ),
        ] as [(String, APIError.Kind)])
    func `gets one kind of error for one cause`(kind: TransportKind, row: (String, APIError.Kind)) async throws {
        try await withClient(kind) { client, _ in
            let request = user(row.0, timeout: row.0 == "/slow" ? .seconds(1) : nil)
            let error = try #require(await apiError { try await client.send(request) })
            #expect(error.kind == row.1, "\(error)")
            #expect(error.request?.headers["Host"] == "real.example")
            if case .network(let reason) = error.kind {
                #expect((error.cause as? TransportError)?.reason == reason)
            } else {
                #expect(error.response != nil)
            }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `reads text that is no JSON as what it is`(kind: TransportKind) async throws {
        try await withClient(kind) { client, _ in
            #expect(await apiError { try await client.send(user("/html")) }?.kind.name == "notJSON")
            let text = try await client.send(TestRequest<String>(base: .service("s"), path: "/html"))
            #expect(text == "<html></html>")
        }
    }

    // Case decoding-1 of the field cases, over the wire.
    @Test(arguments: TransportKind.allCases)
    func `tells an empty body from null and from no JSON`(kind: TransportKind) async throws {
        try await withClient(kind) { client, _ in
            let empty: [(HTTPMethod, String)] = [
                (.get, "/empty"), (.get, "/no-content"), (.get, "/blank"), (.get, "/reset-content"), (.head, "/long"),
            ]
            for (method, path) in empty {
                func request<Model: Decodable & Sendable>(_ type: Model.Type) -> TestRequest<Model> {
                    TestRequest<Model>(base: .service("s"), path: path, method: method)
                }
                let nothing = try await client.send(request(EmptyResponse.self))
                #expect(nothing == EmptyResponse())
                let none = try await client.send(request(User?.self))
                #expect(none == nil)
                for error in [
                    await apiError { try await client.send(request(User.self)) },
                    await apiError { try await client.send(request([User].self)) },
                ] {
                    #expect(error?.kind == .emptyBody, "\(method) \(path)")
                    #expect(error?.status != nil)
                }
            }
            let null = try await client.send(TestRequest<User?>(base: .service("s"), path: "/null"))
            #expect(null == nil)
            let error = await apiError { try await client.send(user("/null")) }
            guard case .modelMismatch(let mismatch) = error?.kind else { return #expect(Bool(false)) }
            #expect(mismatch.path == "$")
            #expect(mismatch.foundType == "null")
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `reads the error object of a service`(kind: TransportKind) async throws {
        struct Problem: Codable, Equatable { var code: Int }
        try await withClient(kind) { client, _ in
            let error = try #require(await apiError { try await client.send(user("/broken")) })
            #expect(try error.decodeBody(Problem.self) == Problem(code: 7))
        }
    }

    // Case errors-1 of the field cases.
    @Test(arguments: TransportKind.allCases)
    func `ends a cancelled call once and at once`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let requests = server.requests()
            let task = Task { try await client.send(user("/slow")) }
            for await _ in requests { break }
            let clock = ContinuousClock()
            let start = clock.now
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(clock.now - start < .seconds(10))

            let results = Recorder<Result<User, APIError>>()
            let (ended, end) = AsyncStream<Void>.makeStream()
            let call = client.send(user("/slow")) {
                results.add($0)
                end.yield()
            }
            call.cancel()
            call.cancel()
            for await _ in ended { break }
            #expect(results.values.count == 1)
            guard case .failure(let error) = try #require(results.values.first) else { return #expect(Bool(false)) }
            #expect(error.kind == .cancelled)
        }
    }

    // Case multipart-1 of the field cases, over the wire.
    @Test(arguments: TransportKind.allCases)
    func `uploads several files`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let form = MultipartForm([
                MultipartForm.Part(name: "text", content: Array("值".utf8)),
                MultipartForm.Part(
                    name: "da\"ta", fileName: "my \"q\"\r\nX-Evil: 1.pdf", contentType: "application/pdf",
                    content: Array("A".utf8)),
                MultipartForm.Part(name: "empty", fileName: "", content: []),
            ])
            let request = TestRequest<String>(
                base: .service("s"), path: "/upload", method: .post, headers: ["Content-Type": "application/json"],
                makeBody: { try .multipart(form) })
            #expect(try await client.send(request) == "ok")
            let sent = try #require(server.journal.entries.first?.request)
            #expect(sent.value(of: "Content-Length") == "\(try form.encoded().count)")
            #expect(sent.value(of: "X-Evil") == nil)
            let parts = try MultipartParser.parse(sent.body, contentType: try #require(sent.value(of: "Content-Type")))
            #expect(parts.map(\.name) == form.parts.map(\.name))
            #expect(parts.map(\.fileName) == form.parts.map(\.fileName))
            #expect(parts.map(\.content) == form.parts.map(\.content))
        }
    }

    @Test func `is answered by the same stubs without a server`() async throws {
        let stubs = try StubLoader.read(Self.stubs).stubsOrThrow()
        let client = Client(
            ClientConfiguration(stubTransport: StubTransport(stubs: stubs), stubMode: .immediate))
        let request = TestRequest<User>(base: "https://real.example", path: "/moved")
        #expect(try await client.send(request) == User(id: 1, name: "Ann"))
        let error = await apiError { try await client.send(TestRequest<User>(path: "/reset")) }
        #expect(error?.kind == .network(.reset))
        #expect(error?.phase == .stub)
    }
}
