import Foundation
import MockAPIClient
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct `A client with a cache of a stub server` {
    private static let stubs = #"""
        {"mappings": [
          {"request": "GET /fresh", "response": {"headers": {"Cache-Control": "max-age=60"},
           "jsonBody": {"id": 1, "name": "fresh"}}},
          {"request": {"method": "GET", "urlPath": "/tagged", "headers": {"If-None-Match": {"equalTo": "\"v1\""}}},
           "response": {"status": 304, "headers": {"ETag": "\"v1\"", "Cache-Control": "max-age=30"}}},
          {"request": {"method": "GET", "urlPath": "/tagged", "headers": {"If-None-Match": {"absent": true}}},
           "response": {"headers": {"ETag": "\"v1\""}, "jsonBody": {"id": 2, "name": "tagged"}}},
          {"request": {"method": "GET", "urlPath": "/dated",
           "headers": {"If-Modified-Since": {"equalTo": "Sun, 06 Nov 1994 08:49:37 GMT"}}},
           "response": {"status": 304}},
          {"request": {"method": "GET", "urlPath": "/dated", "headers": {"If-Modified-Since": {"absent": true}}},
           "response": {"headers": {"Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control": "max-age=0"},
           "jsonBody": {"id": 3, "name": "dated"}}},
          {"request": "GET /never", "response": {"headers": {"Cache-Control": "no-store"},
           "jsonBody": {"id": 4, "name": "never"}}},
          {"request": {"method": "GET", "urlPath": "/l", "headers": {"Accept-Language": {"equalTo": "de"}}},
           "response": {"headers": {"Vary": "Accept-Language"}, "jsonBody": {"id": 5, "name": "deutsch"}}},
          {"request": {"method": "GET", "urlPath": "/l", "headers": {"Accept-Language": {"equalTo": "fr"}}},
           "response": {"headers": {"Vary": "Accept-Language"}, "jsonBody": {"id": 6, "name": "français"}}},
          {"request": {"method": "GET", "urlPath": "/me", "headers": {"Authorization": {"equalTo": "Bearer A"}}},
           "response": {"jsonBody": {"id": 7, "name": "Ann"}}},
          {"request": {"method": "POST", "urlPath": "/s", "bodyPatterns": [{"equalTo": "{\"q\":1}"}]},
           "response": {"jsonBody": {"id": 8, "name": "found"}}},
          {"request": "GET /p", "response": {"jsonBody": {"id": 9, "name": "p"}}},
          {"request": "GET /x", "response": {"jsonBody": {"id": 10, "name": "x"}}},
          {"request": "GET /~x", "response": {"jsonBody": {"id": 11, "name": "~x"}}},
          {"request": "GET /err", "response": {"status": 500, "jsonBody": {"id": 12, "name": "err"}}},
          {"request": "GET /moved", "response": {"status": 302, "headers": {"Location": "/fresh"}}}
        ]}
        """#

    private struct Setup {
        let client: Client
        let server: MockServer
        let store = MemoryCacheStore()
        let clock = Locked(0.0)

        func pass(_ seconds: Double) { clock.withLock { $0 += seconds } }

        func ids<Request: APIRequest>(_ request: Request) async throws -> [Int] where Request.Response == User {
            var ids: [Int] = []
            for try await value in client.values(for: request) { ids.append(value.id) }
            return ids
        }
    }

    private func withSetup(
        _ kind: TransportKind, _ policy: CachePolicy, _ body: (Setup) async throws -> Void
    ) async throws {
        let server = MockServer(stubs: try StubLoader.read(Self.stubs).stubsOrThrow())
        try server.start()
        var services = ServiceDirectory([Service("s", baseURL: "https://real.example")])
        services.replaceAll(with: "http://127.0.0.1:\(server.port)")
        let setup = Setup(
            client: Client(
                ClientConfiguration(
                    transport: kind.transport, services: services, timeout: .seconds(60), cachePolicy: policy)),
            server: server)
        let clock = setup.clock
        let time = TimeSource(
            monotonic: TimeSource.system.monotonic,
            unixTime: { TimeSource.system.unixTime() + clock.withLock { $0 } })
        setup.client.configure { $0.cache = ResponseCache(store: setup.store, time: time) }
        do { try await body(setup) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func get(_ path: String, _ headers: HTTPFields = [:]) -> TestRequest<User> {
        TestRequest<User>(base: .service("s"), path: path, headers: headers)
    }

    @Test(arguments: TransportKind.allCases)
    func `uses what is fresh without asking`(kind: TransportKind) async throws {
        try await withSetup(kind, .cacheFirst) { setup in
            _ = try await setup.client.send(get("/fresh"))
            let second = try await setup.client.exchange(get("/fresh"))
            #expect(second.source == .cache && second.value.id == 1)
            #expect(setup.server.journal.entries.count == 1)
            setup.pass(61)
            let third = try await setup.client.exchange(get("/fresh"))
            #expect(third.source == .network)
            #expect(setup.server.journal.entries.count == 2)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `asks whether what is stale is still right`(kind: TransportKind) async throws {
        try await withSetup(kind, .cacheFirst) { setup in
            _ = try await setup.client.send(get("/tagged"))
            let second = try await setup.client.exchange(get("/tagged"))
            #expect(second.source == .validatedCache && second.value.id == 2)
            #expect(second.response.status == 200)
            let third = try await setup.client.exchange(get("/tagged"))
            #expect(third.source == .cache)
            #expect(setup.server.journal.entries.count == 2)
            _ = try await setup.client.send(get("/dated"))
            let dated = try await setup.client.exchange(get("/dated"))
            #expect(dated.source == .validatedCache && dated.value.id == 3)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `gives what is stored and then what the network says`(kind: TransportKind) async throws {
        try await withSetup(kind, .cachedThenNetwork) { setup in
            let first = try await setup.ids(get("/p"))
            let second = try await setup.ids(get("/p"))
            _ = try setup.server.add(json: #"{"request": "GET /p", "response": {"jsonBody": {"id": 90, "name": "p"}}}"#)
            let third = try await setup.ids(get("/p"))
            #expect([first, second, third] == [[9], [9], [9, 90]])
            #expect(setup.server.journal.entries.count == 3)
            _ = try setup.server.add(json: #"{"request": "GET /p", "response": {"status": 503}}"#)
            var ids: [Int] = []
            let error = await apiError {
                for try await value in setup.client.values(for: get("/p")) { ids.append(value.id) }
            }
            #expect(ids == [90])
            #expect(error?.kind == .statusCode(503))
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `never stores what says no, nor errors`(kind: TransportKind) async throws {
        try await withSetup(kind, .networkFirst) { setup in
            _ = try await setup.client.send(get("/never"))
            _ = await apiError { try await setup.client.send(get("/err")) }
            await setup.server.stop()
            for path in ["/never", "/err"] {
                #expect(await apiError { try await setup.client.send(get(path)) }?.kind == .network(.refused))
            }
            #expect(setup.store.size == 0)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `follows a stored redirect without a network`(kind: TransportKind) async throws {
        try await withSetup(kind, .networkFirst) { setup in
            _ = try await setup.client.send(get("/moved"))
            await setup.server.stop()
            let exchange = try await setup.client.exchange(get("/moved"))
            #expect(exchange.value.id == 1 && exchange.request.url.path == "/fresh")
        }
    }

    #if canImport(SQLite3) || SQLite
    @Test(arguments: TransportKind.allCases)
    func `has what is stored in SQLite after the next start, without a network`(kind: TransportKind) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "cache.db")
        try await withSetup(kind, .networkFirst) { setup in
            setup.client.configure { $0.cache?.store = SQLiteCacheStore(path: path) }
            _ = try await setup.client.send(get("/p"))
            await setup.server.stop()
            setup.client.configure { $0.cache?.store = SQLiteCacheStore(path: path) }
            let exchange = try await setup.client.exchange(get("/p"))
            #expect(exchange.value.id == 9 && exchange.source == .cache)
        }
    }
    #endif

    // Case cache-1 of the field cases.
    @Test(arguments: TransportKind.allCases)
    func `never gives one request the answer of another`(kind: TransportKind) async throws {
        try await withSetup(kind, .networkFirst) { setup in
            let client = setup.client
            let search = TestRequest<User>(
                base: .service("s"), path: "/s", method: .post,
                makeBody: { .text(#"{"q":1}"#, contentType: "application/json") })
            let otherSearch = TestRequest<User>(
                base: .service("s"), path: "/s", method: .post,
                makeBody: { .text(#"{"q":2}"#, contentType: "application/json") })
            let signedIn: HTTPFields = ["Authorization": "Bearer A"]
            let german: HTTPFields = ["Accept-Language": "de"]
            for request in [
                get("/me", signedIn), get("/l", german), get("/p?a=1&b=2"), get("/p?a=1&a=2"), get("/x#frag"),
                get("/%7Ex"),
            ] { _ = try await client.send(request) }
            _ = try await client.send(search.cached(.networkFirst))
            _ = await apiError { try await client.send(get("/err")) }
            await setup.server.stop()

            let hits: [(TestRequest<User>, Int)] = [
                (get("/me", signedIn), 7), (get("/l", german), 5), (get("/p?a=1&b=2"), 9), (get("/p?a=1&a=2"), 9),
                (get("/x"), 10), (get("/~x"), 11),
            ]
            for (request, id) in hits {
                let exchange = try await client.exchange(request)
                #expect(exchange.value.id == id && exchange.source == .cache, "\(request.path)")
            }
            let found = try await client.send(search.cached(.networkFirst))
            #expect(found.id == 8)
            let misses: [TestRequest<User>] = [
                get("/me", ["Authorization": "Bearer B"]), get("/me"), get("/l", ["Accept-Language": "fr"]), get("/l"),
                get("/s"), search, get("/p?a=2&a=1"), get("/p?b=2&a=1"), get("/err"),
            ]
            for request in misses {
                let error = await apiError { try await client.send(request) }
                #expect(error?.kind == .network(.refused), "\(request.path) \(request.headers)")
            }
            let other = await apiError { try await client.send(otherSearch.cached(.networkFirst)) }
            #expect(other?.kind == .network(.refused))
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `keeps one answer for each language`(kind: TransportKind) async throws {
        try await withSetup(kind, .networkFirst) { setup in
            let languages = ["de", "fr"]
            for language in languages { _ = try await setup.client.send(get("/l", ["Accept-Language": language])) }
            await setup.server.stop()
            var ids: [Int] = []
            for language in languages {
                let answer = try await setup.client.send(get("/l", ["Accept-Language": language]))
                ids.append(answer.id)
            }
            #expect(ids == [5, 6])
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `asks anew once an unsafe request has changed the resource`(kind: TransportKind) async throws {
        try await withSetup(kind, .cacheFirst) { setup in
            _ = try setup.server.add(json: #"{"request": "PUT /fresh", "response": {"status": 204}}"#)
            _ = try await setup.client.send(get("/fresh"))
            _ = try await setup.client.send(
                TestRequest<EmptyResponse>(base: .service("s"), path: "/fresh", method: .put, makeBody: { .text("x") }))
            let exchange = try await setup.client.exchange(get("/fresh"))
            #expect(exchange.source == .network)
        }
    }
}
