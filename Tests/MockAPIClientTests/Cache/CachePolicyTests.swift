import Foundation
import Testing

@testable import MockAPIClient

/// A network of one answer that a test changes, and the clock of the cache.
final class FakeNetwork: Transport {
    private struct State {
        var answer: @Sendable (HTTPRequest) throws -> HTTPResponse = { _ in HTTPResponse() }
        var requests: [HTTPRequest] = []
        var time: Double = 1_700_000_000
    }

    private let state = Locked(State())

    /// What was sent so far.
    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The clock.
    var time: TimeSource {
        TimeSource(monotonic: { .zero }, unixTime: { [state] in state.withLock { $0.time } })
    }

    func pass(_ seconds: Double) { state.withLock { $0.time += seconds } }

    func answer(_ body: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) {
        state.withLock { $0.answer = body }
    }

    func answer(_ id: Int, _ headers: HTTPFields = [:]) {
        let body = HTTPBody(#"{"id": \#(id), "name": "n"}"#)
        answer { _ in HTTPResponse(headers: headers, body: body) }
    }

    func fail(_ reason: TransportError.Reason = .unreachable) {
        answer { _ in throw TransportError(reason, "no network") }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        return try answer(request)
    }

    /// A client with a cache in memory.
    func client(_ policy: CachePolicy, store: any CacheStore = makeCacheStore()) -> Client {
        Client(
            ClientConfiguration(
                transport: self, cache: ResponseCache(store: store, time: time), cachePolicy: policy))
    }
}

@Suite struct `A cache policy` {
    private let network = FakeNetwork()
    private let request = TestRequest<User>(path: "/user")

    /// What was yielded, and how it ended.
    private func values<Request: APIRequest>(_ client: Client, _ request: Request) async -> (
        [Request.Response], (any Error)?
    ) {
        var values: [Request.Response] = []
        do {
            for try await value in client.values(for: request) { values.append(value) }
            return (values, nil)
        } catch {
            return (values, error)
        }
    }

    @Test func `network only neither reads nor writes`() async throws {
        let client = network.client(.networkOnly)
        network.answer(1, ["Cache-Control": "max-age=60"])
        #expect(try await client.send(request).id == 1)
        network.answer(2)
        #expect(try await client.send(request).id == 2)
        client.configure { $0.cachePolicy = .cacheOnly }
        #expect(await apiError { try await client.send(request) }?.cause is CacheMiss)
    }

    @Test func `network first falls back where the network cannot be reached`() async throws {
        let client = network.client(.networkFirst)
        network.answer(1, ["Cache-Control": "max-age=60"])
        #expect(try await client.send(request).id == 1)
        network.answer(2)
        #expect(try await client.exchange(request).source == .network)
        network.pass(1_000_000)
        for reason in [TransportError.Reason.refused, .unreachable, .dns, .reset, .timedOut, .truncated] {
            network.fail(reason)
            let exchange = try await client.exchange(request)
            #expect(exchange.value.id == 2)
            #expect(exchange.source == .cache)
            #expect(exchange.response.headers["Age"] == "1000000")
        }
        for reason in [TransportError.Reason.tls, .malformed, .other] {
            network.fail(reason)
            #expect(await apiError { try await client.send(request) }?.kind == .network(reason))
        }
        network.answer { _ in HTTPResponse(503) }
        #expect(await apiError { try await client.send(request) }?.kind == .statusCode(503))
        network.fail()
        let other = TestRequest<User>(path: "/other")
        #expect(await apiError { try await client.send(other) }?.kind == .network(.unreachable))
    }

    @Test(arguments: ["must-revalidate", "no-cache"])
    func `network first does not fall back on what must be validated, unless told to`(directive: String) async throws {
        let client = network.client(.networkFirst)
        network.answer(1, ["Cache-Control": "max-age=0, \(directive)"])
        #expect(try await client.send(request).id == 1)
        network.fail()
        #expect(await apiError { try await client.send(request) }?.kind == .network(.unreachable))
        client.configure { $0.cache?.overridesValidation = true }
        #expect(try await client.send(request).id == 1)
    }

    @Test func `cache first uses what is fresh, validates what is stale, and falls back on it`() async throws {
        let client = network.client(.cacheFirst)
        network.answer(1, ["Cache-Control": "max-age=60", "ETag": "\"1\"", "Last-Modified": "x"])
        #expect(try await client.send(request).id == 1)
        network.pass(59)
        let fresh = try await client.exchange(request)
        #expect(fresh.source == .cache && fresh.response.headers["Age"] == "59")
        #expect(network.requests.count == 1)

        network.pass(2)
        network.answer { _ in HTTPResponse(304, headers: ["Cache-Control": "max-age=10", "X-New": "1"]) }
        let validated = try await client.exchange(request)
        #expect(validated.value.id == 1 && validated.source == .validatedCache)
        #expect(validated.response.status == 200 && validated.response.headers["X-New"] == "1")
        #expect(network.requests.last?.headers["If-None-Match"] == "\"1\"")
        #expect(network.requests.last?.headers["If-Modified-Since"] == "x")
        network.pass(9)
        #expect(try await client.exchange(request).response.headers["X-New"] == "1")
        #expect(network.requests.count == 2)

        network.pass(10)
        network.fail()
        #expect(try await client.exchange(request).source == .cache)
        network.answer(2)
        #expect(try await client.send(request).id == 2)
    }

    @Test func `cache first asks once more where a 304 speaks of another response`() async throws {
        let client = network.client(.cacheFirst)
        network.answer(1, ["ETag": "\"1\""])
        _ = try await client.send(request)
        network.answer { request in
            if request.headers.contains(name: "If-None-Match") { return HTTPResponse(304, headers: ["ETag": "\"2\""]) }
            return HTTPResponse(headers: ["ETag": "\"2\""], body: HTTPBody(#"{"id": 2, "name": "n"}"#))
        }
        #expect(try await client.send(request).id == 2)
    }

    @Test func `cached then network yields both, equal ones once, and the error last`() async throws {
        let client = network.client(.cachedThenNetwork)
        network.answer(1, ["Cache-Control": "max-age=60, must-revalidate"])
        #expect(await values(client, request).0.map(\.id) == [1])
        #expect(network.requests.count == 1)
        #expect(await values(client, request).0.map(\.id) == [1])
        #expect(network.requests.count == 2)
        network.answer(2)
        #expect(await values(client, request).0.map(\.id) == [1, 2])
        network.answer { _ in HTTPResponse(500) }
        let (failed, status) = await values(client, request)
        #expect(failed.map(\.id) == [2])
        #expect((status as? APIError)?.kind == .statusCode(500))
        network.fail()
        let (offline, error) = await values(client, request)
        #expect(offline.map(\.id) == [2])
        #expect((error as? APIError)?.kind == .network(.unreachable))
        #expect(await apiError { try await client.send(request) }?.kind == .network(.unreachable))
        network.answer(3)
        #expect(try await client.send(request).id == 3)
    }

    @Test func `cached then network compares what cannot be compared by its bytes`() async throws {
        struct Opaque: Decodable, Sendable { var id: Int }
        let client = network.client(.cachedThenNetwork)
        let request = TestRequest<Opaque>(path: "/opaque")
        network.answer(1)
        #expect(await values(client, request).0.count == 1)
        #expect(await values(client, request).0.count == 1)
        network.answer(2)
        #expect(await values(client, request).0.map(\.id) == [1, 2])
    }

    @Test func `cache only never asks`() async throws {
        let client = network.client(.cacheOnly)
        network.answer(1)
        let error = try #require(await apiError { try await client.send(request) })
        #expect(error.kind == .network(.other) && error.phase == .cache && error.cause is CacheMiss)
        #expect(error.message.contains("no stored response can be used"))
        client.configure { $0.cachePolicy = .networkFirst }
        _ = try await client.send(request)
        client.configure { $0.cachePolicy = .cacheOnly }
        network.pass(100_000)
        #expect(try await client.send(request).id == 1)
        #expect(network.requests.count == 1)
        #expect(await values(client, request).0.map(\.id) == [1])
    }

    @Test func `of a request wins over the client's, and only a request's own concerns other methods`() async throws {
        let client = network.client(.networkFirst)
        let post = TestRequest<User>(path: "/q", method: .post, makeBody: { .text("1") })
        let other = TestRequest<User>(path: "/q", method: .post, makeBody: { .text("2") })
        network.answer(1)
        _ = try await client.send(post)
        network.fail()
        #expect(await apiError { try await client.send(post) }?.kind == .network(.unreachable))
        network.answer(2)
        _ = try await client.send(post.cached(.networkFirst))
        network.fail()
        #expect(try await client.send(post.cached(.networkFirst)).id == 2)
        #expect(await apiError { try await client.send(other.cached(.networkFirst)) }?.kind == .network(.unreachable))
        let get = TestRequest<User>(path: "/q")
        #expect(await apiError { try await client.send(get) }?.kind == .network(.unreachable))
    }

    @Test func `of a request may change the key`() async throws {
        let client = network.client(.networkFirst)
        func request(_ time: Int, token: String) -> Cached<TestRequest<User>> {
            TestRequest<User>(path: "/t?time=\(time)", headers: ["Authorization": token]).cached(.networkFirst) { key in
                var key = key
                key.url = "t"
                key.user = "ann"
                return key
            }
        }
        network.answer(1)
        _ = try await client.send(request(1, token: "a"))
        network.fail()
        #expect(try await client.send(request(2, token: "b")).id == 1)
    }

    @Test func `does not matter where a client has no cache`() async throws {
        let client = Client(ClientConfiguration(transport: network, cachePolicy: .cachedThenNetwork))
        network.answer(1)
        #expect(await values(client, request).0.map(\.id) == [1])
        network.fail()
        #expect(await values(client, request).0.isEmpty)
    }

    @Test func `keeps answers of stubs from those of the network`() async throws {
        let client = network.client(.networkFirst)
        client.configure { $0.stubMode = .immediate }
        let sampled = TestRequest<User>(path: "/s").sampled(.json(#"{"id": 7, "name": "stub"}"#))
        #expect(try await client.send(sampled).id == 7)
        client.configure { $0.stubMode = .never }
        network.fail()
        #expect(await apiError { try await client.send(sampled) }?.kind == .network(.unreachable))
    }
}

@Suite struct `The cache of a client` {
    private let network = FakeNetwork()
    private let request = TestRequest<User>(path: "/user")

    @Test func `stores nothing that cannot be parsed`() async throws {
        let client = network.client(.networkFirst)
        network.answer(1)
        _ = try await client.send(request)
        for headers in [[:], ["Cache-Control": "no-store"]] as [HTTPFields] {
            network.answer { _ in HTTPResponse(headers: headers, body: HTTPBody("<html>log in first</html>")) }
            #expect(await apiError { try await client.send(request) }?.kind.name == "notJSON")
            network.fail()
            #expect(try await client.send(request).id == 1)
        }
    }

    @Test func `lets go of what cannot be parsed any more, and asks`() async throws {
        let client = network.client(.cacheFirst)
        network.answer { _ in HTTPResponse(headers: ["Cache-Control": "max-age=60"], body: HTTPBody(#"{"id": "1"}"#)) }
        struct Old: Decodable, Sendable { var id: String }
        _ = try await client.send(TestRequest<Old>(path: "/user"))
        network.answer(2)
        let exchange = try await client.exchange(request)
        #expect(exchange.value.id == 2 && exchange.source == .network)
        #expect(network.requests.last?.headers["If-None-Match"] == nil)
    }

    @Test func `forgets what is gone`() async throws {
        let client = network.client(.networkFirst)
        network.answer(1)
        _ = try await client.send(request)
        network.answer { _ in HTTPResponse(410) }
        #expect(await apiError { try await client.send(request) }?.kind == .statusCode(410))
        network.fail()
        #expect(await apiError { try await client.send(request) }?.kind == .network(.unreachable))
    }

    @Test func `forgets what must not be stored any more`() async throws {
        let client = network.client(.networkFirst)
        for headers in [["Cache-Control": "no-store"], ["Vary": "*"]] as [HTTPFields] {
            network.answer(1)
            _ = try await client.send(request)
            network.answer(2, headers)
            _ = try await client.send(request)
            network.fail()
            #expect(await apiError { try await client.send(request) }?.kind == .network(.unreachable), "\(headers)")
        }
        network.answer(1, ["ETag": "\"1\""])
        _ = try await client.send(request)
        network.answer { _ in HTTPResponse(304, headers: ["Cache-Control": "no-store"]) }
        #expect(try await client.send(request).id == 1)
        network.fail()
        #expect(await apiError { try await client.send(request) }?.kind == .network(.unreachable))
    }

    @Test func `follows stored redirects`() async throws {
        let client = network.client(.networkFirst)
        network.answer { request in
            if request.target == "/user" { return HTTPResponse(302, headers: ["Location": "/there"]) }
            return HTTPResponse(body: HTTPBody(#"{"id": 5, "name": "n"}"#))
        }
        _ = try await client.send(request)
        network.fail()
        let exchange = try await client.exchange(request)
        #expect(exchange.value.id == 5 && exchange.request.target == "/there")
    }

    @Test func `lets an unsafe request invalidate its URL and those it names`() async throws {
        let client = network.client(.cacheFirst)
        let paths = ["/a", "/b", "/c", "/d"]
        network.answer(1, ["Cache-Control": "max-age=600"])
        for path in paths { _ = try await client.send(TestRequest<User>(path: path)) }
        network.answer { _ in HTTPResponse(500) }
        _ = await apiError { try await client.send(TestRequest<User>(path: "/a", method: .put)) }
        network.fail()
        #expect(try await client.send(TestRequest<User>(path: "/a")).id == 1)
        network.answer { _ in
            HTTPResponse(
                201,
                headers: [
                    "Location": "/b", "Content-Location": "http://test.example/c", "Link": "</d>",
                ], body: HTTPBody(#"{"id": 1, "name": "n"}"#))
        }
        _ = try await client.send(TestRequest<User>(path: "/a#x", method: .post))
        network.fail()
        for path in paths.dropLast() {
            #expect(await apiError { try await client.send(TestRequest<User>(path: path)) } != nil, "\(path)")
        }
        #expect(try await client.send(TestRequest<User>(path: "/d")).id == 1)
    }

    @Test func `heeds what a request says`() async throws {
        let client = network.client(.cacheFirst)
        func request(_ directives: String) -> TestRequest<User> {
            TestRequest<User>(path: "/user", headers: ["Cache-Control": directives])
        }
        network.answer(1, ["Cache-Control": "max-age=60"])
        _ = try await client.send(request("no-store"))
        #expect(await apiError { try await client.send(request("only-if-cached")) }?.cause is CacheMiss)
        _ = try await client.send(self.request)
        #expect(try await client.send(request("only-if-cached")).id == 1)
        #expect(network.requests.count == 2)
        _ = try await client.send(request("no-cache"))
        _ = try await client.send(request("min-fresh=61"))
        #expect(network.requests.count == 4)
        network.pass(100)
        #expect(try await client.exchange(request("max-stale=50")).source == .cache)
        network.fail()
        #expect(await apiError { try await client.send(request("no-cache")) }?.kind == .network(.unreachable))
    }

    @Test func `has no part in parts and in what a caller validates himself`() async throws {
        let client = network.client(.cacheFirst)
        network.answer(1, ["Cache-Control": "max-age=60"])
        _ = try await client.send(request)
        network.answer(2)
        for headers in [["Range": "bytes=0-1"], ["If-None-Match": "*"]] as [HTTPFields] {
            #expect(try await client.send(TestRequest<User>(path: "/user", headers: headers)).id == 2)
        }
    }

    @Test func `goes on without a store that fails, and tells of it`() async throws {
        struct Broken: CacheStore {
            struct Failure: Error {}
            func entries(for key: String) throws -> [CacheEntry] { throw Failure() }
            func store(_ entry: CacheEntry, for key: String) throws { throw Failure() }
            func removeEntries(for key: String) throws { throw Failure() }
            func removeEntries(of resource: String) throws { throw Failure() }
            func removeAll() throws { throw Failure() }
        }
        let problems = Recorder<any Error>()
        let client = network.client(.cacheFirst, store: Broken())
        client.configure { $0.cache?.onProblem = { problems.add($0) } }
        network.answer(1)
        #expect(try await client.send(request).id == 1)
        #expect(problems.values.count == 2)
        #expect(problems.values.allSatisfy { $0 is Broken.Failure })
    }

    @Test func `serves plugins and untyped requests too`() async throws {
        struct Mark: ClientPlugin {
            let log: Recorder<String?>
            func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws
                -> HTTPResponse
            {
                let response = try await next(request)
                log.add(response.headers["Age"])
                return response
            }
        }
        let log = Recorder<String?>()
        let client = network.client(.cacheFirst)
        client.configure { $0.plugins = [Mark(log: log)] }
        network.answer(1, ["Cache-Control": "max-age=60"])
        let plain = HTTPRequest(.get, try #require(URL(string: "http://test.example/plain")))
        _ = try await client.send(plain)
        _ = try await client.send(plain)
        #expect(log.values == [nil, "0"])
        #expect(network.requests.count == 1)
    }

    @Test func `is not written by a call that was cancelled`() async throws {
        let client = network.client(.networkFirst)
        network.answer { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return HTTPResponse(body: HTTPBody(#"{"id": 1, "name": "n"}"#))
        }
        let task = Task { try await client.send(request) }
        await #expect(throws: CancellationError.self) { try await task.value }
        network.fail()
        #expect(await apiError { try await client.send(request) }?.kind == .network(.unreachable))
    }
}

@Suite struct `The values of a request` {
    private let network = FakeNetwork()
    private let request = TestRequest<User>(path: "/user")

    @Test func `are asked for when they are iterated, each time anew`() async throws {
        let client = network.client(.cachedThenNetwork)
        network.answer(1)
        let values = client.values(for: request)
        var iterator = values.makeAsyncIterator()
        #expect(network.requests.isEmpty)
        #expect(try await iterator.next()?.id == 1)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(network.requests.count == 1)
        network.answer(2)
        var ids: [Int] = []
        for try await value in values { ids.append(value.id) }
        #expect(ids == [1, 2])
    }

    @Test func `end with an error once`() async throws {
        let client = network.client(.networkOnly)
        network.fail()
        var iterator = client.values(for: request).makeAsyncIterator()
        await #expect(throws: APIError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func `do not ask the network once their consumer has had enough`() async throws {
        let client = network.client(.cachedThenNetwork)
        network.answer(1)
        _ = try await client.send(request)
        for try await _ in client.values(for: request) { break }
        #expect(network.requests.count == 1)
    }

    @Test func `are cancelled with their consumer`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { _ in
                    start.yield()
                    try await Task.sleep(for: .seconds(60))
                    return HTTPResponse()
                }))
        let task = Task { for try await _ in client.values(for: request) {} }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `can be thinned out like any other sequence`() async throws {
        let client = network.client(.cachedThenNetwork)
        network.answer(1)
        _ = try await client.send(request)
        network.answer(2)
        var ids: [Int] = []
        for try await user in client.values(for: request).removeDuplicates(by: { $0.name == $1.name }) {
            ids.append(user.id)
        }
        #expect(ids == [1])
        ids = []
        for try await user in client.values(for: request).debounced(for: .seconds(600)) { ids.append(user.id) }
        #expect(ids == [2])
    }
}
