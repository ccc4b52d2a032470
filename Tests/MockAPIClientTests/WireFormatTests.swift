import Foundation
import MockAPIClient
import Testing

// What the documentation shows of a model that is no JSON: fields as protocol buffers write them.

/// Reads numbered fields, each a key (number and kind) and a value.
struct WireReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    struct Malformed: Error {}

    /// A whole number, seven bits to a byte, the low ones first.
    private mutating func number() throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = bytes.popFirst() else { throw Malformed() }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Malformed()
    }

    /// The next field; `nil` at the end.
    mutating func next() throws -> (field: UInt64, value: UInt64, text: String)? {
        guard !bytes.isEmpty else { return nil }
        let key = try number()
        let value = try number()
        guard key & 7 == 2 else { return (key >> 3, value, "") }
        guard value <= bytes.count else { throw Malformed() }
        let text = String(decoding: bytes.prefix(Int(value)), as: UTF8.self)
        bytes = bytes.dropFirst(Int(value))
        return (key >> 3, value, text)
    }
}

struct Position: Equatable {
    var id: UInt64 = 0
    var place = ""
}

extension Position: Parsable {
    static func parse(_ data: ResponseData) throws -> Position {
        var reader = WireReader(data.bytes)
        var position = Position()
        while let (field, value, text) = try reader.next() {
            if field == 1 { position.id = value }
            if field == 2 { position.place = text }
        }
        return position
    }
}

struct GetPosition: APIRequest {
    typealias Response = Position
    var base: BaseURL { "http://test.example" }
    var path: String { "position" }
    var headers: HTTPFields { ["Accept": "application/x-protobuf"] }
}

@Suite struct `A model in a wire format` {
    private func send(_ bytes: [UInt8]) async throws -> Position {
        try await Client(answering: HTTPResponse(200, body: HTTPBody(bytes))).send(GetPosition())
    }

    @Test func `makes itself of the bytes of the body`() async throws {
        let bytes: [UInt8] = [0x08, 0x96, 0x01, 0x12, 0x06] + Array("北京".utf8)
        #expect(try await send(bytes) == Position(id: 150, place: "北京"))
    }

    @Test func `is a mismatch where the bytes do not fit`() async throws {
        let error = try #require(await apiError { try await send([0x08, 0x96]) })
        #expect(error.kind.name == "modelMismatch")
        #expect(error.cause is WireReader.Malformed)
    }
}
