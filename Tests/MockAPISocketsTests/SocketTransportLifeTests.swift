import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
@testable import MockAPISockets
#endif

@Suite struct `The connections of SocketTransport` {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `are used again`() async throws {
        let transport = SocketTransport()
        let exchange: [ScriptedPeer.Step] = [.readRequest, .write(Self.ok)]
        let peer = try ScriptedPeer(Array(repeating: exchange, count: 20).flatMap { $0 } + [.waitForClose])
        for _ in 0..<20 { #expect(try await transport.send(HTTPRequest(.get, url(peer.baseURL))).status == 200) }
        #expect(peer.connectionCount == 1)
        #expect(transport.idleConnectionCount == 1)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", "\(ok)HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
    ])
    func `are not used again where the answer forbids it`(_ answer: String) async throws {
        let transport = SocketTransport()
        let peer = try ScriptedPeer([.readRequest, .write(answer), .waitForClose])
        _ = try await transport.send(HTTPRequest(.get, url(peer.baseURL)))
        #expect(transport.idleConnectionCount == 0)
        try await peer.waitUntilClosed()
    }

    @Test func `are not used again where the request says so`() async throws {
        let transport = SocketTransport()
        let peer = try ScriptedPeer([.readRequest, .write(Self.ok), .waitForClose])
        _ = try await transport.send(HTTPRequest(.get, url(peer.baseURL), headers: ["Connection": "x, Close"]))
        try await peer.waitUntilClosed()
    }

    @Test func `are replaced where the server has closed them, if the request may be sent twice`() async throws {
        let first: [ScriptedPeer.Step] = [.readRequest, .write(Self.ok), .readRequest, .close]
        let second: [ScriptedPeer.Step] = [.readRequest, .write(Self.ok)]
        for method in [HTTPMethod.get, .put] {
            let transport = SocketTransport()
            let peer = try ScriptedPeer(first, second)
            for _ in 0..<2 {
                let request = HTTPRequest(method, try url(peer.baseURL), body: method == .put ? HTTPBody("x") : .empty)
                #expect(try await transport.send(request).status == 200)
            }
            #expect(peer.connectionCount == 2)
        }
        let transport = SocketTransport()
        let peer = try ScriptedPeer(first, second)
        _ = try await transport.send(HTTPRequest(.get, url(peer.baseURL)))
        await #expect(throws: TransportError.self) {
            try await transport.send(HTTPRequest(.post, url(peer.baseURL), body: HTTPBody("x")))
        }
        #expect(peer.connectionCount == 1)
    }

    @Test func `are replaced for any method where the server closed them while they waited`() async throws {
        let transport = SocketTransport()
        let script: [ScriptedPeer.Step] = [.readRequest, .write(Self.ok), .shutdownSending, .waitForClose]
        let peer = try ScriptedPeer(script)
        for count in 1...20 {
            #expect(try await transport.send(HTTPRequest(.post, url(peer.baseURL), body: HTTPBody("x"))).status == 200)
            // The end of the server's side may be seen at once or a little later.
            try await peer.waitUntilClosed(count - 1)
        }
        #expect(peer.connectionCount == 20)
    }

    @Test func `are closed after a while, and with the last transport`() async throws {
        let script: [ScriptedPeer.Step] = [.readRequest, .write(Self.ok), .waitForClose]
        let short = SocketTransport(SocketTransport.Configuration(idleTimeout: .milliseconds(50)))
        let peer = try ScriptedPeer(script)
        _ = try await short.send(HTTPRequest(.get, url(peer.baseURL)))
        try await peer.waitUntilClosed()
        #expect(short.idleConnectionCount == 0)
        do {
            let dropped = SocketTransport()
            _ = try await dropped.send(HTTPRequest(.get, url(peer.baseURL)))
            #expect(dropped.idleConnectionCount == 1)
        }
        try await peer.waitUntilClosed(1)
        let closed = SocketTransport()
        _ = try await closed.send(HTTPRequest(.get, url(peer.baseURL)))
        closed.closeIdleConnections()
        try await peer.waitUntilClosed(2)
    }

    @Test func `carry many requests at once`() async throws {
        let server = try EchoServer()
        let transport = SocketTransport()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let request = HTTPRequest(
                        .post, server.url("/\(index)?delay=\(index % 7)"), body: HTTPBody("body \(index)"))
                    let response = try await transport.send(request)
                    #expect(response.body.bytes == Array("body \(index)".utf8))
                    #expect(response.headers["X-Target"] == "/\(index)?delay=\(index % 7)")
                }
            }
            try await group.waitForAll()
        }
        #expect(transport.idleConnectionCount <= 64)
        await server.stop()
    }
}

@Suite struct `Cancelling a request of SocketTransport` {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `throws CancellationError at once and closes the connection (errors-1)`() async throws {
        let scripts: [[ScriptedPeer.Step]] = [
            [.waitForClose],
            [.readRequest, .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), .waitForClose],
        ]
        for script in scripts {
            let peer = try ScriptedPeer(script)
            let address = try url(peer.baseURL)
            let transport = SocketTransport()
            let task = Task { try await transport.send(HTTPRequest(.get, address)) }
            try await peer.waitForBytes(10)
            let start = ContinuousClock.now
            task.cancel()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(ContinuousClock.now - start < .seconds(40))
            try await peer.waitUntilClosed()
            #expect(transport.idleConnectionCount == 0)
        }
    }

    @Test func `sends nothing where the task was cancelled before (errors-1)`() async throws {
        let peer = try ScriptedPeer([.readRequest, .write("HTTP/1.1 204 No Content\r\n\r\n")])
        let address = try url("\(peer.baseURL)/cancelled")
        let transport = SocketTransport()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await transport.send(HTTPRequest(.get, address))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = try await transport.send(HTTPRequest(.get, url("\(peer.baseURL)/sent")))
        #expect(peer.connectionCount == 1)
        #expect(peer.received().hasPrefix("GET /sent "))
    }

    @Test func `changes nothing after the answer (errors-1)`() async throws {
        let server = try EchoServer()
        let transport = SocketTransport()
        let task = Task { try await transport.send(HTTPRequest(.get, server.url("/"))) }
        let response = try await task.value
        task.cancel()
        #expect(response.status == 200)
        #expect(try await task.value.status == 200)
        await server.stop()
    }

    @Test func `stops a stream of content`() async throws {
        let peer = try ScriptedPeer([.waitForClose])
        let address = try url(peer.baseURL)
        let ended = Locked(false)
        let body = HTTPBody(
            .stream(length: nil) {
                AsyncThrowingStream { stream in
                    stream.onTermination = { _ in ended.withLock { $0 = true } }
                    stream.yield(Array("piece".utf8))
                }
            })
        let task = Task { try await SocketTransport().send(HTTPRequest(.post, address, body: body)) }
        try await peer.waitForBytes(80)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await peer.waitUntilClosed()
        let deadline = ContinuousClock.now + .seconds(60)
        while !ended.withLock({ $0 }), ContinuousClock.now < deadline { await Task.yield() }
        #expect(ended.withLock { $0 })
    }

    @Test func `in a storm ends every request once`() async throws {
        let server = try EchoServer()
        let transport = SocketTransport()
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<500 {
                let pause = Int(SeededRandom(seed: UInt64(index)).first() % 8000)
                group.addTask {
                    let body = index % 3 == 0 ? HTTPBody([UInt8](repeating: 1, count: 100_000)) : .empty
                    let request = HTTPRequest(
                        index % 3 == 0 ? .post : .get, server.url("/?delay=\(index % 8)"), body: body)
                    let task = Task { try await transport.send(request) }
                    try await Task.sleep(for: .microseconds(pause))
                    task.cancel()
                    do {
                        return "\(try await task.value.status.code)"
                    } catch is CancellationError {
                        return "cancelled"
                    }
                }
            }
            return try await group.reduce(into: [:]) { counts, outcome in counts[outcome, default: 0] += 1 }
        }
        #expect(outcomes.values.reduce(0, +) == 500)
        #expect(Set(outcomes.keys).isSubset(of: ["200", "cancelled"]))
        #expect(outcomes["cancelled"] ?? 0 > 0)
        // What is left works as before.
        #expect(try await transport.send(HTTPRequest(.get, server.url("/after"))).headers["X-Target"] == "/after")
        await server.stop()
    }
}

extension SeededRandom {
    /// The first number of the sequence.
    fileprivate func first() -> UInt64 {
        var copy = self
        return copy.next()
    }
}
