import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
import MockAPISockets
#endif

@Suite struct `Server: semantics` {
    @Test func `answers to HEAD have no content, whatever they are`() async throws {
        let answer: @Sendable (ReceivedRequest) -> Answer = { request in
            switch request.rawPath {
            case "/r": text("{\"a\":1}")
            case "/big.zip": .now(PreparedResponse(HTTPResponse(200, headers: ["Content-Length": "1024"])))
            case "/any": text("boom", 500)
            case "/file": .plan(ResponsePlan(HTTPResponse(200, body: HTTPBody(.file(path: "/none", length: 9)))))
            default: text("no stub", 404)
            }
        }
        try await withServer(answering: answer) { test in
            let connection = try await test.connect()
            let paths = ["/r", "/big.zip", "/any", "/missing", "/file"]
            try await connection.send(
                paths.map { "HEAD \($0) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" }.joined() + get("/r"))
            var lengths: [String?] = []
            for _ in paths {
                lengths.append(try await connection.readResponse(toHEAD: true).value(of: "Content-Length"))
            }
            #expect(lengths == ["7", "1024", "4", "7", "9"])
            #expect(try await connection.readResponse().text == "{\"a\":1}")
        }
    }

    @Test func `the connection stays open as version and tokens say`() async throws {
        let stream: @Sendable () -> AsyncThrowingStream<[UInt8], any Error> = {
            AsyncThrowingStream { continuation in
                continuation.yield(Array("a".utf8))
                continuation.yield(Array("b".utf8))
                continuation.finish()
            }
        }
        try await withAnswers { request in
            request.rawPath == "/stream"
                ? .plan(ResponsePlan(HTTPResponse(200, body: HTTPBody(.stream(length: nil, stream))))) : text("ok")
        } use: { test in
            let first = try await test.connect()
            #expect(try await first.exchange(get("/k")).values(of: "Connection") == [])
            #expect(try await first.exchange(get("/k")).status == 200)

            let closing = try await test.send(
                "GET /k HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Keep-Alive, CLOSE\r\n\r\n")
            #expect(closing.text.contains("Connection: close\r\n") && closing.text.hasSuffix("\r\n\r\nok"))

            let old = try await test.send("GET /k HTTP/1.0\r\n\r\n")
            #expect(old.text.hasSuffix("\r\n\r\nok"))
            #expect(old.end == .closed)

            let kept = try await test.connect()
            let answer = try await kept.exchange("GET /k HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(answer.value(of: "Connection") == "keep-alive")
            #expect(try await kept.exchange("GET /k HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").text == "ok")

            let streamed = try await test.send("GET /stream HTTP/1.0\r\n\r\n")
            #expect(streamed.text.hasSuffix("\r\n\r\nab"))
            #expect(!streamed.text.contains("Transfer-Encoding"))

            let chunked = try await first.exchange(get("/stream"))
            #expect(chunked.text == "ab" && chunked.value(of: "Transfer-Encoding") == "chunked")

            let version = try await test.send("GET /k HTTP/2.7\r\nHost: 127.0.0.1\r\n\r\n").text
            #expect(version.hasPrefix("HTTP/1.1 505 ") || version.hasPrefix("HTTP/1.1 400 "))
            #expect(try await test.exchange("\r\n" + get("/k")).status == 200)
        }
    }

    @Test func `pipelined answers come in the order of the requests though one is late`() async throws {
        try await withAnswers { request in
            request.rawPath == "/slow" ? late(.milliseconds(500), "slow") : text("fast")
        } use: { test in
            let connection = try await test.connect()
            let start = ContinuousClock.now
            try await connection.send(get("/slow") + get("/fast") + "BROKEN\r\n\r\n")
            #expect(try await connection.readResponse().text == "slow")
            #expect(ContinuousClock.now - start >= .milliseconds(500))
            #expect(try await connection.readResponse().text == "fast")
            #expect(try await connection.readResponse().status == 400)
            #expect(try await connection.readToEnd().end == .closed)
        }
    }

    @Test func `a late answer holds no other connection up`() async throws {
        try await withAnswers { request in
            request.rawPath == "/day" ? late(.seconds(86400)) : text("fast")
        } use: { test in
            // One for each loop at least.
            var waiting: [RawConnection] = []
            for _ in 0..<20 {
                let connection = try await test.connect()
                try await connection.send(get("/day"))
                waiting.append(connection)
            }
            for _ in 0..<20 {
                let answer = try await test.exchange(get("/fast"))
                #expect(answer.text == "fast")
            }
            withExtendedLifetime(waiting) {}
        }
    }

    @Test func `a thousand pipelined requests have a thousand answers`() async throws {
        let body = String(repeating: "x", count: 2000)
        try await withAnswers { request in
            switch request.rawPath.last {
            case "0": .offLoop { text(request.rawPath + body) }
            case "1": late(.milliseconds(1), request.rawPath + body)
            default: text(request.rawPath + body)
            }
        } use: { test in
            let connection = try await test.connect()
            async let sent: Void = connection.send((0..<1000).map { get("/\($0)") }.joined())
            for number in 0..<1000 {
                #expect(try await connection.readResponse().text == "/\(number)" + body)
            }
            try await sent
        }
    }

    @Test func `no pipelined request is lost when many wait unread and the peer ends its side`() async throws {
        let filler = String(repeating: "x", count: 4000)
        try await withAnswers { request in
            request.rawPath == "/late" ? late(.milliseconds(200)) : text("now")
        } use: { test in
            let connection = try await test.connect()
            // More than is kept while an answer is under way.
            let more = (0..<60).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\nX-Filler: \(filler)\r\n\r\n" }.joined()
            try await connection.sendLast(get("/late") + more)
            #expect(try await connection.readResponse().text == "late")
            for _ in 0..<60 { #expect(try await connection.readResponse().text == "now") }
            #expect(try await connection.readToEnd().end == .closed)
        }
    }

    @Test func `every answer has a date, and keeps its own`() async throws {
        let time = TimeSource(monotonic: { .zero }, unixTime: { 784_111_777.25 })
        try await withServer {
            $0.time = time
        } answering: { request in
            guard request.rawPath == "/own" else { return text("ok") }
            return .now(PreparedResponse(HTTPResponse(200, headers: ["date": "Thu, 01 Jan 1970 00:00:00 GMT"])))
        } _: { test in
            let plain = try await test.exchange(get("/"))
            #expect(plain.value(of: "Date") == "Sun, 06 Nov 1994 08:49:37 GMT")
            #expect(try await test.exchange(get("/own")).value(of: "Date") == "Thu, 01 Jan 1970 00:00:00 GMT")
            #expect(try await test.exchange("x\r\n\r\n").value(of: "Date") == "Sun, 06 Nov 1994 08:49:37 GMT")
        }
    }

    @Test func `a refused request is told to the responder and to the peer`() async throws {
        try await withServer { test in
            let answer = try await test.exchange("GET / HTTP/1.1\r\n\r\n")
            #expect(answer.status == 400)
            #expect(answer.value(of: "Content-Type")?.hasPrefix("text/plain") == true)
            let refused = try #require(test.log.refused.first)
            #expect(refused.status == 400)
            #expect(answer.text.contains(refused.message))
        }
    }
}
