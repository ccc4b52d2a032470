import MockAPICore
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct RequestLogFormatTests {
    private static let stub = #"{"name": "hello", "request": {"urlPath": "/hello"}, "response": {"body": "hi"}}"#
    private let plain = RequestLogFormat(time: { _ in "12:00:00.000" })
    private let verbose = RequestLogFormat(isVerbose: true, maximumBody: 10, time: { _ in "12:00:00.000" })

    /// The journal's entry of a request.
    private func entry(_ text: String) async throws -> JournalEntry {
        let server = MockServer(stubs: try StubLoader.read(Self.stub).stubsOrThrow())
        try server.start()
        _ = try await RawConnection(port: server.port).exchange(text)
        await server.stop()
        return try #require(server.journal.entries.first)
    }

    private func post(_ body: [UInt8]) async throws -> JournalEntry {
        let server = MockServer(stubs: try StubLoader.read(Self.stub).stubsOrThrow())
        try server.start()
        let connection = try await RawConnection(port: server.port)
        try await connection.send(
            Array("POST /hello HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
        _ = try await connection.readResponse()
        await server.stop()
        return try #require(server.journal.entries.first)
    }

    @Test func `a line has time, method, target, status and stub`() async throws {
        let hit = try await entry("GET /hello?a=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(plain.text(hit) == "12:00:00.000 GET /hello?a=1 200 \"hello\"\n")
        let miss = try await entry("GET /helo HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(plain.text(miss).hasPrefix("12:00:00.000 GET /helo 404 no stub: nearest \"hello\": url "))
    }

    @Test func `a regular expression that ran away is noted below a request that was answered`() async throws {
        let slow = """
            {"name": "slow", "priority": 1, "request": {"urlPath": "/hello", "queryParameters": {"q": {"matches": "(a+)+b"}}}, \
            "response": {}}
            """
        let server = MockServer(stubs: try StubLoader.read(#"{"mappings": [\#(Self.stub), \#(slow)]}"#).stubsOrThrow())
        try server.start()
        let target = "/hello?q=" + String(repeating: "a", count: 60)
        _ = try await RawConnection(port: server.port).exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        await server.stop()
        let lines = plain.text(try #require(server.journal.entries.first)).split(separator: "\n")
        #expect(lines.first == "12:00:00.000 GET \(target) 200 \"hello\"")
        #expect(lines.dropFirst().first?.hasPrefix("  note: \"(a+)+b\" of stub \"slow\"") == true)
        #expect(lines.count == 2)
    }

    @Test func `colours tell hits from misses`() async throws {
        let format = RequestLogFormat(usesColor: true, time: { _ in "t" })
        let hit = try await entry("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(format.text(hit) == "\u{1B}[2mt\u{1B}[0m GET /hello \u{1B}[32m200\u{1B}[0m \"hello\"\n")
        let miss = try await entry("GET /helo HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(format.text(miss).contains("\u{1B}[31m404\u{1B}[0m"))
    }

    @Test func `bodies are shown as lines, cut at the limit and never inside a character`() async throws {
        #expect(try await verbose.text(post(Array("a\r\nb".utf8))).contains("\n  > a\n  > b\n"))
        let long = try await verbose.text(post(Array("123456789é tail".utf8)))
        #expect(long.hasSuffix("\n  > 123456789\n  > (16 bytes in all)\n"))
        let binary = try await verbose.text(post([0, 1, 2, 0xFF]))
        #expect(binary.hasSuffix("\n  > (4 bytes that are no text)\n"))
    }

    @Test func `control characters of a request cannot steer the terminal`() {
        #expect(RequestLogFormat.printable("/a\u{1B}[2Jb\u{85}\r\n") == #"/a\u{1B}[2Jb\u{0085}\r\n"#)
        #expect(RequestLogFormat.printable("/wörld?q=日本") == "/wörld?q=日本")
    }
}
