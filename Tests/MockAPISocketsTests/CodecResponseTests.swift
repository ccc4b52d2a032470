import MockAPICore
import MockAPISockets
import MockAPITestSupport
import Testing

/// What a response parser made of an input, in a form that can be compared.
struct ParsedResponse: Hashable {
    var status: Int?
    var reason: String?
    var fields: [String] = []
    var body: String?
    var keepAlive: Bool?
    var failure: TransportError?
    /// How many bytes were left after the response.
    var left = 0

    init(
        _ pieces: [[UInt8]], to method: HTTPMethod, isClosed: Bool = false,
        limits: ResponseParser.Limits = ResponseParser.Limits()
    ) {
        var parser = ResponseParser(to: method, limits: limits)
        var isDone = false
        for piece in pieces {
            if isDone {
                left += piece.count
                continue
            }
            piece.withUnsafeBytes { bytes in
                var offset = 0
                isDone = take(parser.next(in: bytes, from: &offset))
                left += failure == nil ? bytes.count - offset : 0
            }
        }
        if isClosed, !isDone { _ = take(parser.end()) }
    }

    private mutating func take(_ event: ResponseParser.Event) -> Bool {
        switch event {
        case .needMore: return false
        case .response(let response, let keepAlive):
            status = response.status.code
            reason = response.reason
            fields = response.headers.map(\.description)
            body = response.body.bytes.map { String(decoding: $0, as: UTF8.self) }
            self.keepAlive = keepAlive
        case .failure(let error): failure = error
        }
        return true
    }
}

@Suite struct `A response parser` {
    private func parse(
        _ text: String, to method: HTTPMethod = .get, isClosed: Bool = false,
        limits: ResponseParser.Limits = ResponseParser.Limits(), sourceLocation: SourceLocation = #_sourceLocation
    ) -> ParsedResponse {
        let bytes = Array(text.utf8)
        let whole = ParsedResponse(Cut.whole(bytes), to: method, isClosed: isClosed, limits: limits)
        for cut in Cut.all(bytes, count: 20) {
            let other = ParsedResponse(cut, to: method, isClosed: isClosed, limits: limits)
            // After a failure, nobody counts what is left.
            #expect(
                other.failure != nil ? other.failure == whole.failure : other == whole, sourceLocation: sourceLocation)
        }
        return whole
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive, close\r\n\r\nok", "ok", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: Keep-Alive\r\n\r\nok", "ok", true),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x\r\no\r\n1\r\nk\r\n0\r\nT: 1\r\n\r\n", "ok", true),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 7\r\n\r\n2\r\nok\r\n0\r\n\r\n", "ok", false),
        ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "", false),
        ("HTTP/1.1 200 OK\r\n\r\nok", "ok", false), ("HTTP/1.1 204 No Content\r\n\r\n", "", true),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", "", true),
        ("HTTP/1.1 101 Switching Protocols\r\n\r\n", "", false),
        ("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", true),
    ])
    func `frames content by the rules`(_ text: String, _ body: String, _ keepAlive: Bool) {
        let parsed = parse(text, isClosed: true)
        #expect(parsed.body == body && parsed.keepAlive == keepAlive && parsed.left == 0)
    }

    @Test func `knows what HEAD and CONNECT mean for the content`() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        #expect(parse(text, to: .head).body?.isEmpty == true)
        #expect(parse(text, to: .head).left == 2)
        #expect(parse(text, to: .connect).keepAlive == false)
        #expect(parse("HTTP/1.1 404 X\r\nContent-Length: 2\r\n\r\nok", to: .connect).body == "ok")
    }

    @Test func `keeps reason, names, order and folded values`() {
        let parsed = parse("HTTP/1.1 200 \r\nb: 1\r\nA:\r\n  2\r\nB: x\r\n\ty \r\nContent-Length: 0\r\n\r\n")
        #expect(parsed.reason?.isEmpty == true)
        #expect(parsed.fields == ["b: 1", "A: 2", "B: x  \ty", "Content-Length: 0"])
        #expect(parse("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").reason == nil)
        #expect(parse("HTTP/1.1 200 Ok\r\nContent-Length: 0\r\n\r\n").reason == "Ok")
        #expect(parse("HTTP/1.1 200 OK\r\n x: 1\r\n\r\n").failure?.reason == .malformed)
    }

    @Test func `leaves what follows a response`() {
        #expect(parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1").left == 8)
        #expect(parse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX").left == 1)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok", TransportError.Reason.truncated), ("", .reset),
        ("HTTP/1.1 100 Continue\r\n\r\n", .reset), ("HTTP/1", .truncated), ("HTTP/1.1 200 OK\r\nX: 1\r\n", .truncated),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", .truncated),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n", .other),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .other),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .malformed),
        ("HTTP/1.1 200OK\r\n\r\n", .malformed), ("HTTP/1.1 2x0 OK\r\n\r\n", .malformed),
        ("\r\nHTTP/1.1 200 OK", .malformed),
        ("HTTP/1.1 200 O\u{1}K\r\n\r\n", .malformed), ("HTTP/1.1 200 OK\rX", .malformed),
    ])
    func `takes nothing broken for a response`(_ text: String, _ reason: TransportError.Reason) {
        #expect(parse(text, isClosed: true).failure?.reason == reason)
    }

    @Test func `does not go on for ever`() {
        let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 200)
        #expect(ParsedResponse([Array(interim.utf8)], to: .get).failure?.reason == .malformed)
        let start = "HTTP/1.1 200 OK\r\n"
        let limits = ResponseParser.Limits(headBytes: 40, bodyBytes: 3)
        #expect(parse(start + "A: " + String(repeating: "x", count: 60), limits: limits).failure?.reason == .malformed)
        #expect(parse(start + "A: 123456789012\r\n\r\nabc", isClosed: true, limits: limits).body == "abc")
        #expect(parse(start + "\r\nabcd", limits: limits).failure?.reason == .other)
        #expect(parse(start + "Content-Length: 4\r\n\r\n", limits: limits).failure?.reason == .other)
    }
}

@Suite(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
struct `Every strict response of the llhttp suite` {
    @Test(arguments: LlhttpCase.responses)
    func `gets the same outcome however it is cut`(_ item: LlhttpCase) {
        let whole = ParsedResponse(Cut.whole(item.bytes), to: .get, isClosed: true)
        for cut in Cut.all(item.bytes) {
            let other = ParsedResponse(cut, to: .get, isClosed: true)
            #expect(other.failure != nil ? other.failure == whole.failure : other == whole)
        }
        let isRefused = whole.failure?.reason == .malformed
        #expect(isRefused == (Self.policy[item.name] ?? item.isRefused), "\(whole)")
    }

    /// The cases in which llhttp and we differ: whether we refuse, and where the RFC says so.
    private static let policy: [String: Bool] = [
        // What follows a response that ends the connection is not read (RFC 9112, 9.6).
        "response/connection.md:167": false, "response/connection.md:230": false,
        // An empty line is to be passed over before a request only (RFC 9112, 2.2).
        "response/connection.md:589": true, "response/sample.md:698": true,
        // The protocol is not HTTP, or not HTTP/1 (RFC 9112, 2.3).
        "response/sample.md:43": true, "response/sample.md:63": true, "response/sample.md:648": true,
        // A coding that is not known hides the content; chunked must be the last one (RFC 9112, 6.1 and 7).
        "response/transfer-encoding.md:46": true, "response/transfer-encoding.md:77": true,
        "response/transfer-encoding.md:115": true,
    ]

    @Test func `of the policy table exists`() {
        let names = Set(LlhttpCase.responses.map(\.name))
        #expect(names.count == 76)
        #expect(Set(Self.policy.keys).isSubset(of: names))
    }
}
