import Foundation
import MockAPIClient
import Testing

private struct Lax: Codable, Equatable, Sendable {
    @Lenient var id: Int64
    @Lenient var price: Double
    @Lenient var ok: Bool
    @Lenient var name: String
    @Lenient var n: Int
}

private struct LaxOptionals: Codable, Equatable, Sendable {
    @Lenient var id: Int?
    @Lenient var name: String?
    @Lenient var ok: Bool?
}

private enum MinusOne: DefaultProvider {
    static var defaultValue: Int { -1 }
}

private struct Defaulted: Codable, Equatable, Sendable {
    @Default<MinusOne> var count: Int
    var nick: String?
    @DefaultEmpty var tags: [String]
    @DefaultEmptyDictionary var meta: [String: Int]
    @DefaultFalse var off: Bool
    @DefaultTrue var on: Bool
    @DefaultZero var number: Double
    @LenientDefaultZero var area: Int
}

private enum OldForms: DateForms {
    static var forms: [DateForm] { [.pattern("yyyy/MM/dd HH:mm", secondsFromGMT: 8 * 3600), .http, .iso8601] }
}

private struct Dated: Codable, Equatable, Sendable {
    @FirstDate<CommonDateForms, Date> var at: Date
    @FirstDate<OldForms, Date?> var old: Date?
}

/// Decodes without JSON.
private struct ListDecoder: ModelDecoder {
    var readsJSON: Bool { false }

    func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model {
        try PropertyListDecoder().decode(type, from: data)
    }
}

// Case decoding-2 of the field cases, the lenient mode.
@Suite struct `A lenient value` {
    private func exchange<Model: Decodable & Sendable>(
        _ body: String, _ type: Model.Type
    ) async throws -> Exchange<Model> {
        try await Client(body: body).exchange(TestRequest<Model>())
    }

    private func mismatchText<Model: Decodable & Sendable>(_ body: String, _ type: Model.Type) async -> String? {
        await mismatch { try await Client(body: body).send(TestRequest<Model>()) }?.description
    }

    @Test func `is made of numbers, texts and truth values, and says so`() async throws {
        let body = #"{"id":"42","price":"9.5","ok":1,"name":7,"n":"0"}"#
        let exchange = try await exchange(body, Lax.self)
        let value = exchange.value
        #expect(value == Lax(id: 42, price: 9.5, ok: true, name: "7", n: 0))
        #expect(value.$id?.description == #"$.id: string "42" was read as 42"#)
        #expect(
            exchange.conversions.map(\.description) == [
                #"$.id: string "42" was read as 42"#, #"$.price: string "9.5" was read as 9.5"#,
                "$.ok: number 1 was read as true", "$.name: number 7 was read as 7", #"$.n: string "0" was read as 0"#,
            ])
    }

    @Test func `is not converted where it is what the model needs`() async throws {
        let body = #"{"id":9223372036854775807,"price":1,"ok":true,"name":"x","n":1.0}"#
        let exchange = try await exchange(body, Lax.self)
        #expect(exchange.value == Lax(id: .max, price: 1, ok: true, name: "x", n: 1))
        #expect(exchange.value.$id == nil)
        #expect(exchange.conversions == [])
    }

    @Test(
        arguments: [
            (
                #"{"id":9223372036854775808,"price":1,"ok":true,"name":"x","n":1}"#,
                "$.id: expected integer that fits Int64"
            ),
            (#"{"id":1,"price":1,"ok":true,"name":"x","n":1.5}"#, "$.n: expected integer, found number 1.5"),
            (#"{"id":1,"price":1e400,"ok":true,"name":"x","n":1}"#, "$.price: expected number that fits Double"),
            (#"{"id":"1x","price":1,"ok":true,"name":"x","n":1}"#, #"$.id: expected integer, found string "1x""#),
            (#"{"id":"","price":1,"ok":true,"name":"x","n":1}"#, #"$.id: expected integer, found string """#),
            (#"{"id":1,"price":"nan","ok":true,"name":"x","n":1}"#, #"$.price: expected number, found string "nan""#),
            (#"{"id":1,"price":1,"ok":2,"name":"x","n":1}"#, "$.ok: expected boolean, found number 2"),
            (#"{"id":1,"price":1,"ok":"on","name":"x","n":1}"#, #"$.ok: expected boolean, found string "on""#),
            (#"{"id":1,"price":1,"ok":true,"name":{},"n":1}"#, "$.name: expected string, found object {}"),
            (#"{"id":null,"price":1,"ok":true,"name":"","n":1}"#, "$.id: expected integer, found null"),
            (#"{"price":1,"ok":true,"name":"","n":1}"#, "$.id: expected integer, found nothing"),
            (#"{"id":1,"price":1,"ok":true,"name":"","n":"300000000000000000000"}"#, "$.n: expected integer"),
        ])
    func `is never guessed, cut or rounded`(body: String, expected: String) async {
        let found = await mismatchText(body, Lax.self)
        #expect(found?.hasPrefix(expected) == true, "\(found ?? "success")")
    }

    @Test func `keeps every digit of a number that becomes a text`() async throws {
        let body = #"{"name":9007199254740993}"#
        #expect(try await exchange(body, LaxOptionals.self).value.name == "9007199254740993")
        #expect(try await exchange(#"{"name":0.1}"#, LaxOptionals.self).value.name == "0.1")
        #expect(try await exchange(#"{"name":true}"#, LaxOptionals.self).value.name == "true")
    }

    @Test func `may be an optional, which null and a missing key make nil`() async throws {
        for body in ["{}", #"{"id":null,"name":null,"ok":null}"#] {
            #expect(try await exchange(body, LaxOptionals.self).value == LaxOptionals(id: nil, name: nil, ok: nil))
        }
        let some = try await exchange(#"{"id":"7","ok":"False"}"#, LaxOptionals.self).value
        #expect(some.id == 7)
        #expect(some.ok == false)
    }

    @Test func `works with any decoder, and is written as what it is`() async throws {
        let made = try PropertyListEncoder().encode(["id": "42", "price": "9.5", "ok": "1", "name": "7", "n": "0"])
        let read = try ListDecoder().decode(Lax.self, from: made)
        #expect(read == Lax(id: 42, price: 9.5, ok: true, name: "7", n: 0))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(read), as: UTF8.self)
        #expect(text == #"{"id":42,"n":0,"name":"7","ok":true,"price":9.5}"#)
    }
}

// Case decoding-3 of the field cases, with defaults.
@Suite struct `A value with a default` {
    private func value(_ body: String) async throws -> Exchange<Defaulted> {
        try await Client(body: body).exchange(TestRequest<Defaulted>())
    }

    @Test(arguments: [
        "{}",
        #"{"count":null,"nick":null,"tags":null,"meta":null,"off":null,"on":null,"number":null,"area":null}"#,
    ])
    func `has it where the key is missing or null`(body: String) async throws {
        let exchange = try await value(body)
        let value = exchange.value
        #expect(value.count == -1)
        #expect(value.tags.isEmpty && value.meta.isEmpty && !value.off && value.on)
        #expect(value.number == 0 && value.area == 0)
        #expect(exchange.conversions.count == 7)
        #expect(value.$count?.found == (body == "{}" ? "nothing" : "null"))
    }

    @Test func `is read where it is there`() async throws {
        let body =
            #"{"count":3,"tags":["a"],"meta":{"x":1},"off":true,"on":false,"number":2.5,"area":"101010100"}"#
        let exchange = try await value(body)
        let value = exchange.value
        #expect(value.count == 3 && value.tags == ["a"] && value.meta == ["x": 1])
        #expect(value.off && !value.on && value.number == 2.5 && value.area == 101_010_100)
        #expect(exchange.conversions.map(\.path) == ["$.area"])
    }

    @Test(
        arguments: [
            (#"{"meta":[]}"#, "$.meta: expected object, found array []"),
            (#"{"meta":{},"tags":{}}"#, "$.tags: expected array, found object {}"),
            (#"{"tags":["a",1]}"#, "$.tags[1]: expected string, found number 1"),
            (#"{"count":"3"}"#, #"$.count: expected integer, found string "3""#),
            (#"{"area":"x"}"#, #"$.area: expected integer, found string "x""#),
        ])
    func `fails where something of another type is there`(body: String, expected: String) async {
        let found = await mismatch { try await Client(body: body).send(TestRequest<Defaulted>()) }
        #expect(found?.description == expected)
    }

    @Test func `can be made without naming it`() throws {
        let made = Defaulted(nick: nil)
        #expect(made.count == -1)
        #expect(made.on)
    }
}

@Suite struct `A date in several forms` {
    private func value(_ body: String) async throws -> Dated {
        try await Client(body: body).send(TestRequest<Dated>())
    }

    @Test(
        arguments: [
            (#""2024-02-29T12:30:00Z""#, nil), (#""2024-02-29T20:30:00+08:00""#, nil),
            (#""2024-02-29 07:30:00.000-0500""#, nil), ("1709209800", "unixSeconds"), (#""1709209800""#, "unixSeconds"),
            ("1709209800000", "unixMilliseconds"),
        ] as [(String, String?)])
    func `is read in the first form that fits`(text: String, form: String?) async throws {
        let value = try await value(#"{"at":\#(text)}"#)
        #expect(value.at == Date(timeIntervalSince1970: 1_709_209_800))
        #expect(value.old == nil)
        #expect((value.$at?.used).map { $0.hasSuffix(form ?? "?") } == form.map { _ in true })
    }

    @Test func `may have forms of one's own`() async throws {
        for text in ["2024/02/29 20:30", "Thu, 29 Feb 2024 12:30:00 GMT", "2024-02-29T12:30:00Z"] {
            let value = try await value(#"{"at":0,"old":"\#(text)"}"#)
            #expect(value.old == Date(timeIntervalSince1970: 1_709_209_800))
        }
        #expect(try await value(#"{"at":"2024-02-29","old":null}"#).at == Date(timeIntervalSince1970: 1_709_164_800))
    }

    @Test(arguments: [
        #""2024-02-30T12:30:00Z""#, #""2024-02-29T24:30:00Z""#, #""2024-02-29T12:30:00""#, #""soon""#, "true", "null",
        "[]", "1e300", #""2024-02-29T12:30:00.Z""#, #""2024-02-29T12:30:00+8""#,
    ])
    func `fails where none fits, and says where`(text: String) async {
        let found = await mismatch { try await value(#"{"at":\#(text)}"#) }
        #expect(found?.path == "$.at", "\(found?.description ?? "success")")
    }

    @Test func `is missing with a place`() async {
        #expect(await mismatch { try await value("{}") }?.path == "$.at")
    }

    @Test func `is written in the first form`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let made = Dated(at: Date(timeIntervalSince1970: 1_709_209_800.25), old: Date(timeIntervalSince1970: 0))
        let text = String(decoding: try encoder.encode(made), as: UTF8.self)
        #expect(text == #"{"at":"2024-02-29T12:30:00.250Z","old":"1970/01/01 08:00"}"#)
    }

    // As numbers, since Foundation cannot describe such dates.
    @Test(arguments: [-62_135_769_600, 64_092_211_200, 1e300, -1e300, .nan, .infinity] as [Double])
    func `is written somehow where no form has it`(seconds: Double) throws {
        let dated = Dated(at: Date(timeIntervalSince1970: seconds), old: nil)
        #expect(try !JSONEncoder().encode(dated).isEmpty)
    }
}
