import Foundation
import MockAPIClient
import Testing

private struct Enveloped<Response: Decodable & Sendable>: APIRequest {
    var modelPath: ModelPath?
    var decoder: (any ModelDecoder)?
    var base: BaseURL { "http://test.example" }

    init(_ type: Response.Type, _ path: ModelPath, decoder: (any ModelDecoder)? = nil) {
        modelPath = path
        self.decoder = decoder
    }
}

/// A request whose response is no `Decodable`, or need not be.
private struct Picked<Response: Parsable>: APIRequest {
    var modelPath: ModelPath?
    var base: BaseURL { "http://test.example" }

    init(_ type: Response.Type, _ path: ModelPath) { modelPath = path }
}

private struct Item: Codable, Hashable, Sendable, Parsable {
    var itemID: Int
    private enum CodingKeys: String, CodingKey { case itemID = "itemId" }
}

private struct Problem: Codable, Error, Equatable, LocalizedError {
    var code: Int
    var text: String
    var errorDescription: String? { text }
}

private struct Failing: APIRequest {
    typealias Response = User
    var base: BaseURL { "http://test.example" }
    var errorModel: (any (Decodable & Sendable).Type)? { Problem.self }
}

@Suite struct `A model in an envelope` {
    private let body = #"{"code":0,"data":{"items":[{"itemId":1},{"itemId":2}],"none":null,"total":2}}"#

    @Test func `is reached by its path`() async throws {
        let client = Client(body: body)
        #expect(try await client.send(Enveloped([Item].self, "data.items")).map(\.itemID) == [1, 2])
        #expect(try await client.send(Enveloped(Item.self, "$.data.items[1]")).itemID == 2)
        #expect(try await client.send(Enveloped(Item.self, "data.items[-1]")).itemID == 2)
        #expect(try await client.send(Enveloped(Int.self, "data.total")) == 2)
    }

    @Test func `may be a text, data or exact JSON`() async throws {
        let client = Client(body: #"{"data":{"text":"值","data":"aGk=","big":9007199254740993,"none":null}}"#)
        #expect(try await client.send(Picked(String.self, "data.text")) == "值")
        #expect(try await client.send(Picked(Data.self, "data.data")) == Data("hi".utf8))
        #expect(try await client.send(Picked(JSONValue.self, "data.big")).rendered() == "9007199254740993")
        #expect(try await client.send(Picked(JSONValue.self, "data.none")) == .null)
        #expect(try await client.send(Picked(JSONValue?.self, "data.none")) == nil)
        #expect(try await client.send(Picked(JSONValue?.self, "data.other")) == nil)
        let text = await mismatch { try await client.send(Picked(String.self, "data.big")) }
        #expect(text?.description == "$.data.big: expected string, found number 9007199254740993")
        let json = await mismatch { try await client.send(Picked(JSONValue.self, "data.other")) }
        #expect(json?.description == "$.data.other: expected a value, found nothing")
    }

    @Test func `is nil for an optional where there is none or null`() async throws {
        let client = Client(body: body)
        #expect(try await client.send(Enveloped(Item?.self, "data.none")) == nil)
        #expect(try await client.send(Enveloped(Item?.self, "data.other")) == nil)
        #expect(try await client.send(Enveloped([Item]?.self, "data.none")) == nil)
        #expect(try await client.send(Enveloped(Item?.self, "data.items[7]")) == nil)
        #expect(try await client.send(Enveloped(Item?.self, "data.items[0]"))?.itemID == 1)
    }

    @Test(
        arguments: [
            ("data.other", "$.data.other: expected a value, found nothing"),
            ("data.none", "$.data.none: expected integer, found null"),
            ("data.total.x", "$.data.total: expected object, found number 2"),
            ("data.items[7]", "$.data.items: expected integer, found array"),
        ])
    func `that is not there is a mismatch with its place`(path: String, expected: String) async {
        let error = await mismatch { try await Client(body: body).send(Enveloped(Int.self, ModelPath(path))) }
        #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "success")")
    }

    @Test func `has mismatches with the path from the root`() async {
        let client = Client(body: #"{"data":{"items":[{"itemId":1},{"itemId":"x"}]}}"#)
        let error = await mismatch { try await client.send(Enveloped([Item].self, "data.items")) }
        #expect(error?.description == #"$.data.items[1].itemId: expected integer, found string "x""#)
    }

    @Test func `is found through the decoder's own strategies`() async throws {
        let snake = JSONModelDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let client = Client(body: #"{"sk_info":{"list_of_items":[{"item_id":5}]}}"#)
        let items = try await client.send(Enveloped([Item].self, "sk_info.list_of_items", decoder: snake))
        #expect(items.map(\.itemID) == [5])
    }

    @Test func `is found by other decoders, too`() async throws {
        let list = try PropertyListEncoder().encode(["data": ["items": [["itemId": 3]]]])
        let client = Client(answering: HTTPResponse(200, body: HTTPBody(list)))
        let items = try await client.send(Enveloped([Item].self, "data.items", decoder: PropertyListDecoder()))
        #expect(items.map(\.itemID) == [3])
    }

    @Test func `can have names that are no path`() async throws {
        #expect(ModelPath("a-b").path == JSONPath([.key("a-b")]))
        #expect(try await Client(body: #"{"a-b":7}"#).send(Enveloped(Int.self, "a-b")) == 7)
        #expect(try await Client(body: #"[1,[2,3]]"#).send(Enveloped(Int.self, "[1][0]")) == 2)
    }
}

@Suite struct `The error object of a service` {
    @Test func `is decoded for a status that is not accepted`() async {
        let client = Client(body: #"{"code":7,"text":"no such user"}"#, status: 404)
        let error = await apiError { try await client.send(Failing()) }
        #expect(error?.kind == .statusCode(404))
        #expect(error?.model as? Problem == Problem(code: 7, text: "no such user"))
        #expect(error?.message == "GET http://test.example/: status 404 Not Found: no such user")
    }

    @Test func `is left out where the body is none`() async {
        for body in ["", "<html>", "{}"] {
            let error = await apiError { try await Client(body: body, status: 500).send(Failing()) }
            #expect(error?.kind == .statusCode(500))
            #expect(error?.model == nil)
        }
    }
}

private enum BookRoute: String, Route, CaseIterable {
    case list = "books"
    case add = "/books/new"

    static var base: BaseURL { .service("bookshop") }
    var method: HTTPMethod { self == .add ? .post : .get }
    var headers: HTTPFields { ["X-Route": "\(self)"] }
}

@Suite struct `A route` {
    @Test func `makes requests of the cases of an enum`() async throws {
        let sent = Recorder<String>()
        let transport = FunctionTransport { request in
            let body = String(decoding: request.body.bytes ?? [], as: UTF8.self)
            sent.add("\(request.method) \(request.url) \(request.headers["X-Route"] ?? "") \(body)")
            return HTTPResponse(200, body: HTTPBody(#"{"data":[{"id":1,"name":"Emma"}]}"#))
        }
        let services = ServiceDirectory([Service("bookshop", baseURL: "http://shop.example/v1")])
        let client = Client(ClientConfiguration(transport: transport, services: services))
        let books = try await client.send(
            BookRoute.list.request([User].self, parameters: ["page": 1], modelPath: "data"))
        #expect(books == [User(id: 1, name: "Emma")])
        let _: EmptyResponse = try await client.send(BookRoute.add.request(parameters: ["id": 2], encoding: .json))
        #expect(
            sent.values == [
                "GET http://shop.example/v1/books?page=1 list ", #"POST http://shop.example/v1/books/new add {"id":2}"#,
            ])
    }
}

@Suite struct `A service` {
    private let shop = Service(
        "shop",
        baseURLs: [.release: "https://shop.example", .debug: "https://debug.example", "eu": "https://eu.example"])

    private func host(_ services: ServiceDirectory) throws -> String? {
        let client = Client(ClientConfiguration(services: services))
        return try client.makeRequest(TestRequest<EmptyResponse>(base: .service("shop"))).url.host
    }

    @Test func `has a base URL for each environment, by default that of the build`() throws {
        var services = ServiceDirectory([shop])
        #expect(try host(services) == (ServiceEnvironment.current == .debug ? "debug.example" : "shop.example"))
        services.environment = "eu"
        #expect(try host(services) == "eu.example")
        services.environment = "mars"
        #expect(try host(services) == "shop.example")
        #expect(services["shop"]?.baseURL == "https://shop.example")
    }

    @Test func `is moved at run time, and replaced for tests in one place`() async throws {
        let sent = Recorder<String>()
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { request in
                    sent.add(request.url.absoluteString)
                    return HTTPResponse(200)
                }, services: ServiceDirectory([shop, Service("other", baseURL: "https://other.example")])))
        let requests = ["shop", "other"].map { TestRequest<EmptyResponse>(base: .service($0), path: "x") }
        client.configure { $0.services.environment = "eu" }
        for request in requests { _ = try await client.send(request) }
        client.configure { $0.services.replaceAll(with: "http://127.0.0.1:7") }
        for request in requests { _ = try await client.send(request) }
        #expect(
            sent.values == [
                "https://eu.example/x", "https://other.example/x", "http://127.0.0.1:7/x", "http://127.0.0.1:7/x",
            ])
    }
}

@Suite struct `A sample of a bundle` {
    @Test func `that is missing is an invalid request with its name`() async throws {
        let client = Client(ClientConfiguration(stubMode: .immediate))
        let request = TestRequest<User>().sampled(try .file("Samples/nothing.json", in: .main))
        let error = await apiError { try await client.send(request) }
        #expect(error?.kind.name == "invalidRequest")
        #expect(error?.phase == .stub)
    }
}
