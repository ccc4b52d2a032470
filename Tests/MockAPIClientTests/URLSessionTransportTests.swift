import Foundation
import MockAPIClient
import MockAPITestSupport
import Testing

@Suite struct `The URLSession transport` {
    private let transport = URLSessionTransport()

    private func request(
        _ peer: ScriptedPeer, _ method: HTTPMethod = .get, _ path: String = "/", headers: HTTPFields = [:],
        body: HTTPBody = .empty, timeout: Duration = .seconds(10)
    ) throws -> HTTPRequest {
        HTTPRequest(
            method, try #require(URL(string: peer.baseURL + path)), headers: headers, body: body, timeout: timeout)
    }

    private func ok(_ body: String, _ fields: String = "") -> ScriptedPeer.Step {
        .write("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    @Test func `sends what it is given, escapes and names as they are`() async throws {
        let peer = try ScriptedPeer([.readRequest, ok("hi")])
        defer { peer.stop() }
        let response = try await transport.send(
            request(
                peer, .post, "/a%2Fb?c=%20&d=+",
                headers: ["X-One": "1", "Content-Type": "text/x", "Host": "www.example"],
                body: HTTPBody("content")))
        #expect(response.status == 200)
        #expect(response.body.bytes == Array("hi".utf8))
        let sent = peer.received()
        #expect(sent.hasPrefix("POST /a%2Fb?c=%20&d=+ HTTP/1.1\r\n"))
        #expect(sent.contains("\r\nX-One: 1\r\n"))
        #expect(sent.contains("\r\nHost: www.example\r\n"))
        #expect(sent.contains("\r\nContent-Type: text/x\r\n"))
        #expect(sent.contains("\r\nContent-Length: 7\r\n"))
        #expect(sent.hasSuffix("\r\n\r\ncontent"))
        #expect(!sent.contains("Cookie"))
        #expect(!sent.contains("Expect"))
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
    func `names a type of every body`(method: HTTPMethod) async throws {
        let peer = try ScriptedPeer([.readRequest, ok("")])
        defer { peer.stop() }
        _ = try await transport.send(request(peer, method, body: HTTPBody("x")))
        #expect(peer.received().contains("\r\nContent-Type: application/octet-stream\r\n"))
    }

    @Test func `sends files and streams with their length`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = HTTPBody(
            .stream(length: nil) {
                AsyncThrowingStream {
                    $0.yield([0x61])
                    $0.yield([0x62, 0x63])
                    $0.finish()
                }
            })
        for (body, sent) in [(HTTPBody(.file(path: file.path, length: 4)), "file"), (stream, "abc")] {
            let peer = try ScriptedPeer([.readRequest, ok("")])
            defer { peer.stop() }
            _ = try await transport.send(request(peer, .put, body: body))
            #expect(peer.received().contains("\r\nContent-Length: \(sent.utf8.count)\r\n"))
            #expect(peer.received().hasSuffix("\r\n\r\n\(sent)"))
        }
    }

    @Test func `refuses a GET with a body in words`() async throws {
        let peer = try ScriptedPeer([.readRequest, ok("")])
        defer { peer.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request(peer, .get, body: HTTPBody("x")))
        }
        #expect(error?.message == "URLSession sends no GET with a body")
    }

    @Test func `keeps no cookies and follows no redirect`() async throws {
        let peer = try ScriptedPeer(
            [
                .readRequest,
                .write(
                    "HTTP/1.1 302 Found\r\nLocation: /next\r\nSet-Cookie: a=b; Expires=Wed, 21 Oct 2037 07:28:00 GMT\r\n"
                        + "Set-Cookie: c=d==\r\nContent-Length: 2\r\n\r\nhi"), .readRequest, ok(""),
            ])
        defer { peer.stop() }
        let response = try await transport.send(request(peer))
        #expect(response.status == 302)
        #expect(response.body.bytes == Array("hi".utf8))
        #expect(
            response.headers[values: "set-cookie"] == ["a=b; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "c=d=="])
        _ = try await transport.send(request(peer))
        #expect(!peer.received().contains("Cookie"))
    }

    @Test(arguments: ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"1\""])
    func `returns a 401 with its body, whatever challenge comes with it`(challenge: String) async throws {
        let peer = try ScriptedPeer([
            .readRequest,
            .write("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\nno"),
            .waitForClose,
        ])
        defer { peer.stop() }
        let response = try await transport.send(request(peer))
        #expect(response.status == 401)
        #expect(response.body.bytes == Array("no".utf8))
        #expect(response.headers["www-authenticate"] == challenge)
    }

    @Test func `takes a body without a length to the end, and none after HEAD, 204 and 304`() async throws {
        for (method, text, body) in [
            (HTTPMethod.get, "HTTP/1.1 200 OK\r\n\r\n{\"id\":1}", "{\"id\":1}"),
            (.head, "HTTP/1.1 200 OK\r\nContent-Length: 120\r\n\r\n", ""),
            (.get, "HTTP/1.1 204 No Content\r\n\r\n", ""),
            (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 120\r\nETag: \"x\"\r\n\r\n", ""),
            (.get, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "abc"),
        ] {
            let peer = try ScriptedPeer([.readRequest, .write(text), .close])
            defer { peer.stop() }
            let response = try await transport.send(request(peer, method))
            #expect(response.body.bytes == Array(body.utf8))
        }
    }

    // Case errors-3 of the field cases.
    @Test(
        arguments: [
            ([.write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"id\":1}"), .close], .truncated),
            ([.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"id\":1}"), .close], .truncated),
            ([.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n"), .close], .truncated),
            ([.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), .close], .malformed),
            ([.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\u{1}\u{2}~garbage~"), .close], .malformed),
            ([.close], .reset), ([.reset], .reset), ([.write("@@ no http here @@\r\n\r\n"), .close], .malformed),
            ([.write("HTTP/1.1 abc\r\n\r\n"), .close], .malformed),
            ([.write("HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n"), .close], .malformed),
            (
                [
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"id\":1}"), .pause(.milliseconds(100)),
                    .reset,
                ], .reset
            ),
        ] as [([ScriptedPeer.Step], TransportError.Reason)])
    func `reports by its cause that no whole response came`(
        steps: [ScriptedPeer.Step], reason: TransportError.Reason
    ) async throws {
        let peer = try ScriptedPeer([.readRequest] + steps)
        defer { peer.stop() }
        let error = await #expect(throws: TransportError.self) { try await transport.send(request(peer)) }
        #expect(error?.reason == reason, "\(error?.description ?? "")")
        #expect(error?.message.isEmpty == false)
    }

    @Test func `reports refused connections and unknown hosts`() async throws {
        let refused = await #expect(throws: TransportError.self) {
            try await ScriptedPeer.withRefusingPort { port in
                try await transport.send(HTTPRequest(.get, #require(URL(string: "http://127.0.0.1:\(port)/"))))
            }
        }
        #expect(refused?.reason == .refused)
        let url = try #require(URL(string: "http://no-such-host.invalid/"))
        let unknown = await #expect(throws: TransportError.self) { try await transport.send(HTTPRequest(.get, url)) }
        #expect(unknown?.reason == .dns)
    }

    @Test func `times out by silence, not by slowness`() async throws {
        let silent = try ScriptedPeer([.readRequest, .waitForClose])
        defer { silent.stop() }
        let clock = ContinuousClock()
        let start = clock.now
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request(silent, timeout: .seconds(1)))
        }
        #expect(error?.reason == .timedOut)
        #expect(clock.now - start >= .milliseconds(900))
        let slow = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n"),
            .drip("{\"id\":1}", every: .milliseconds(250)),
        ])
        defer { slow.stop() }
        let response = try await transport.send(request(slow, timeout: .seconds(1)))
        #expect(response.body.bytes?.count == 8)
    }

    @Test func `is cancelled at once, and the server sees the connection close`() async throws {
        let peer = try ScriptedPeer([.readRequest, .waitForClose])
        defer { peer.stop() }
        let made = try request(peer)
        let task = Task { try await transport.send(made) }
        try await peer.waitForConnections(1)
        try await peer.waitForBytes(1)
        let clock = ContinuousClock()
        let start = clock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now - start < .seconds(1))
        try await peer.waitUntilClosed()
    }

    @Test func `sends nothing for a task that is cancelled before it begins`() async throws {
        let peer = try ScriptedPeer([.readRequest, ok("")])
        defer { peer.stop() }
        let made = try request(peer)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(made)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(peer.connectionCount == 0)
    }

    @Test func `is cancelled while a body comes in`() async throws {
        let peer = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"),
            .drip(String(repeating: "x", count: 100_000), every: .milliseconds(5)),
        ])
        defer { peer.stop() }
        let made = try request(peer)
        let task = Task { try await transport.send(made) }
        try await peer.waitForBytes(1)
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
