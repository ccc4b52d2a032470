import MockAPICore
import MockAPISockets
import Testing

@Suite struct `The framing of a request` {
    private func parse(
        _ text: String, limits: HTTPLimits = HTTPLimits(), cuts: Int = 20,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Parsed {
        let bytes = Array(text.utf8)
        let whole = Parsed(Cut.whole(bytes), limits: limits)
        for cut in Cut.all(bytes, count: cuts) {
            #expect(Parsed(cut, limits: limits) == whole, sourceLocation: sourceLocation)
        }
        return whole
    }

    @Test(arguments: [
        ("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "HTTP/1.1", 400),
        ("Content-Length: 0\r\nTransfer-Encoding: identity\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: gzip\r\n", "HTTP/1.1", 400), ("Transfer-Encoding: chunked, identity\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: chunked, chunked\r\n", "HTTP/1.1", 400), ("Transfer-Encoding:\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: chunked;a=b\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: \"chunked\"\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: xchunked\r\n", "HTTP/1.1", 400), ("Transfer-Encoding: chunke\r\n", "HTTP/1.1", 400),
        ("Transfer-Encoding: gzip, chunked\r\n", "HTTP/1.1", 501),
        ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "HTTP/1.1", 501),
        ("Transfer-Encoding: chunked\r\n", "HTTP/1.0", 400),
    ])
    func `is refused where it is ambiguous (framing-1)`(_ lines: String, _ version: String, _ status: Int) {
        let parsed = parse(
            "POST /a \(version)\r\nHost: a\r\n\(lines)\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(parsed.error == status)
        #expect(parsed.requests.isEmpty)
    }

    @Test func `is chunked in any case, extensions and trailers being dropped (framing-2)`() {
        let text =
            "POST /c HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: Chunked\r\n\r\n5;tag=\"x;y\"\r\nalpha\r\n"
            + "06\r\n\r\nbeta\r\nb\r\n-gamma-delt\r\n3\r\na\n!\r\n0\r\nX-Trailer: t\r\nContent-Length: 99\r\n\r\n"
            + "GET /next HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        let parsed = parse(text, cuts: 200)
        #expect(parsed.requests.map(\.body) == ["alpha\r\nbeta-gamma-delta\n!", ""])
        #expect(parsed.requests[0].fields == ["Host: 127.0.0.1", "Transfer-Encoding: Chunked"])
        #expect(parsed.requests[1].line == "GET /next HTTP/1.1")
    }

    @Test func `takes a large chunked content`() {
        let chunk = String(repeating: "0123456789abcdef", count: 4096)
        let text =
            "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + String(repeating: "10000\r\n\(chunk)\r\n", count: 80) + "0\r\n\r\n"
        let parsed = Parsed(text)
        #expect(parsed.requests.map(\.body.utf8.count) == [5 << 20])
        var random = SeededRandom(seed: 7)
        #expect(Parsed(Cut.random(Array(text.utf8), &random)) == parsed)
    }

    @Test(arguments: [
        "+5", "-5", "0x5", "0_5", " 5", "5 junk", "5\t\tx", "", "５", "10000000000000005", "FFFFFFFFFFFFFFFFF", "5 ",
        "5;", "5;=x", "5;a=", "5;a=\"x", "5;a b", "5;a=b c", "5;a=\"x\"y", "5;\u{1}", "g", "5;a=\"\u{0}\"",
        "00000000000000005",
    ])
    func `refuses a chunk size that is no hexadecimal number (framing-3)`(_ size: String) {
        let parsed = parse(
            "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nabcde\r\n0\r\n\r\n")
        #expect(parsed.error == 400)
        #expect(parsed.requests.isEmpty)
    }

    @Test(arguments: [
        "5\nabcde\r\n0\r\n\r\n", "5\r\nabcdeXX0\r\n\r\n", "5\r\nabcde\n0\r\n\r\n", "5\rabcde\r\n0\r\n\r\n",
        "0\r\n\n", "0\r\nX: 1\n\r\n", "0\r\nX : 1\r\n\r\n", "0\r\n: 1\r\n\r\n", "0\r\nX: 1\r\n 2\r\n\r\n", "0\r\n\rX",
    ])
    func `refuses chunks that do not end with CRLF, and bad trailers (framing-3)`(_ chunks: String) {
        #expect(parse("POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)").error == 400)
    }

    @Test(arguments: [
        "5 ;a\r\n", "5;a;b=c\r\n", "5\t; a = \"q\\\"\\\\ \u{80}\" ;b\r\n", "5;a = b\r\n", "0005\r\n", "5;a=\"\"\r\n",
    ])
    func `takes chunk extensions that follow the grammar`(_ line: String) {
        let parsed = parse("POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(line)abcde\r\n0\r\n\r\n")
        #expect(parsed.requests.map(\.body) == ["abcde"])
    }

    @Test(arguments: [
        ("Content-Length: Optional(5)\r\n", 400), ("Content-Length: +5\r\n", 400), ("Content-Length: -1\r\n", 400),
        ("Content-Length: 5, 6\r\n", 400), ("Content-Length: 5\r\nContent-Length: 6\r\n", 400),
        ("Content-Length: 0x5\r\n", 400), ("Content-Length: 5 5\r\n", 400), ("Content-Length: \r\n", 400),
        ("Content-Length: 5,\r\n", 400), ("Content-Length: ,5\r\n", 400), ("Content-Length: ５\r\n", 400),
        ("Content-Length: 5\r\nContent-Length:\r\n", 400), ("Content-Length: 99999999999999999999\r\n", 413),
        ("Content-Length: 99999999999999999999x\r\n", 400), ("Content-Length: 67108865\r\n", 413),
        ("Content-Length: 9223372036854775807\r\n", 413), ("Content-Length: 9223372036854775808\r\n", 413),
    ])
    func `refuses a Content-Length that is no number (framing-4)`(_ lines: String, _ status: Int) {
        let parsed = parse("POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\(lines)\r\nhello")
        #expect(parsed.error == status)
        #expect(parsed.requests.isEmpty)
    }

    @Test(arguments: [
        "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5, 5\r\n", "Content-Length: 005\r\n",
        "Content-Length: 5 ,\t05\r\n", "Content-Length:5\t\r\n",
    ])
    func `takes equal numbers as one (framing-4)`(_ lines: String) {
        #expect(parse("POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\(lines)\r\nhello").requests.map(\.body) == ["hello"])
    }

    @Test func `allocates nothing for a length that was only announced`() {
        let limits = HTTPLimits(bodyBytes: Int.max)
        let head = "POST / HTTP/1.1\r\nHost: a\r\n"
        #expect(parse("\(head)Content-Length: 9223372036854775807\r\n\r\nabc", limits: limits).error == 413)
        let huge = parse("\(head)Content-Length: 4611686018427387903\r\n\r\nabc", limits: limits)
        #expect(huge.error == nil && huge.isIncomplete)
        let chunk = parse(
            "\(head)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3ffffffffffffff0\r\nabc", limits: limits)
        #expect(chunk.error == nil && chunk.isIncomplete)
    }
}

@Suite struct `The limits of a request` {
    private func parse(_ text: String, _ limits: HTTPLimits) -> Parsed {
        let bytes = Array(text.utf8)
        let whole = Parsed(Cut.whole(bytes), limits: limits)
        for cut in Cut.all(bytes, count: 10) { #expect(Parsed(cut, limits: limits) == whole) }
        return whole
    }

    @Test func `hold for the request line to the byte`() {
        let limits = HTTPLimits(requestLineBytes: 30)
        // "GET /" and " HTTP/1.1" are 14 bytes.
        let fits = String(repeating: "a", count: 16)
        #expect(parse("GET /\(fits) HTTP/1.1\r\nHost: a\r\n\r\n", limits).requests.count == 1)
        #expect(parse("GET /\(fits)a HTTP/1.1\r\nHost: a\r\n\r\n", limits).error == 414)
    }

    @Test func `end a request line that never ends (headers-5)`() {
        var parser = RequestParser()
        var sent = 0
        var error: RequestError?
        while error == nil, sent < 1 << 20 {
            Array((sent == 0 ? "GET /" : "aaaaa").utf8).withUnsafeBytes { bytes in
                var offset = 0
                if case .failure(let failure) = parser.next(in: bytes, from: &offset) { error = failure }
            }
            sent += 5
        }
        #expect(error?.status == 414)
        #expect(sent <= (16 << 10) + 5)
        #expect(Parsed("GET /\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\nHost: x\r\n\r\n").error == 414)
        #expect(Parsed("GET /\(String(repeating: "a", count: 8000)) HTTP/1.1\r\nHost: x\r\n\r\n").error == nil)
    }

    @Test func `hold for the lines and bytes of a header section (headers-5)`() {
        let start = "GET / HTTP/1.1\r\nHost: x\r\n"
        #expect(Parsed(start + String(repeating: "a: b\r\n", count: 200_000) + "\r\n").error == 431)
        #expect(Parsed(start + String(repeating: "a: b\r\n", count: 199) + "\r\n").error == nil)
        #expect(Parsed(start + String(repeating: "a: b\r\n", count: 200) + "\r\n").error == 431)
        #expect(Parsed(start + "a: " + String(repeating: "b", count: 1 << 20)).error == 431)
        #expect(Parsed(start + String(repeating: "b", count: 1 << 20)).error == 431)
        let limits = HTTPLimits(headerBytes: 20)
        #expect(parse("\(start)A: 345678\r\n\r\n", limits).error == nil)
        #expect(parse("\(start)A: 3456789\r\n\r\n", limits).error == 431)
        #expect(parse("\(start)A: 34567890\r\n\r\n", limits).error == 431)
        #expect(parse("\(start)A: 345678901234567890\r\n\r\n", limits).error == 431)
    }

    @Test func `hold for chunk extensions and trailers (headers-5)`() {
        let start = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(Parsed(start + "0\r\n" + String(repeating: "a: b\r\n", count: 200_000)).error == 431)
        #expect(Parsed(start + "0\r\na: " + String(repeating: "b", count: 1 << 20)).error == 431)
        #expect(Parsed(start + "1;a=" + String(repeating: "b", count: 1 << 20)).error == 431)
        #expect(Parsed(start + String(repeating: "1;abcdefgh\r\nx\r\n", count: 10_000)).error == 431)
        let limits = HTTPLimits(headerBytes: 60)
        #expect(parse("\(start)0\r\nA: \(String(repeating: "x", count: 55))\r\n\r\n", limits).error == nil)
        #expect(parse("\(start)0\r\nA: \(String(repeating: "x", count: 56))\r\n\r\n", limits).error == 431)
        #expect(parse("\(start)0\r\nA: \(String(repeating: "x", count: 90))\r\n\r\n", limits).error == 431)
        let lines = HTTPLimits(headerLines: 3)
        #expect(parse("\(start)0\r\na: b\r\n\r\n", lines).error == nil)
        #expect(parse("\(start)0\r\na: b\r\na: b\r\n\r\n", lines).error == 431)
    }

    @Test func `hold for the content to the byte`() {
        let limits = HTTPLimits(bodyBytes: 5)
        let start = "POST / HTTP/1.1\r\nHost: x\r\n"
        #expect(parse("\(start)Content-Length: 5\r\n\r\nhello", limits).error == nil)
        #expect(parse("\(start)Content-Length: 6\r\n\r\nhello!", limits).error == 413)
        #expect(
            parse("\(start)Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", limits).error == nil)
        #expect(
            parse("\(start)Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n4\r\nllo!\r\n0\r\n\r\n", limits).error == 413)
        #expect(parse("\(start)Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nllo!\r\n", limits).error == 413)
    }

    @Test func `take any number`() {
        for limit in [Int.min, -1, 0, Int.max] {
            let limits = HTTPLimits(
                requestLineBytes: limit, headerBytes: limit, headerLines: limit, bodyBytes: limit)
            let parsed = parse("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", limits)
            #expect((parsed.error == nil) == (limit == Int.max))
        }
    }
}

@Suite struct `Any bytes at all` {
    @Test func `give the same events however they are cut`() {
        let seeds = [
            "GET /a/b?c=d HTTP/1.1\r\nHost: a:80\r\nAccept: */*\r\nConnection: keep-alive\r\n\r\n",
            "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
            "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=\"y\"\r\nhello\r\n0\r\nT: 1\r\n\r\n",
        ]
        var random = SeededRandom(seed: 2026)
        let limits = HTTPLimits(requestLineBytes: 60, headerBytes: 120, headerLines: 6, bodyBytes: 100)
        let spice = Array("\r\n \t:;,=\"\\0159afGET/HTP.*%\u{0}\u{7F}".utf8) + [0x80, 0xFF]
        for _ in 0..<4000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes += Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
            }
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = spice[Int.random(in: 0..<spice.count, using: &random)]
                case 1: bytes.insert(spice[Int.random(in: 0..<spice.count, using: &random)], at: place)
                case 2: bytes.remove(at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let whole = Parsed(Cut.whole(bytes), limits: limits)
            #expect(Parsed(Cut.single(bytes), limits: limits) == whole)
            #expect(Parsed(Cut.random(bytes, &random), limits: limits) == whole)
        }
    }
}
