import Foundation
import MockAPIClient
import MockAPISockets
import MockAPITestSupport
import Testing

/// The transports that must behave alike.
enum TransportKind: CaseIterable {
    case urlSession
    case socket

    var transport: any Transport {
        switch self {
        case .urlSession: URLSessionTransport()
        case .socket: SocketTransport()
        }
    }
}

@Suite struct `Every transport` {
    private func request(
        _ peer: ScriptedPeer, _ method: HTTPMethod = .get, timeout: Duration = .seconds(10)
    ) throws -> HTTPRequest {
        HTTPRequest(method, try #require(URL(string: peer.baseURL + "/")), timeout: timeout)
    }

    private func ok(_ body: String) -> ScriptedPeer.Step {
        .write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    @Test(arguments: TransportKind.allCases, ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"1\""])
    func `returns a 401 with its body, whatever challenge comes with it`(
        kind: TransportKind, challenge: String
    ) async throws {
        let peer = try ScriptedPeer([
            .readRequest,
            .write("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\nno"),
            .waitForClose,
        ])
        defer { peer.stop() }
        let response = try await kind.transport.send(request(peer))
        #expect(response.status == 401)
        #expect(response.body.bytes == Array("no".utf8))
        #expect(response.headers["www-authenticate"] == challenge)
    }

    @Test(arguments: TransportKind.allCases)
    func `takes a body without a length to the end, and none after HEAD, 204 and 304`(kind: TransportKind) async throws
    {
        for (method, text, body) in [
            (HTTPMethod.get, "HTTP/1.1 200 OK\r\n\r\n{\"id\":1}", "{\"id\":1}"),
            (.head, "HTTP/1.1 200 OK\r\nContent-Length: 120\r\n\r\n", ""),
            (.get, "HTTP/1.1 204 No Content\r\n\r\n", ""),
            (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 120\r\nETag: \"x\"\r\n\r\n", ""),
            (.get, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "abc"),
        ] {
            let peer = try ScriptedPeer([.readRequest, .write(text), .close])
            defer { peer.stop() }
            let response = try await kind.transport.send(request(peer, method))
            #expect(response.body.bytes == Array(body.utf8))
        }
    }

    // Case errors-3 of the field cases.
    @Test(
        arguments: TransportKind.allCases,
        [
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
        kind: TransportKind, row: ([ScriptedPeer.Step], TransportError.Reason)
    ) async throws {
        let peer = try ScriptedPeer([.readRequest] + row.0)
        defer { peer.stop() }
        let error = await #expect(throws: TransportError.self) { try await kind.transport.send(request(peer)) }
        #expect(error?.reason == row.1, "\(error?.description ?? "")")
        #expect(error?.message.isEmpty == false)
    }

    @Test(arguments: TransportKind.allCases)
    func `reports refused connections and unknown hosts`(kind: TransportKind) async throws {
        let refused = await #expect(throws: TransportError.self) {
            try await ScriptedPeer.withRefusingPort { port in
                try await kind.transport.send(HTTPRequest(.get, #require(URL(string: "http://127.0.0.1:\(port)/"))))
            }
        }
        #expect(refused?.reason == .refused)
        let url = try #require(URL(string: "http://no-such-host.invalid/"))
        let unknown = await #expect(throws: TransportError.self) {
            try await kind.transport.send(HTTPRequest(.get, url))
        }
        #expect(unknown?.reason == .dns)
    }

    @Test(arguments: TransportKind.allCases)
    func `times out by silence, not by slowness`(kind: TransportKind) async throws {
        let silent = try ScriptedPeer([.readRequest, .waitForClose])
        defer { silent.stop() }
        let clock = ContinuousClock()
        let start = clock.now
        let error = await #expect(throws: TransportError.self) {
            try await kind.transport.send(request(silent, timeout: .seconds(1)))
        }
        #expect(error?.reason == .timedOut)
        #expect(clock.now - start >= .milliseconds(900))
        let slow = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n"),
            .drip("{\"id\":1}", every: .milliseconds(250)),
        ])
        defer { slow.stop() }
        let response = try await kind.transport.send(request(slow, timeout: .seconds(1)))
        #expect(response.body.bytes?.count == 8)
    }

    @Test(arguments: TransportKind.allCases)
    func `a time below a second is not cut down to nothing`(kind: TransportKind) async throws {
        let silent = try ScriptedPeer([.readRequest, .waitForClose])
        defer { silent.stop() }
        let clock = ContinuousClock()
        let start = clock.now
        let error = await #expect(throws: TransportError.self) {
            try await kind.transport.send(request(silent, timeout: .milliseconds(300)))
        }
        #expect(error?.reason == .timedOut)
        #expect(clock.now - start >= .milliseconds(290))
    }

    @Test(arguments: TransportKind.allCases)
    func `is cancelled at once, and the server sees the connection close`(kind: TransportKind) async throws {
        let peer = try ScriptedPeer([.readRequest, .waitForClose])
        defer { peer.stop() }
        let made = try request(peer)
        let task = Task { try await kind.transport.send(made) }
        try await peer.waitForConnections(1)
        try await peer.waitForBytes(1)
        let clock = ContinuousClock()
        let start = clock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now - start < .seconds(10))
        try await peer.waitUntilClosed()
    }

    @Test(arguments: TransportKind.allCases)
    func `sends nothing for a task that is cancelled before it begins`(kind: TransportKind) async throws {
        let peer = try ScriptedPeer([.readRequest, ok("")])
        defer { peer.stop() }
        let made = try request(peer)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await kind.transport.send(made)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(peer.connectionCount == 0)
    }

    @Test(arguments: TransportKind.allCases)
    func `is cancelled while a body comes in`(kind: TransportKind) async throws {
        let peer = try ScriptedPeer([
            .readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"),
            .drip(String(repeating: "x", count: 100_000), every: .milliseconds(5)),
        ])
        defer { peer.stop() }
        let made = try request(peer)
        let task = Task { try await kind.transport.send(made) }
        try await peer.waitForBytes(1)
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
