import MockAPICore
import MockAPISockets
import Testing

@Suite struct `A request parser` {
    /// Parses an input whole, byte by byte and in random cuts, and expects the same of all.
    @discardableResult
    private func parse(
        _ text: String, limits: HTTPLimits = HTTPLimits(), sourceLocation: SourceLocation = #_sourceLocation
    ) -> Parsed {
        let bytes = Array(text.utf8)
        let whole = Parsed(Cut.whole(bytes), limits: limits)
        for cut in Cut.all(bytes, count: 20) {
            #expect(Parsed(cut, limits: limits) == whole, sourceLocation: sourceLocation)
        }
        return whole
    }

    private func status(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Int? {
        parse(text, sourceLocation: sourceLocation).error
    }

    private static let get = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"

    // MARK: - Request line and target

    @Test func `keeps the raw target beside decoded segments (uri-1)`() throws {
        let text =
            "GET /files/a%2Fb HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /files/a/b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        #expect(parse(text).requests.map(\.line) == ["GET /files/a%2Fb HTTP/1.1", "GET /files/a/b HTTP/1.1"])
        #expect(try request(text).pathSegments == ["files", "a/b"])
    }

    @Test func `reads query pairs in order with repeats (uri-3)`() throws {
        let request = try request("GET /s?a=&b&c=1&c=2&=v&& HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(request.queryPairs.map(\.description) == ["a=", "b=", "c=1", "c=2", "=v"])
    }

    @Test func `takes the host of an absolute target, whatever Host says (uri-4)`() throws {
        let absolute = try request("GET http://127.0.0.1:8080/hello?x=1 HTTP/1.1\r\nHost: something.else\r\n\r\n")
        #expect(absolute.authority == Authority(host: "127.0.0.1", port: 8080))
        #expect(absolute.rawPathAndQuery == "/hello?x=1")
        let empty = try request("GET http://127.0.0.1:8080 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(empty.rawPath == "/")
        let literal = try request("GET http://[::1]:8080/x HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n")
        #expect(literal.authority == Authority(host: "::1", port: 8080))
    }

    @Test func `allows an asterisk for OPTIONS only (uri-4)`() {
        #expect(status("OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == nil)
        #expect(status("GET * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 400)
        #expect(status("OPTIONS *x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 400)
    }

    @Test(arguments: [
        ("host.example:443", nil), ("[::1]:443", nil), ("host.example", 400), ("host.example:", 400), (":443", 400),
        ("host.example:70000", 400), ("/x", 400), ("http://host.example:443/", 400), ("me@host.example:443", 400),
    ])
    func `takes host and port for CONNECT, and nothing else`(_ target: String, _ expected: Int?) {
        #expect(status("CONNECT \(target) HTTP/1.1\r\nHost: host.example:443\r\n\r\n") == expected)
    }

    @Test(arguments: ["x", "http:/x", "http://", "://x/", "http://a b/", "1http://a/", "/a\u{7F}", "/ü", "/a\tb", ""])
    func `refuses what is no target`(_ target: String) {
        #expect(status("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
    }

    @Test(arguments: [
        ("HTTP/1.1", nil), ("HTTP/1.0", nil), ("HTTP/1.7", nil), ("HTTP/2.7", 505), ("HTTP/0.9", 505),
        ("HTTP/3.0", 505),
        ("HTTP/1.10", 400), ("http/1.1", 400), ("HTTP/1", 400), ("HTTP/1.x", 400), ("HTTPS/1.1", 400), ("", 400),
        ("HTTP/1.1 ", 400), (" HTTP/1.1", 400), ("HTTP/1.1\u{0}", 400), ("HTTP/+1.1", 400),
    ])
    func `knows HTTP/1.0 and HTTP/1.1 (semantics-3)`(_ version: String, _ expected: Int?) {
        #expect(status("GET / \(version)\r\nHost: a\r\n\r\n") == expected)
    }

    @Test func `reads a higher minor version as HTTP/1.1`() throws {
        #expect(try request("GET / HTTP/1.9\r\nHost: a\r\n\r\n").version == .http11)
    }

    @Test(arguments: [
        ("GET", nil), ("M-SEARCH", nil), ("get", nil), ("!#$%&'*+.^_`|~", nil), ("G(T", 400), ("GE\u{0}T", 400),
        ("", 400), ("GET\t", 400), ("Gé", 400),
    ])
    func `takes any token for a method`(_ method: String, _ expected: Int?) {
        #expect(status("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n") == expected)
    }

    @Test func `gives up a method of more than 64 bytes`() {
        #expect(status(String(repeating: "A", count: 64) + " / HTTP/1.1\r\nHost: a\r\n\r\n") == nil)
        #expect(status(String(repeating: "A", count: 65)) == 501)
    }

    @Test func `passes over one empty line before a request (semantics-3)`() {
        #expect(parse("\r\n\(Self.get)\r\n\r\n\(Self.get)\r\n").requests.count == 2)
        #expect(status("\r\n\r\n\(Self.get)\r\n") == 400)
        #expect(status("\n\(Self.get)\r\n") == 400)
        #expect(status("\r\(Self.get)\r\n") == 400)
    }

    @Test(arguments: ["BROKEN\r\n\r\n", "GET /\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", "HTTP/1.1 200 OK\r\n\r\n", "{}"])
    func `refuses what is no request`(_ text: String) { #expect(status(text) == 400) }

    // MARK: - Header section

    @Test(arguments: [
        "X-A : 1\r\n", "X-A\t: 1\r\n", ": 1\r\n", "X-A\r\n", " X-A: 1\r\n", "\tX-A: 1\r\n", "X-A: 1\r\n 2\r\n",
        "X-A: 1\r\n\t2\r\n", "X(A): 1\r\n", "X-Ä: 1\r\n", "X-A: \u{0}\r\n", "X-A: a\u{1}b\r\n", "X-A: a\u{7F}\r\n",
        "X-A: 1\n", "X-A: 1\rX-B: 2\r\n", "X-A: 1\r\r\n", "X-A\u{0}: 1\r\n", "X-A: 1\r\n\n", "\n", "X-A: 1\u{0B}\r\n",
    ])
    func `refuses a field line that breaks the rules`(_ line: String) {
        #expect(status("\(Self.get)\(line)\r\n") == 400)
        // Whatever its length is: the quick loops read eight bytes at a time.
        #expect(status("\(Self.get)X-Long: \(String(repeating: "x", count: 37))\r\n\(line)\r\n") == 400)
    }

    @Test func `finds a control byte at any place of a value`() {
        for length in 0..<40 {
            let text = String(repeating: "v", count: length)
            #expect(Parsed("\(Self.get)X-A: \(text)\u{1F}\(text)\r\n\r\n").error == 400)
            #expect(Parsed("\(Self.get)X-A: \(text)\u{7F}\(text)\r\n\r\n").error == 400)
            #expect(Parsed("\(Self.get)X-A: \(text)\n\(text)\r\n\r\n").error == 400)
            #expect(Parsed("\(Self.get)X-A: \(text)\t\(text)\u{80}\u{1FF}!~\(text)\r\n\r\n").error == nil)
            #expect(Parsed("GET /\(text)\u{7F}\(text) HTTP/1.1\r\nHost: a\r\n\r\n").error == 400)
            #expect(Parsed("GET /\(text)\u{80}\(text) HTTP/1.1\r\nHost: a\r\n\r\n").error == 400)
            #expect(Parsed("GET /\(text)~!\(text) HTTP/1.1\r\nHost: a\r\n\r\n").error == nil)
        }
    }

    @Test func `keeps repeated fields in order, with the names as they were sent`() {
        let fields = parse("\(Self.get)x-Tag: 1\r\nX-Tag:2\r\nx-tag: \t 3 \t\r\nX-Empty:\r\n\r\n").requests[0].fields
        #expect(fields == ["Host: 127.0.0.1", "x-Tag: 1", "X-Tag: 2", "x-tag: 3", "X-Empty: "])
    }

    @Test func `keeps the bytes of a value that is no UTF-8`() throws {
        let request = try request(Array("\(Self.get)X-A: ".utf8) + [0xE9, 0x20, 0xFF] + Array("\r\n\r\n".utf8))
        #expect(Array(request.valueBytes(request.fields[1])) == [0xE9, 0x20, 0xFF])
        #expect(request.value(of: "x-a") == "\u{E9} \u{FF}")
    }

    @Test func `finds framing fields in any case (headers-1)`() {
        let text = "POST /h HTTP/1.1\r\nhOST: 127.0.0.1\r\ncontent-LENGTH: 5\r\nx-api-key: k1\r\n\r\nhello"
        #expect(parse(text).requests.map(\.body) == ["hello"])
    }

    @Test(arguments: [
        ("", 400), ("Host: a\r\nHost: a\r\n", 400), ("Host: a\r\nhost: b\r\n", 400), ("Host: a b\r\n", 400),
        ("Host: a/b\r\n", 400), ("Host: a:x\r\n", 400), ("Host: a:99999\r\n", 400), ("Host: me@a\r\n", 400),
        ("Host: [::1\r\n", 400), ("Host: a,b c\r\n", 400), ("Host: é\r\n", 400), ("Host: :80\r\n", 400),
        ("Host:\r\n", nil), ("Host: a\r\n", nil), ("Host: a:80\r\n", nil), ("Host: a:\r\n", nil),
        ("Host: [::1]:80\r\n", nil), ("Host: a_b.example\r\n", nil), ("Host: %41\r\n", nil), ("Host: %4\r\n", 400),
    ])
    func `wants one Host in HTTP/1.1`(_ lines: String, _ expected: Int?) {
        #expect(status("GET / HTTP/1.1\r\n\(lines)\r\n") == expected)
    }

    @Test func `wants no Host in HTTP/1.0, and refuses two`() {
        #expect(status("GET / HTTP/1.0\r\n\r\n") == nil)
        #expect(status("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n") == 400)
    }

    // MARK: - Connection and Expect

    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: Keep-Alive, CLOSE\r\n", false),
        ("HTTP/1.1", "Connection: close\r\n", false), ("HTTP/1.1", "Connection: x\r\nConnection: ,close ,\r\n", false),
        ("HTTP/1.1", "Connection: closed\r\n", true), ("HTTP/1.0", "", false),
        ("HTTP/1.0", "Connection: keep-alive\r\n", true), ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
    ])
    func `keeps the connection by version and tokens (semantics-3)`(_ version: String, _ line: String, _ stays: Bool) {
        let parsed = parse("GET /k \(version)\r\nHost: a\r\n\(line)\r\nGET /k HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(parsed.requests.map(\.keepAlive) == (stays ? [true, true] : [false]))
        #expect(parsed.error == nil)
    }

    @Test(arguments: [
        ("HTTP/1.1", "100-Continue", 5, "head true length(5)"), ("HTTP/1.0", "100-continue", 5, "head false length(5)"),
        ("HTTP/1.1", "magic", 5, "head false length(5)"),
    ])
    func `says when 100 Continue is awaited (connection-1)`(
        _ version: String, _ value: String, _ length: Int, _ event: String
    ) {
        let parsed = parse(
            "PUT /up \(version)\r\nHost: x\r\nContent-Length: \(length)\r\nExpect: \(value)\r\n\r\nhello")
        #expect(parsed.events.first == event)
        #expect(parsed.requests.map(\.body) == ["hello"])
    }

    @Test func `gives no event for a head without content`() {
        #expect(
            parse("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n").events.count == 1)
    }

    @Test func `reads pipelined requests one after the other`() {
        let post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        let parsed = parse("\(Self.get)\r\n\(post)\(Self.get)\r\nBROKEN\r\n\r\n")
        #expect(parsed.requests.map(\.body) == ["", "abc", ""])
        #expect(parsed.error == 400)
    }

    @Test func `tells where it stands`() {
        var parser = RequestParser()
        func feed(_ text: String) {
            Array(text.utf8).withUnsafeBytes { bytes in
                var offset = 0
                while case let event = parser.next(in: bytes, from: &offset) {
                    if case .needMore = event { break }
                }
            }
        }
        #expect(parser.phase == .idle)
        feed("\r\n")
        #expect(parser.phase == .idle)
        feed("P")
        #expect(parser.phase == .head)
        feed("OST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n")
        #expect(parser.phase == .body)
        feed("a")
        #expect(parser.phase == .body)
        feed("b")
        #expect(parser.phase == .ended)
    }

    private func request(_ text: String) throws -> ReceivedRequest { try request(Array(text.utf8)) }

    /// The first request of the bytes.
    private func request(_ bytes: [UInt8]) throws -> ReceivedRequest {
        var parser = RequestParser(peerAddress: "192.0.2.1")
        let event = bytes.withUnsafeBytes { bytes in
            var offset = 0
            return parser.next(in: bytes, from: &offset)
        }
        guard case .request(let request, _) = event else {
            Issue.record("\(event)")
            throw CancellationError()
        }
        #expect(request.peerAddress == "192.0.2.1")
        return request
    }
}
