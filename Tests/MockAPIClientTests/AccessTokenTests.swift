import Foundation
import MockAPIClient
import MockAPIServer
import MockAPIStubs
import Testing

// Case errors-5 of the field cases, through both transports.
@Suite struct `An access token that is invalid` {
    private static let stubs = #"""
        {"mappings": [
          {"request": {"method": "ANY", "urlPath": "/r", "headers": {"Authorization": {"equalTo": "Bearer t2"}}},
           "response": {"jsonBody": {"id": 1, "name": "r"}}},
          {"request": {"method": "ANY", "urlPath": "/r"}, "priority": 9,
           "response": {"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}},
          {"request": "ANY /never", "response": {"status": 401}},
          {"request": "POST /refresh", "response": {"jsonBody": {"token": "t2"}, "fixedDelayMilliseconds": 200}},
          {"request": "POST /refuse", "response": {"status": 400, "fixedDelayMilliseconds": 200}},
          {"request": "POST /unauthorized", "response": {"status": 401, "fixedDelayMilliseconds": 200}},
          {"request": "POST /silent", "response": {"fixedDelayMilliseconds": 600000}}
        ]}
        """#

    private struct Token: Codable, Sendable { var token: String }

    private final class Session: Sendable {
        let token = Locked<String?>("t1")
        let invalid = Recorder<String>()
        let client = Locked<Client?>(nil)
    }

    /// A client whose token is got anew at a path of the server, by the client itself.
    private func withClient(
        _ kind: TransportKind, refresh path: String = "/refresh",
        _ body: (Client, MockServer, Session) async throws -> Void
    ) async throws {
        let server = MockServer(stubs: try StubLoader.read(Self.stubs).stubsOrThrow())
        try server.start()
        let session = Session()
        let base = BaseURL.url(server.baseURL.absoluteString)
        let plugin = AccessToken(
            header: "Authorization", prefix: "Bearer ", token: { session.token.withLock { $0 } },
            refresh: { _ in
                let request = TestRequest<Token>(base: base, path: path, method: .post, timeout: .seconds(1))
                let token = try await session.client.withLock { $0 }?.send(request).token
                session.token.withLock { $0 = token }
                return token
            }, onInvalid: { session.invalid.add($0.token) })
        let services = ServiceDirectory([Service("s", baseURL: server.baseURL.absoluteString)])
        let client = Client(
            ClientConfiguration(
                transport: kind.transport, plugins: [plugin], services: services, timeout: .seconds(60)))
        session.client.withLock { $0 = client }
        do { try await body(client, server, session) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func get(_ client: Client, _ path: String = "/r", _ method: HTTPMethod = .get) async -> String {
        do {
            var request = TestRequest<User>(base: .service("s"), path: path, method: method)
            if method == .post { request.parameters = ["a": "content"] }
            return try await client.send(request).name
        } catch let error as APIError {
            return error.status.map { "\($0.code)" } ?? error.kind.name
        } catch { return "\(type(of: error))" }
    }

    private func twenty(_ client: Client) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { await get(client) } }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    private func count(_ server: MockServer, _ path: String) -> Int {
        server.journal.entries.count { $0.request.rawPath == path }
    }

    @Test(arguments: TransportKind.allCases)
    func `is got anew once for twenty calls, and used by a late one`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server, session in
            #expect(await twenty(client) == ["r": 20])
            #expect(count(server, "/refresh") == 1)
            // The token that the app has is the old one again: its 401 comes when the new one is known.
            session.token.withLock { $0 = "t1" }
            #expect(await get(client) == "r")
            #expect(count(server, "/refresh") == 1)
            #expect(session.invalid.values == [])
            let refresh = try #require(server.journal.entries.first { $0.request.rawPath == "/refresh" })
            #expect(refresh.request.value(of: "Authorization") == nil)
        }
    }

    @Test(arguments: TransportKind.allCases, [("/refuse", "400"), ("/unauthorized", "401")])
    func `that cannot be got anew fails all calls alike, after one attempt`(
        kind: TransportKind, row: (String, String)
    ) async throws {
        try await withClient(kind, refresh: row.0) { client, server, session in
            #expect(await twenty(client) == [row.1: 20])
            #expect(count(server, row.0) == 1)
            #expect(count(server, "/r") == 20)
            #expect(session.invalid.values == ["t1"])
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `is sent once more only, and told of when that is in vain`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server, session in
            #expect(await get(client, "/never") == "401")
            #expect(count(server, "/never") == 2)
            #expect(session.invalid.values == ["t2"])
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `goes with a POST that sends its body again, once`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server, _ in
            #expect(await get(client, "/r", .post) == "r")
            let bodies = server.journal.entries.filter { $0.request.rawPath == "/r" }.map(\.request.body)
            #expect(bodies == Array(repeating: Array("a=content".utf8), count: 2))
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `leaves cancelled calls alone and serves the others`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server, _ in
            let requests = server.requests()
            let tasks = (0..<20).map { _ in Task { await get(client) } }
            for await entry in requests where entry.request.rawPath == "/refresh" { break }
            for task in tasks.dropLast() { task.cancel() }
            for task in tasks.dropLast() { #expect(await task.value == "CancellationError") }
            #expect(await tasks[19].value == "r")
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `is asked for again after a refresh that was never answered`(kind: TransportKind) async throws {
        try await withClient(kind, refresh: "/silent") { client, server, _ in
            #expect(await twenty(client) == ["network": 20])
            #expect(count(server, "/silent") == 1)
            #expect(await get(client) == "network")
            #expect(count(server, "/silent") == 2)
        }
    }

    @Test func `is told by a field of the body, once for each token`() async throws {
        let invalid = Recorder<String>()
        let token = Locked("t1")
        let answer = HTTPResponse(
            200, headers: ["Content-Type": "application/json"], body: HTTPBody(#"{"error": {"code": 10001}}"#))
        let plugin = AccessToken(
            token: { token.withLock { $0 } }, signs: [.status(401), .field("error.code", 10001, 10002)],
            onInvalid: { invalid.add($0.token) })
        let client = Client(
            ClientConfiguration(transport: FunctionTransport { _ in answer }, plugins: [plugin]))
        for _ in 0..<3 { _ = try await client.send(TestRequest<EmptyResponse>()) }
        token.withLock { $0 = "t2" }
        _ = try await client.send(TestRequest<EmptyResponse>())
        #expect(invalid.values == ["t1", "t2"])
    }

    @Test func `gives up its refresh when nobody waits any more`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let plugin = AccessToken(
            token: { "t1" },
            refresh: { _ in
                start.yield()
                try? await Task.sleep(for: .seconds(60))
                end.yield(Task.isCancelled)
                return "t2"
            })
        let client = Client(
            ClientConfiguration(transport: FunctionTransport { _ in HTTPResponse(401) }, plugins: [plugin]))
        let task = Task { try await client.send(TestRequest<EmptyResponse>()) }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await wasCancelled in ended {
            #expect(wasCancelled)
            break
        }
    }
}
