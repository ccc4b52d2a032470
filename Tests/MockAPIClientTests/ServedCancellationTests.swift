import Foundation
import MockAPIClient
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport
import Testing

// Case errors-1 of the field cases, step by step, against the stub server and through both transports.
@Suite struct `A call that is cancelled` {
    private static let stubs = #"""
        {"mappings": [
          {"request": "GET /slow", "response": {"jsonBody": {"id": 1, "name": "slow"}, "fixedDelayMilliseconds": 600000}},
          {"request": "GET /quick", "response": {"jsonBody": {"id": 2, "name": "quick"}}},
          {"request": "GET /busy", "response": {"status": 503, "headers": {"Retry-After": "20"}}},
          {"request": "GET /private", "response": {"status": 401}},
          {"request": "GET /kept", "response": {"jsonBody": {"id": 3, "name": "kept"}}}
        ]}
        """#

    private func withClient(
        _ kind: TransportKind, _ body: (Client, MockServer) async throws -> Void
    ) async throws {
        try await kind.withServedClient(
            stubs: Self.stubs, services: [Service("s", baseURL: "https://real.example")], body)
    }

    private func user(_ path: String) -> TestRequest<User> { TestRequest<User>(base: .service("s"), path: path) }

    /// Sends a request, cancels it when the server has it, and expects the call to end at once, by nothing else.
    private func cancelled(
        _ client: Client, _ server: MockServer, _ path: String, times: Int = 1
    ) async throws {
        let requests = server.requests()
        let task = Task { try await client.send(user(path)) }
        for await entry in requests where entry.request.rawPath == path { break }
        let start = ContinuousClock.now
        for _ in 0..<times { task.cancel() }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ContinuousClock.now - start < .seconds(15))
    }

    @Test(arguments: TransportKind.allCases)
    func `ends at once, also where it is cancelled twice`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            try await cancelled(client, server, "/slow")
            try await cancelled(client, server, "/slow", times: 2)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `before it begins sends nothing`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await client.send(user("/quick"))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.journal.entries.isEmpty)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `after its end has its value`(kind: TransportKind) async throws {
        try await withClient(kind) { client, _ in
            let task = Task { try await client.send(user("/quick")) }
            let value = try await task.value
            task.cancel()
            let answer = try await task.value
            #expect(answer == value)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `within a body that drips leaves no file`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let folder = try TemporaryFolder()
            let content = String(repeating: "x", count: 10 << 20)
            _ = try server.add(
                json: #"{"request": "GET /large", "response": {"body": "\#(content)", "bytesPerSecond": 20000}}"#)
            let (came, come) = AsyncStream<Void>.makeStream()
            let file = folder.url.appendingPathComponent("out")
            let task = Task {
                try await client.download(user("/large"), to: file) { _ in come.yield() }.status
            }
            for await _ in came { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `while its token is got anew does not go on`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let (began, begin) = AsyncStream<Void>.makeStream()
            client.configure {
                $0.plugins = [
                    AccessToken(
                        token: { "t1" },
                        refresh: { _ in
                            begin.yield()
                            try await Task.sleep(for: .seconds(600))
                            return "t2"
                        })
                ]
            }
            let task = Task { try await client.send(user("/private")) }
            for await _ in began { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.journal.entries.count == 1)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `is not sent again, be it while it waits to be`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            client.configure { $0.plugins = [Retry(attempts: 5)] }
            try await cancelled(client, server, "/slow")
            try await cancelled(client, server, "/busy")
            #expect(server.journal.entries.count == 2)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `does not fall back on what is stored`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            client.configure {
                $0.cache = ResponseCache(store: MemoryCacheStore())
                $0.cachePolicy = .networkFirst
            }
            let answer = try await client.send(user("/kept"))
            #expect(answer.id == 3)
            _ = try server.add(json: #"{"request": "GET /kept", "response": {"fixedDelayMilliseconds": 600000}}"#)
            try await cancelled(client, server, "/kept")
            let second = try await client.send(user("/kept").cached(.cacheOnly))
            #expect(second.id == 3)
        }
    }
}
