import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
@testable import MockAPISockets
#endif

@Suite struct `A socket transport` {
    private let transport = SocketTransport(SocketTransport.Configuration(timeout: .seconds(60)))

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func get(_ peer: ScriptedPeer, _ path: String = "/") throws -> HTTPRequest {
        HTTPRequest(.get, try url("\(peer.baseURL)\(path)"))
    }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// The failure of a request.
    private func failure(_ request: HTTPRequest, _ transport: SocketTransport? = nil) async throws -> TransportError {
        do {
            let response = try await (transport ?? self.transport).send(request)
            Issue.record("\(response.status) \(response.body.bytes ?? [])")
        } catch let error as TransportError {
            return error
        }
        return TransportError(.other, "no failure")
    }

    // MARK: - What is sent

    @Test func `sends fields as they are given, after Host, with the target as the URL has it`() async throws {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        var request = try get(peer, "/a%2Fb/%E4%BD%A0?q=a+b&&c=%zz#part")
        request.headers = ["x-B": "2", "X-a": " ", "x-b": "3", "Accept": "*/*"]
        #expect(try await transport.send(request).status == 200)
        let target = request.url.absoluteString.contains("%25zz") ? "%25zz" : "%zz"
        #expect(
            peer.received() == "GET /a%2Fb/%E4%BD%A0?q=a+b&&c=\(target) HTTP/1.1\r\nHost: 127.0.0.1:\(peer.port)\r\n"
                + "x-B: 2\r\nX-a:  \r\nx-b: 3\r\nAccept: */*\r\n\r\n")
    }

    @Test func `keeps a Host and a Content-Length of the request`() async throws {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        let request = HTTPRequest(
            .post, try url(peer.baseURL), headers: ["content-length": "2", "host": "www.example.com"],
            body: HTTPBody("hi"))
        #expect(try await transport.send(request).status == 200)
        #expect(peer.received() == "POST / HTTP/1.1\r\ncontent-length: 2\r\nhost: www.example.com\r\n\r\nhi")
    }

    @Test(arguments: [(HTTPMethod.post, true), (.put, true), (.patch, true), (.get, false), (.delete, false)])
    func `says that there is no content where some is usual`(_ method: HTTPMethod, _ says: Bool) async throws {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        _ = try await transport.send(HTTPRequest(method, try url(peer.baseURL)))
        #expect(peer.received().contains("Content-Length: 0\r\n") == says)
    }

    @Test func `sends content from memory, a file and streams`() async throws {
        let server = try EchoServer()
        let content = Array(String(repeating: "0123456789abcdef", count: 100_000).utf8)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
        try Data(content).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let pieces: @Sendable () -> AsyncThrowingStream<[UInt8], any Error> = {
            AsyncThrowingStream { stream in
                for start in stride(from: 0, to: content.count, by: 70_001) {
                    stream.yield(Array(content[start..<min(content.count, start + 70_001)]))
                }
                stream.yield([])
                stream.finish()
            }
        }
        let sources: [HTTPBody.Source] = [
            .bytes(content), .file(path: file.path, length: content.count), .stream(length: nil, pieces),
            .stream(length: content.count, pieces),
        ]
        for source in sources {
            let request = HTTPRequest(.post, server.url("/echo"), body: HTTPBody(source))
            let response = try await transport.send(request)
            #expect(response.body.bytes == content)
            #expect(
                response.headers["X-Framing"] == (HTTPBody(source).length == nil ? "chunked" : "\(content.count)"))
        }
        let chunked = HTTPRequest(
            .post, server.url("/echo"), headers: ["transfer-encoding": "chunked"], body: HTTPBody("abc"))
        #expect(try await transport.send(chunked).body.bytes == Array("abc".utf8))
        await server.stop()
    }

    @Test func `fails where the content is not as long as announced, or cannot be made`() async throws {
        struct Trouble: Error {}
        let sources: [HTTPBody.Source] = [
            .stream(length: 5) {
                AsyncThrowingStream {
                    $0.yield([1, 2])
                    $0.finish()
                }
            },
            .stream(length: 1) {
                AsyncThrowingStream {
                    $0.yield([1, 2])
                    $0.finish()
                }
            },
            .stream(length: nil) {
                AsyncThrowingStream {
                    $0.yield([1, 2])
                    $0.finish(throwing: Trouble())
                }
            },
            .file(path: "/nonexistent/file", length: 3),
        ]
        for source in sources {
            let peer = try ScriptedPeer([.waitForClose])
            let error = try await failure(HTTPRequest(.post, try url(peer.baseURL), body: HTTPBody(source)))
            #expect(error.reason == .other, "\(error)")
            try await peer.waitUntilClosed()
        }
    }

    @Test func `refuses what cannot be sent`() async throws {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        let good = try get(peer)
        func changed(_ change: (inout HTTPRequest) throws -> Void) throws -> HTTPRequest {
            var request = good
            try change(&request)
            return request
        }
        let requests: [(HTTPRequest, TransportError.Reason)] = [
            (try changed { $0.url = try url("https://127.0.0.1:\(peer.port)/") }, .tls),
            (try changed { $0.url = try url("ftp://127.0.0.1/") }, .other),
            (try changed { $0.url = try url("/path") }, .other),
            (try changed { $0.method = "G T" }, .other), (try changed { $0.method = "" }, .other),
            (try changed { $0.headers = ["X-A": "1\r\nX-B: 2"] }, .other),
            (try changed { $0.headers = ["X A": "1"] }, .other), (try changed { $0.headers = ["": "1"] }, .other),
            (try changed { $0.headers = ["X": "\u{0}"] }, .other),
            (try changed { $0.headers = ["Content-Length": "7"] }, .other),
            (try changed { $0.headers = ["Content-Length": "+0"] }, .other),
            (try changed { $0.headers = ["Transfer-Encoding": "gzip"] }, .other),
        ]
        for (request, reason) in requests { #expect(try await failure(request).reason == reason) }
        #expect(try await failure(requests[0].0).message.contains("URLSessionTransport"))
        _ = try await transport.send(good)
        #expect(peer.connectionCount == 1)
    }

    // MARK: - What comes back

    @Test func `keeps fields in order, names as they were sent, repeats apart`() async throws {
        let peer = try ScriptedPeer([
            .readRequest,
            .writeBytes(
                Array("HTTP/1.1 299 Fine So\r\nset-Cookie: a=1\r\nX-Latin: ".utf8) + [0xE9]
                    + Array("\r\nSET-cookie: b=2\r\nX-Fold: a\r\n \tb\r\nContent-Length: 0\r\n\r\n".utf8)),
        ])
        let request = try get(peer)
        let response = try await transport.send(request)
        #expect(response.status == 299 && response.reason == "Fine So")
        #expect(
            response.headers.map(\.description)
                == ["set-Cookie: a=1", "X-Latin: é", "SET-cookie: b=2", "X-Fold: a   \tb", "Content-Length: 0"])
        #expect(response.url == request.url)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\n{\"id\":1}", HTTPMethod.get, "{\"id\":1}"),
        ("HTTP/1.0 200 OK\r\n\r\nold", .get, "old"),
        ("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", .get, "ok"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n", .head, ""),
        ("HTTP/1.1 204 No Content\r\nContent-Length: 50\r\n\r\n", .get, ""),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 50\r\n\r\n", .get, ""),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n\(ok)", .get, "ok"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n", .get, "ok"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nContent-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n", .get, "ok"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok and more", .get, "ok"),
    ])
    func `reads any framing`(_ text: String, _ method: HTTPMethod, _ body: String) async throws {
        let peer = try ScriptedPeer([.readRequest, .write(text)])
        let response = try await transport.send(HTTPRequest(method, try url(peer.baseURL)))
        #expect(response.body.bytes == Array(body.utf8))
        let drip = try ScriptedPeer([.readRequest, .drip(text, every: .milliseconds(1))])
        #expect(try await transport.send(HTTPRequest(method, try url(drip.baseURL))).body.bytes == Array(body.utf8))
    }

    @Test func `takes an early answer while the content is still being sent`() async throws {
        let answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nlarge"
        let body = HTTPBody([UInt8](repeating: 0x78, count: 30 << 20))
        let scripts: [[ScriptedPeer.Step]] = [
            [.read(100), .write(answer), .waitForClose], [.read(100), .write(answer), .close],
            [.read(100), .write(answer), .shutdownSending, .waitForClose],
        ]
        for script in scripts {
            let peer = try ScriptedPeer(script)
            let response = try await transport.send(HTTPRequest(.post, try url(peer.baseURL), body: body))
            #expect(response.status == 413)
            #expect(response.body.bytes == Array("large".utf8))
        }
        #expect(transport.idleConnectionCount == 0)
    }

    @Test func `takes no answer for whole that a reset ended while the content was being sent`() async throws {
        let body = HTTPBody([UInt8](repeating: 0x78, count: 30 << 20))
        for _ in 0..<10 {
            let peer = try ScriptedPeer([.read(100), .write("HTTP/1.1 200 OK\r\n\r\nabc"), .reset])
            let error = try await failure(HTTPRequest(.post, try url(peer.baseURL), body: body))
            #expect(error.reason == .reset, "\(error)")
        }
    }

    @Test func `refuses content beyond the limit`() async throws {
        let small = SocketTransport(
            SocketTransport.Configuration(limits: ResponseParser.Limits(headBytes: 100, bodyBytes: 4)))
        let answers: [(String, TransportError.Reason)] = [
            ("Content-Length: 5\r\n\r\nhello", .other), ("\r\nhello", .other),
            ("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", .other),
            ("X: \(String(repeating: "x", count: 100))\r\n\r\n", .malformed),
        ]
        for (answer, reason) in answers {
            let peer = try ScriptedPeer([.readRequest, .write("HTTP/1.1 200 OK\r\n" + answer), .waitForClose])
            #expect(try await failure(get(peer), small).reason == reason)
        }
    }

    // MARK: - Failures

    @Test(arguments: [
        ("truncated", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"id\":1}", TransportError.Reason.truncated),
        ("truncated, but valid JSON", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"id\":1}", .truncated),
        ("chunk cut", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n", .truncated),
        ("cut in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id", .truncated),
        ("cut in the trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: 1\r\n", .truncated),
        ("cut in the header section", "HTTP/1.1 200 OK\r\nContent-", .truncated), ("no bytes", "", .reset),
        ("interim only", "HTTP/1.1 100 Continue\r\n\r\n", .reset),
        ("garbage", "@@ no http here @@\r\n\r\n", .malformed),
        ("a status line of letters", "HTTP/1.1 abc\r\n\r\n", .malformed),
        ("status 42", "HTTP/1.1 42 X\r\n\r\n", .malformed), ("status 099", "HTTP/1.1 099 X\r\n\r\n", .malformed),
        ("HTTP/2", "HTTP/2.0 200 OK\r\n\r\n", .malformed), ("no colon", "HTTP/1.1 200 OK\r\nbad\r\n\r\n", .malformed),
        ("LF only", "HTTP/1.1 200 OK\nContent-Length: 0\n\n", .malformed),
        ("bad length", "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n", .malformed),
        ("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", .malformed),
        ("bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", .malformed),
        ("unknown coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc", .malformed),
        ("name with a blank", "HTTP/1.1 200 OK\r\nX-A : v\r\n\r\n", .malformed),
    ])
    func `never takes a broken answer for a whole one (errors-3)`(
        _ name: String, _ text: String, _ reason: TransportError.Reason
    ) async throws {
        let peer = try ScriptedPeer([.readRequest, .write(text)])
        let error = try await failure(get(peer))
        #expect(error.reason == reason, "\(error)")
        #expect(!error.message.isEmpty)
        #expect(transport.idleConnectionCount == 0)
    }

    @Test func `tells resets, refusals and unknown hosts apart (errors-3)`() async throws {
        let reset = try ScriptedPeer([.readRequest, .reset])
        #expect(try await failure(get(reset)).reason == .reset)
        let later = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc"), .pause(.milliseconds(50)), .reset,
        ])
        #expect(try await failure(get(later)).reason == .reset)
        let open = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 200 OK\r\n\r\nabc"), .pause(.milliseconds(50)), .reset,
        ])
        #expect(try await failure(get(open)).reason == .reset)
        try await ScriptedPeer.withRefusingPort { port in
            #expect(try await failure(HTTPRequest(.get, url("http://127.0.0.1:\(port)/"))).reason == .refused)
            let both = try await failure(HTTPRequest(.get, url("http://localhost:\(port)/")))
            #expect(both.reason == .refused, "\(both)")
        }
        let unknown = try await failure(
            HTTPRequest(.get, url("http://no-such-host.invalid/"), timeout: .seconds(60)))
        #expect(unknown.reason == .dns, "\(unknown)")
    }

    @Test func `gives up after silence, and not before (errors-3)`() async throws {
        for script in [[ScriptedPeer.Step.waitForClose], [.readRequest, .write("HTTP/1.1 200 OK\r\n"), .waitForClose]] {
            let peer = try ScriptedPeer(script)
            var request = try get(peer)
            request.timeout = .milliseconds(300)
            let start = ContinuousClock.now
            #expect(try await failure(request).reason == .timedOut)
            #expect(ContinuousClock.now - start >= .milliseconds(300))
            try await peer.waitUntilClosed()
        }
    }

    @Test func `waits for a server that goes on sending (errors-3)`() async throws {
        let peer = try ScriptedPeer([.readRequest, .drip("HTTP/1.1 204 No Content\r\n\r\n", every: .milliseconds(80))])
        var request = try get(peer)
        request.timeout = .milliseconds(1500)
        let start = ContinuousClock.now
        #expect(try await transport.send(request).status == 204)
        #expect(ContinuousClock.now - start > .milliseconds(1500))
    }

    // MARK: - Addresses

    @Test func `reaches IPv6 literals, and localhost in either family`() async throws {
        let four = try ScriptedPeer([.readRequest, .write(Self.ok)])
        #expect(try await transport.send(HTTPRequest(.get, url("http://localhost:\(four.port)/"))).status == 200)
        #expect(four.received().contains("Host: localhost:\(four.port)\r\n"))
        guard let six = try? ScriptedPeer([.readRequest, .write(Self.ok)], host: "::1") else { return }
        #expect(try await transport.send(HTTPRequest(.get, url("http://[::1]:\(six.port)/"))).status == 200)
        #expect(six.received().contains("Host: [::1]:\(six.port)\r\n"))
        // A port on which nothing can listen in the other family, while this test asks for it.
        var status: HTTPStatus?
        while status == nil {
            let other = try ScriptedPeer([.readRequest, .write(Self.ok)], host: "::1")
            let request = HTTPRequest(.get, try url("http://LOCALHOST:\(other.port)/"))
            status = try await ScriptedPeer.withRefusingPort(other.port) { try await transport.send(request).status }
        }
        #expect(status == 200)
    }

    @Test func `looks names up off the loop`() async throws {
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok)])
        let name = ProcessInfo.processInfo.hostName
        // Whatever the machine's name stands for, the look-up ends.
        let request = HTTPRequest(.get, try url("http://\(name):\(peer.port)/"), timeout: .seconds(30))
        _ = try? await transport.send(request)
        #expect(try await transport.send(get(peer)).status == 200)
    }
}
