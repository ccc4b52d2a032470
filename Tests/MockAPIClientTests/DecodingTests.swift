import Foundation
import MockAPIClient
import Testing

@Suite struct `An empty body` {
    private func kind<Model: Decodable & Sendable>(
        _ body: String, _ type: Model.Type, status: HTTPStatus = 200
    ) async -> String {
        let client = Client(body: body, status: status)
        let error = await apiError { try await client.send(TestRequest<Model>()) }
        if let error, error.kind != .emptyBody || error.status != status { return error.message }
        return error?.kind.name ?? "success"
    }

    // Case decoding-1 of the field cases.
    @Test(arguments: [(HTTPStatus(200), ""), (200, "  \r\n\t"), (204, ""), (205, "")])
    func `is an error of its own for models and lists, and carries the status`(status: HTTPStatus, body: String) async {
        #expect(await kind(body, User.self, status: status) == "emptyBody")
        #expect(await kind(body, [User].self, status: status) == "emptyBody")
        #expect(await kind(body, Int.self, status: status) == "emptyBody")
    }

    @Test(arguments: ["", "  ", "null", " null "])
    func `is nil for an optional, as null is`(body: String) async throws {
        let client = Client(body: body)
        #expect(try await client.send(TestRequest<User?>()) == nil)
        #expect(try await client.send(TestRequest<[User]?>()) == nil)
        #expect(try await client.send(TestRequest<String?>()) == nil)
    }

    @Test func `is what an empty response expects, as any other is`() async throws {
        for body in ["", "  ", "null", "<html>"] {
            #expect(try await Client(body: body).send(TestRequest<EmptyResponse>()) == EmptyResponse())
        }
    }

    @Test func `is an empty text and empty data`() async throws {
        #expect(try await Client(body: "").send(TestRequest<String>()).isEmpty)
        #expect(try await Client(body: "").send(TestRequest<Data>()).isEmpty)
    }

    @Test func `is not what null is`() async {
        let found = await mismatch { try await Client(body: "null").send(TestRequest<User>()) }
        #expect(found?.path == "$")
        #expect(found?.foundType == "null")
    }
}

@Suite struct `A body that does not fit its model` {
    private struct Numbers: Codable, Equatable, Sendable {
        var id: Int64
        var price: Double
        var ok: Bool
        var name: String
        var n: Int
    }

    private struct Defaults: Codable, Equatable, Sendable {
        var nick: String?
        var tags: [String]?
        var meta: [String: Int]
    }

    private struct Deep: Codable, Sendable {
        struct Inner: Codable, Sendable {
            var small: Int8
            var kind: Kind
            var at: Date?
            var any: [[Double]]?
        }
        enum Kind: String, Codable { case one, two }
        var list: [Inner]
    }

    private func found<Model: Decodable & Sendable>(
        _ body: String, _ type: Model.Type, decoder: (any ModelDecoder)? = nil
    ) async -> String? {
        await mismatch { try await Client(body: body).send(TestRequest<Model>(decoder: decoder)) }?.description
    }

    // Case decoding-2 of the field cases.
    @Test(
        arguments: [
            (#"{"id":"42","price":"9.5","ok":1,"name":7,"n":"0"}"#, "$.id: expected integer, found string \"42\""),
            (
                #"{"id":9223372036854775808,"price":1,"ok":true,"name":"x","n":1}"#,
                "$.id: expected integer that fits Int64, found number 9223372036854775808"
            ),
            (#"{"id":1,"price":1,"ok":true,"name":"x","n":1.5}"#, "$.n: expected integer, found number 1.5"),
            (
                #"{"id":1,"price":1e400,"ok":true,"name":"x","n":1}"#,
                "$.price: expected number that fits Double, found number 1e400"
            ),
            (#"{"id":1,"price":1,"ok":1,"name":"x","n":1}"#, "$.ok: expected boolean, found number 1"),
            (#"{"id":1,"price":1,"ok":true,"name":7,"n":1}"#, "$.name: expected string, found number 7"),
            (#"{"id":1,"price":true,"ok":true,"name":"","n":1}"#, "$.price: expected number, found boolean true"),
            (#"{"id":null,"price":1,"ok":true,"name":"","n":1}"#, "$.id: expected integer, found null"),
            (#"{"id":1,"price":1,"ok":true,"name":""}"#, "$.n: expected integer, found nothing"),
            (#"[]"#, "$: expected object, found array []"), (#""x""#, "$: expected object, found string \"x\""),
        ])
    func `says where, what is expected and what is there`(body: String, expected: String) async {
        let found = await found(body, Numbers.self)
        #expect(found == expected)
    }

    @Test func `is none where numbers fit exactly`() async throws {
        let body = #"{"id":9223372036854775807,"price":1,"ok":true,"name":"x","n":1.0}"#
        let numbers = try await Client(body: body).send(TestRequest<Numbers>())
        #expect(numbers == Numbers(id: .max, price: 1, ok: true, name: "x", n: 1))
    }

    // Case decoding-3 of the field cases.
    @Test func `has null and missing keys as nil of optionals, and nothing else converted`() async throws {
        let first = try await Client(body: #"{"nick":null,"tags":null,"meta":{}}"#).send(TestRequest<Defaults>())
        #expect(first == Defaults(nick: nil, tags: nil, meta: [:]))
        #expect(try await Client(body: #"{"meta":{}}"#).send(TestRequest<Defaults>()) == first)
        #expect(await found(#"{"meta":[]}"#, Defaults.self) == "$.meta: expected object, found array []")
        #expect(await found(#"{"meta":{},"tags":{}}"#, Defaults.self) == "$.tags: expected array, found object {}")
        #expect(try await Client(body: "[]").send(TestRequest<[User]>()).isEmpty)
    }

    @Test(
        arguments: [
            (#"[{"id":1,"name":"a"},{"id":"2","name":"b"}]"#, "$[1].id: expected integer, found string \"2\""),
            (#"[{"id":1,"name":"a"},{"id":2}]"#, "$[1].name: expected string, found nothing"),
            (#"[{"id":1.5,"name":"a"}]"#, "$[0].id: expected integer, found number 1.5"),
            (#"{"id":1,"name":"a"}"#, #"$: expected array, found object {"id":1,"name":"a"}"#),
            (#"[7]"#, "$[0]: expected object, found number 7"), (#"[null]"#, "$[0]: expected object, found null"),
        ])
    func `is found in lists`(body: String, expected: String) async {
        let found = await found(body, [User].self)
        #expect(found == expected)
    }

    @Test(
        arguments: [
            (
                #"{"list":[{"small":1,"kind":"one"},{"small":128,"kind":"one"}]}"#,
                "$.list[1].small: expected integer that fits Int8, found number 128"
            ),
            (
                #"{"list":[{"small":1,"kind":"one","any":[[1],[2,3,"x"]]}]}"#,
                "$.list[0].any[1][2]: expected number, found string \"x\""
            ),
            (
                #"{"list":[{"small":1,"kind":"one","any":[[1],[2,1e999]]}]}"#,
                "$.list[0].any[1][1]: expected number that fits Double, found number 1e999"
            ),
        ])
    func `is found deep inside, also where the decoder gives no path`(body: String, expected: String) async {
        let found = await found(body, Deep.self)
        #expect(found == expected)
    }

    @Test func `keeps the decoder's words where it has a reason of its own`() async {
        let kind = await found(#"{"list":[{"small":1,"kind":"three"}]}"#, Deep.self)
        #expect(kind?.hasPrefix("$.list[0].kind: expected Kind, found string \"three\" (") == true, "\(kind ?? "")")
        let iso = JSONModelDecoder { $0.dateDecodingStrategy = .iso8601 }
        let date = await found(#"{"list":[{"small":1,"kind":"one","at":"soon"}]}"#, Deep.self, decoder: iso)
        #expect(date?.hasPrefix("$.list[0].at: expected Date, found string \"soon\" (") == true, "\(date ?? "")")
    }

    @Test func `is named by the keys of the body, whatever the strategy makes of them`() async {
        struct Snake: Codable, Sendable { var imageCount: Int }
        let snake = JSONModelDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let found = await found(#"[{"image_count":"x"}]"#, [Snake].self, decoder: snake)
        #expect(found == "$[0].image_count: expected integer, found string \"x\"")
    }

    @Test func `shows only the beginning of a long value`() async throws {
        let body = #"{"id":"\#(String(repeating: "x", count: 500))","name":""}"#
        let found = try #require(await mismatch { try await Client(body: body).send(TestRequest<User>()) })
        #expect(found.foundValue.count == 60)
        #expect(found.foundValue.hasSuffix("…"))
    }

    @Test func `is no JSON where the text is none, with the place`() async {
        for (body, place) in [
            ("<html></html>", "line 1, column 1"), ("{\n  \"id\": 01}", "line 2, column"), ("[1", "line 1, column 3"),
        ] {
            let error = await apiError { try await Client(body: body).send(TestRequest<User>()) }
            #expect(error?.kind.name == "notJSON")
            #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
            #expect(error?.response?.status == 200)
            #expect(error?.phase == .parsing)
        }
    }

    @Test func `is a model where Foundation decodes it, be there a comma too many`() async throws {
        let user = try await Client(body: #"{"id":1,"name":"a",}"#).send(TestRequest<User>())
        #expect(user == User(id: 1, name: "a"))
    }

    @Test func `has its status checked before it is parsed`() async throws {
        let client = Client(body: "<html>", status: 500)
        let error = try #require(await apiError { try await client.send(TestRequest<User>()) })
        #expect(error.kind == .statusCode(500))
        #expect(error.bodyBytes == Array("<html>".utf8))
        #expect(error.message == "GET http://test.example/: status 500 Internal Server Error")
    }

    @Test func `of an error can have a type of its own`() async throws {
        struct Problem: Codable, Equatable, Sendable { var code: Int }
        let client = Client(body: #"{"code":42}"#, status: 422)
        let error = try #require(await apiError { try await client.send(TestRequest<User>()) })
        #expect(try error.decodeBody(Problem.self) == Problem(code: 42))
        let inner = #expect(throws: APIError.self) { try error.decodeBody(User.self) }
        #expect(inner?.kind.name == "modelMismatch")
    }

    @Test func `is parsed if the request accepts its status`() async throws {
        let client = Client(body: #"{"id":1,"name":"a"}"#, status: 404)
        #expect(try await client.send(TestRequest<User>(acceptedStatus: [200, 404])).id == 1)
        #expect(try await client.send(TestRequest<User>(acceptedStatus: .any)).id == 1)
        let only = TestRequest<User>(acceptedStatus: AcceptedStatus(200..<201))
        #expect(await apiError { try await Client(body: "{}", status: 201).send(only) }?.kind == .statusCode(201))
    }
}
