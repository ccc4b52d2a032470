import Foundation
import MockAPIClient
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport
import Testing

private enum Shop: String, Route {
    case books = "shop/books"
    case orders = "shop/orders"

    static var base: BaseURL { .service("shop") }
    var method: HTTPMethod { self == .orders ? .post : .get }
}

private struct Book: Codable, Equatable, Sendable {
    @Lenient var bookID: Int
    @LenientDefaultZero var pages: Int
    @DefaultEmpty var tags: [String]
    @FirstDate<CommonDateForms, Date?> var printed: Date?

    enum CodingKeys: String, CodingKey {
        case pages, tags, printed
        case bookID = "book_id"
    }
}

private struct Problem: Codable, Equatable, Sendable {
    var code: Int
    var message: String
}

/// A request with what a `TestRequest` lacks.
private struct Shaped<Response: Decodable & Sendable>: APIRequest {
    var base: BaseURL { .service("shop") }
    var path: String
    var acceptedStatus: AcceptedStatus = .success
    var modelPath: ModelPath?
    var errorModel: (any (Decodable & Sendable).Type)? { Problem.self }

    init(_ type: Response.Type, _ path: String) { self.path = path }
}

private struct SampledUser: SampleProviding {
    typealias Response = User
    var base: BaseURL { .service("shop") }
    var path: String { "user" }
    var sample: SampleAnswer { .json(#"{"id":9,"name":"sample"}"#) }
}

/// Has a server answer otherwise from the third attempt on.
private struct ThirdAttempt: ClientPlugin {
    let server: MockServer
    let stub: String
    let attempts = Recorder<String>()

    func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws -> HTTPResponse {
        attempts.add(request.target)
        if attempts.values.count == 3 { _ = try server.add(json: stub) }
        return try await next(request)
    }
}

/// A transport of one's own: another one that counts.
private struct CountingTransport: Transport {
    let base: any Transport
    let requests: Recorder<String>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        requests.add(request.target)
        return try await base.send(request)
    }
}

// What the documented layers had, one row after the other, each against the stub server and through both transports.
@Suite struct `What the documented layers had` {
    private static let stubs = #"""
        {"mappings": [
          {"request": "GET /user", "response": {"jsonBody": {"id": 1, "name": "Ann"}}},
          {"request": "GET /shop/books", "response": {"jsonBody": {"code": 0, "data": {"items": [
            {"book_id": "7", "pages": "320", "tags": null, "printed": "2024-02-29T12:30:00Z"},
            {"book_id": 8, "printed": 1709209800000}]}}}},
          {"request": "POST /shop/orders", "response": {"status": 201, "jsonBody": {"id": 5, "name": "order"}}},
          {"request": "GET /refused", "response": {"status": 422, "jsonBody": {"code": 7, "message": "no"}}},
          {"request": "GET /position", "response": {"base64Body": "CJYBEgbljJfkuqw="}},
          {"request": "GET /busy", "response": {"status": 503, "headers": {"Retry-After": "0"}}},
          {"request": "GET /login", "response": {"headers": {"Set-Cookie": "sid=s1; Path=/"}}},
          {"request": {"method": "GET", "urlPath": "/in", "cookies": {"sid": {"equalTo": "s1"}}},
           "response": {"jsonBody": {"id": 3, "name": "in"}}},
          {"request": "GET /slow", "response": {"fixedDelayMilliseconds": 60000}},
          {"request": "PUT /file", "response": {"status": 204}},
          {"request": "GET /file", "response": {"body": "0123456789"}}
        ]}
        """#

    private func withClient(
        _ kind: TransportKind, _ body: (Client, MockServer) async throws -> Void
    ) async throws {
        try await kind.withServedClient(
            stubs: Self.stubs,
            services: [
                Service("shop", baseURLs: [.release: "https://shop.example", .debug: "https://staging.shop.example"])
            ], body)
    }

    private func user(_ path: String = "/user") -> TestRequest<User> {
        TestRequest<User>(base: .service("shop"), path: path)
    }

    @Test(arguments: TransportKind.allCases)
    func `routes, envelopes, renamed keys and lenient types`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let request = Shop.books.request([Book].self, parameters: ["q": "a&b"], modelPath: "data.items")
            let exchange = try await client.exchange(request)
            #expect(exchange.value.map(\.bookID) == [7, 8])
            #expect(exchange.value.map(\.pages) == [320, 0])
            #expect(exchange.value.map(\.tags) == [[], []])
            let date = Date(timeIntervalSince1970: 1_709_209_800)
            #expect(exchange.value.map(\.printed) == [date, date])
            #expect(
                exchange.conversions.map(\.path).sorted() == [
                    "$.data.items[0].book_id", "$.data.items[0].pages", "$.data.items[0].tags",
                    "$.data.items[1].pages", "$.data.items[1].printed", "$.data.items[1].tags",
                ])
            let order = try await client.send(Shop.orders.request(User.self, parameters: ["id": 5]))
            #expect(order.name == "order")
            let sent = server.journal.entries.map(\.request)
            #expect(sent.map(\.rawTarget) == ["/shop/books?q=a%26b", "/shop/orders"])
            #expect(sent.last?.body == Array("id=5".utf8))
            #expect(sent.allSatisfy { $0.value(of: "Host")?.hasSuffix("shop.example") == true })
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `a decoder of choice for each status, and an error object`(kind: TransportKind) async throws {
        try await withClient(kind) { client, _ in
            let error = await apiError { try await client.send(Shaped(User.self, "/refused")) }
            #expect(error?.kind == .statusCode(422))
            #expect(error?.model as? Problem == Problem(code: 7, message: "no"))
            var accepting = Shaped(String.self, "/refused")
            accepting.acceptedStatus = [422]
            accepting.modelPath = "message"
            let answer = try await client.send(accepting)
            #expect(answer == "no")
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `models that are no JSON`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            client.configure { $0.services = ServiceDirectory() }
            struct Served: APIRequest {
                typealias Response = Position
                var base: BaseURL
                var path: String { "position" }
            }
            let served = Served(base: .url("http://127.0.0.1:\(server.port)"))
            let answer = try await client.send(served)
            #expect(answer == Position(id: 150, place: "北京"))
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `a transport of one's own around another`(kind: TransportKind) async throws {
        try await withClient(kind) { client, _ in
            let requests = Recorder<String>()
            client.configure { $0.transport = CountingTransport(base: $0.transport, requests: requests) }
            let answer = try await client.send(user())
            #expect(answer.id == 1)
            #expect(requests.values == ["/user"])
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `values that are cold, thinned out, and cancelled with their consumer`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            client.configure {
                $0.cache = ResponseCache(store: MemoryCacheStore())
                $0.cachePolicy = .cachedThenNetwork
            }
            let values = client.values(for: user())
            #expect(server.journal.entries.isEmpty)
            for (round, id) in [1, 2, 3].enumerated() {
                _ = try server.add(
                    json: #"{"request": "GET /user", "response": {"jsonBody": {"id": \#(id), "name": "n"}}}"#)
                var ids: [Int] = []
                switch round {
                case 0: for try await value in values { ids.append(value.id) }
                case 1: for try await value in values.debounced(for: .seconds(600)) { ids.append(value.id) }
                default:
                    for try await value in values.throttled(for: .seconds(600), latest: false) { ids.append(value.id) }
                }
                #expect(ids == [[1], [2], [2]][round])
            }
            var ids: [Int] = []
            for try await value in values.removeDuplicates(by: { $0.name == $1.name }) { ids.append(value.id) }
            #expect(ids == [3])
            #expect(server.journal.entries.count == 4)
            let requests = server.requests()
            let slow = client.values(for: user("/slow"))
            let consumer = Task { for try await _ in slow {} }
            for await entry in requests where entry.request.rawPath == "/slow" { break }
            consumer.cancel()
            await #expect(throws: CancellationError.self) { try await consumer.value }
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `the callback form, which ends once`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let results = Recorder<Result<User, APIError>>()
            let (ended, end) = AsyncStream<Void>.makeStream()
            for path in ["/user", "/nowhere", "/slow"] {
                let requests = server.requests()
                let call = client.send(user(path)) {
                    results.add($0)
                    end.yield()
                }
                for await _ in requests { break }
                if path == "/slow" { call.cancel() }
                for await _ in ended { break }
                call.cancel()
            }
            let first = try results.values.first?.get()
            #expect(first?.id == 1)
            let kinds = results.values.dropFirst().map { result -> APIError.Kind? in
                if case .failure(let error) = result { error.kind } else { nil }
            }
            #expect(kinds == [.statusCode(404), .cancelled])
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `stub modes with samples, statuses and errors`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let answer = try await client.send(SampledUser())
            #expect(answer.id == 1)
            client.configure { $0.stubMode = .delayed(seconds: 0.1) }
            let start = ContinuousClock.now
            let second = try await client.send(SampledUser())
            #expect(second.id == 9)
            #expect(ContinuousClock.now - start >= .milliseconds(100))
            client.configure { $0.stubMode = .immediate }
            let status = await apiError { try await client.send(SampledUser().sampled(status: 500)) }
            #expect(status?.kind == .statusCode(500))
            let failure = await apiError { try await client.send(SampledUser().sampled(failure: .dns)) }
            #expect(failure?.kind == .network(.dns))
            #expect(server.journal.entries.count == 1)
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `plugins that log, count and send again`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let (lines, counts) = (Recorder<String>(), Recorder<Int>())
            client.configure {
                $0.plugins = [
                    Logger { lines.add($0) }, ActivityCounter { counts.add($0) }, Retry(firstDelay: .milliseconds(1)),
                    AccessToken("t-secret"),
                    ThirdAttempt(
                        server: server,
                        stub: #"{"request": "GET /busy", "response": {"jsonBody": {"id": 2, "name": "patient"}}}"#),
                ]
            }
            let answer = try await client.send(user("/busy"))
            #expect(answer.name == "patient")
            #expect(server.journal.entries.count == 3)
            #expect(server.journal.entries.allSatisfy { $0.request.value(of: "access-token") == "t-secret" })
            #expect(counts.values == [1, 0])
            #expect(lines.values.contains { $0.contains("curl") && $0.contains("/busy") })
            #expect(!lines.values.contains { $0.contains("t-secret") })
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `cookies, where they are asked for`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            _ = try await client.send(TestRequest<EmptyResponse>(base: .service("shop"), path: "/login"))
            #expect(await apiError { try await client.send(user("/in")) }?.kind == .statusCode(404))
            client.configure { $0.cookies = CookieStore() }
            _ = try await client.send(TestRequest<EmptyResponse>(base: .service("shop"), path: "/login"))
            let answer = try await client.send(user("/in"))
            #expect(answer.id == 3)
            #expect(server.journal.entries.map { $0.request.value(of: "Cookie") } == [nil, nil, nil, "sid=s1"])
        }
    }

    @Test(arguments: TransportKind.allCases)
    func `uploads and downloads with progress`(kind: TransportKind) async throws {
        try await withClient(kind) { client, server in
            let folder = try TemporaryFolder()
            let content = String(repeating: "x", count: 3_000_000)
            let (sent, received) = (Recorder<TransferProgress>(), Recorder<TransferProgress>())
            _ = try await client.upload(
                TestRequest<EmptyResponse>(
                    base: .service("shop"), path: "/file", method: .put, makeBody: { .text(content) })
            ) { sent.add($0) }
            #expect(server.journal.entries.first?.request.value(of: "Content-Length") == "3000000")
            #expect(sent.values.last == TransferProgress(count: 3_000_000, total: 3_000_000))
            #expect(sent.values.map(\.count) == sent.values.map(\.count).sorted())
            let file = URL(fileURLWithPath: folder.path(of: "out"))
            let response = try await client.download(user("/file"), to: file) { received.add($0) }
            #expect(response.status == 200)
            let written = try String(contentsOf: file, encoding: .utf8)
            #expect(written == "0123456789")
            #expect(received.values.last == TransferProgress(count: 10, total: 10))
        }
    }
}
