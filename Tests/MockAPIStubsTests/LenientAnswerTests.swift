import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

/// What WireMock's answers have and ours have only where stubs are read as WireMock reads them.
@Suite struct LenientAnswerTests {
    private func answer(_ json: String, lenient: Bool) async throws -> HTTPResponse {
        let stub = try Stub(parsing: json, options: StubReadingOptions(isLenient: lenient))
        let response = try await StubTransport(stubs: [stub]).send(request(.get, "/a"))
        // The bytes that a server sends say the same.
        let head = stub.prepared.map { String(decoding: $0.head, as: UTF8.self).lowercased() }
        for name in ["matched-stub-id", "matched-stub-name"] {
            guard let head else { continue }
            if let value = response.headers[name] {
                #expect(head.contains("\r\n\(name): \(value)\r\n"))
            } else {
                #expect(!head.contains(name))
            }
        }
        return response
    }

    @Test func `a stub that was read leniently names itself, another one does not`() async throws {
        let json = #"{"id": "x", "name": "a stub", "request": "GET /a", "response": {"body": "b"}}"#
        let lenient = try await answer(json, lenient: true)
        #expect(lenient.headers["Matched-Stub-Id"] == "x")
        #expect(lenient.headers["Matched-Stub-Name"] == "a stub")
        let strict = try await answer(json, lenient: false)
        #expect(!strict.headers.contains { $0.name.hasPrefix("Matched") })
    }

    @Test func `a name is sent in ASCII, none where there is none, and headers of the file stay`() async throws {
        let odd = #"{"id": "é", "name": "start Запрос\n👩 å", "request": "GET /a"}"#
        let headers = try await answer(odd, lenient: true).headers
        #expect(headers["Matched-Stub-Id"] == "?")
        #expect(headers["Matched-Stub-Name"] == "start ???????? ?")
        let plain = #"{"id": "x", "request": "GET /a", "response": {"headers": {"matched-stub-id": "mine"}}}"#
        let own = try await answer(plain, lenient: true).headers
        #expect(own[values: "Matched-Stub-Id"] == ["mine"])
        #expect(!own.contains(name: "Matched-Stub-Name"))
    }

    @Test func `delayed answers name their stub, and the stub's own answer stays as the file has it`() async throws {
        let json = #"{"id": "x", "request": "GET /a", "response": {"fixedDelayMilliseconds": 1}}"#
        #expect(try await answer(json, lenient: true).headers["Matched-Stub-Id"] == "x")
        let stub = try Stub(parsing: json, options: .lenient)
        #expect(stub.response.response.headers.isEmpty)
        #expect(stub.plan().response.headers.count == 1)
        #expect(try stub.printed()["response"]?["headers"] == nil)
    }
}

/// Where a request goes, seen by a stub that answers in process.
@Suite struct RequestOriginTests {
    @Test func `a request in process has the scheme, host and port of its URL and comes over no socket`() async throws {
        let stubs = [
            Stub(.get, "/", host: "api.test", port: 443, scheme: "https", clientIP: .absent) { .text("secure") },
            Stub(.get, "/", host: "api.test", port: 8080, scheme: "http") { .text("plain") },
        ]
        func text(_ url: String) async throws -> String {
            let request = HTTPRequest(.get, try #require(URL(string: url)))
            let response = try await StubTransport(stubs: stubs).send(request)
            return response.status == 200 ? String(decoding: response.body.bytes ?? [], as: UTF8.self) : "miss"
        }
        #expect(try await text("https://api.test/") == "secure")
        #expect(try await text("HTTPS://API.test:443/") == "secure")
        #expect(try await text("http://api.test:8080/") == "plain")
        #expect(try await text("https://api.test:8080/") == "miss")
        #expect(try await text("http://api.test/") == "miss")
    }
}
