import Foundation
import MockAPIClient
import Testing

/// A model in a format that is no JSON: tag and length, then the bytes; tag 1 is a name, tag 2 a number of one byte.
private struct WireModel: Parsable, Equatable {
    struct Broken: Error {}

    var name = ""
    var count = 0

    static func parse(_ data: ResponseData) throws -> WireModel {
        var model = WireModel()
        var rest = data.bytes[...]
        while let tag = rest.popFirst() {
            guard let length = rest.popFirst(), rest.count >= length else { throw Broken() }
            let value = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            switch tag {
            case 1: model.name = String(decoding: value, as: UTF8.self)
            case 2: model.count = Int(value.first ?? 0)
            default: throw Broken()
            }
        }
        return model
    }
}

private struct WireRequest: APIRequest {
    typealias Response = WireModel
    var base: BaseURL { "http://test.example" }
}

/// A model that counts as parsable and decodable, so that lists of it are parsable, too.
private struct Tagged: Parsable, Codable, Equatable {
    var id: Int
}

private struct ListRequest<Response: Parsable>: APIRequest {
    var base: BaseURL { "http://test.example" }
}

@Suite struct `A parsable response` {
    @Test func `may have any format`() async throws {
        let bytes: [UInt8] = [1, 3, 0x41, 0x6E, 0x6E, 2, 1, 7]
        let client = Client(answering: HTTPResponse(200, body: HTTPBody(bytes)))
        #expect(try await client.send(WireRequest()) == WireModel(name: "Ann", count: 7))
    }

    @Test func `that cannot be made is a mismatch with its cause`() async throws {
        let client = Client(answering: HTTPResponse(200, body: HTTPBody([9, 9])))
        let error = try #require(await apiError { try await client.send(WireRequest()) })
        #expect(error.kind.name == "modelMismatch")
        #expect(error.cause is WireModel.Broken)
        #expect(error.response?.status == 200)
        #expect(error.request?.url.host == "test.example")
    }

    @Test func `makes lists and optionals of it parsable`() async throws {
        let client = Client(body: #"[{"id":1},{"id":2}]"#)
        #expect(try await client.send(ListRequest<[Tagged]>()) == [Tagged(id: 1), Tagged(id: 2)])
        #expect(try await client.send(ListRequest<[Tagged]?>())?.count == 2)
        #expect(try await Client(body: "null").send(ListRequest<Tagged?>()) == nil)
    }

    @Test func `may be the response itself, its data or exact JSON`() async throws {
        let client = Client(body: #"{"n":1.10}"#, status: 201)
        #expect(try await client.send(ListRequest<HTTPResponse>()).status == 201)
        #expect(try await client.send(ListRequest<Data>()) == Data(#"{"n":1.10}"#.utf8))
        #expect(try await client.send(ListRequest<JSONValue>()).rendered() == #"{"n":1.10}"#)
        let error = await apiError { try await Client(body: "[1,]").send(ListRequest<JSONValue>()) }
        #expect(error?.kind.name == "notJSON")
    }

    @Test func `comes with the request, the response and the decoder`() async throws {
        struct Context: Parsable {
            var text: String
            static func parse(_ data: ResponseData) throws -> Context {
                let method = data.context.request.method
                return Context(
                    text: "\(method) \(data.context.response.status.code) \(data.contentType?.essence ?? "")")
            }
        }
        let client = Client(body: "", contentType: "text/x; a=b")
        #expect(try await client.send(ListRequest<Context>()).text == "GET 200 text/x")
    }

    @Test(
        arguments: [
            ("text/plain", [0xC3, 0xA9], "é"), ("text/plain; charset=UTF-8", [0xEF, 0xBB, 0xBF, 0x61], "a"),
            ("text/plain; charset=ISO-8859-1", [0xE9], "é"), ("text/plain; charset=\"windows-1252\"", [0x80], "€"),
            ("text/plain; charset=utf-16le", [0x61, 0x00], "a"),
            ("text/plain; charset=utf-16", [0xFE, 0xFF, 0, 0x61], "a"),
            ("text/plain; charset=x-unknown", [0x61], "a"), ("text/plain", [0xFF], "\u{FFFD}"),
        ] as [(String, [UInt8], String)])
    func `that is text is read in its charset`(type: String, bytes: [UInt8], expected: String) async throws {
        let response = HTTPResponse(200, headers: ["Content-Type": type], body: HTTPBody(bytes))
        #expect(try await Client(answering: response).send(ListRequest<String>()) == expected)
    }

    @Test func `returns the exchange beside the value`() async throws {
        let exchange = try await Client(body: "7").exchange(TestRequest<Int>(path: "/x"))
        #expect(exchange.value == 7)
        #expect(exchange.request.url.path == "/x")
        #expect(exchange.response.status == 200)
    }
}
