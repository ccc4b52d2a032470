import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
@testable import MockAPISockets
#endif

/// Requests over a connection that has been used before: the thread of the caller begins them, and a loop may have to go on.
@Suite struct `SocketTransport over a connection that is kept` {
    private static let ok: ScriptedPeer.Step = .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    /// The body of the second answer over one connection, or its error, in many rounds of which all must agree.
    private func second(
        _ steps: [ScriptedPeer.Step], _ method: HTTPMethod = .post, then next: [ScriptedPeer.Step] = [.waitForClose],
        timeout: Duration = .seconds(60), connections: Int = 1
    ) async throws -> String {
        var outcomes: Set<String> = []
        for _ in 0..<10 {
            let peer = try ScriptedPeer([.readRequest, Self.ok, .readRequest] + steps, next)
            defer { peer.stop() }
            let transport = SocketTransport()
            let url = try #require(URL(string: peer.baseURL))
            _ = try await transport.send(HTTPRequest(.get, url))
            do {
                let body: HTTPBody = method == .post ? HTTPBody("content") : .empty
                let response = try await transport.send(HTTPRequest(method, url, body: body, timeout: timeout))
                outcomes.insert(String(decoding: response.body.bytes ?? [], as: UTF8.self))
            } catch let error as TransportError {
                outcomes.insert(error.reason.rawValue)
            }
            #expect(peer.connectionCount == connections)
        }
        #expect(outcomes.count == 1)
        return outcomes.sorted().joined(separator: " or ")
    }

    private let head: ScriptedPeer.Step = .write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")

    @Test func `takes answers at once, later, and in pieces`() async throws {
        let pause = ScriptedPeer.Step.pause(.milliseconds(20))
        #expect(try await second([head, .write("abcd")]) == "abcd")
        #expect(try await second([pause, head, .write("abcd")]) == "abcd")
        #expect(try await second([head, .write("ab"), pause, .write("cd")]) == "abcd")
        #expect(try await second([.drip("HTTP/1.1 200 OK\r\n\r\n", every: .microseconds(200)), .close]) == "")
        #expect(try await second([.write("HTTP/1.1 100 Continue\r\n\r\n"), pause, head, .write("abcd")]) == "abcd")
        let large = String(repeating: "x", count: 300_000)
        #expect(try await second([.write("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n\(large)")]) == large)
    }

    @Test func `tells broken answers as over a new one`() async throws {
        #expect(try await second([.close]) == "reset")
        #expect(try await second([.reset]) == "reset")
        #expect(try await second([head, .write("ab"), .close]) == "truncated")
        #expect(try await second([head, .write("ab"), .pause(.milliseconds(20)), .reset]) == "reset")
        #expect(try await second([.write("no HTTP\r\n\r\n"), .close]) == "malformed")
        #expect(try await second([.waitForClose], timeout: .milliseconds(50)) == "timedOut")
    }

    @Test func `sends a request that may be sent twice once more, and not more often`() async throws {
        let again: [ScriptedPeer.Step] = [.readRequest, head, .write("abcd")]
        #expect(try await second([.close], .get, then: again, connections: 2) == "abcd")
        #expect(try await second([.reset], .get, then: again, connections: 2) == "abcd")
        #expect(try await second([.close], .get, then: [.readRequest, .close], connections: 2) == "reset")
        #expect(try await second([.close], .get, then: [.readRequest, .reset], connections: 2) == "reset")
        // What has begun to come is no sign of an old connection.
        #expect(try await second([.write("HTTP/1.1 200"), .close], .get, then: again) == "truncated")
    }

    @Test func `keeps the connection where the answer allows it, and only then`() async throws {
        for (answer, isKept) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", true),
            ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok", false),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n", false),
        ] {
            let peer = try ScriptedPeer([.readRequest, Self.ok, .readRequest, .write(answer), .waitForClose])
            defer { peer.stop() }
            let transport = SocketTransport()
            let url = try #require(URL(string: peer.baseURL))
            for _ in 0..<2 { _ = try await transport.send(HTTPRequest(.get, url)) }
            #expect(transport.idleConnectionCount == (isKept ? 1 : 0))
            if !isKept { try await peer.waitUntilClosed() }
        }
    }

    @Test func `closes it where its caller is cancelled while the answer is awaited`() async throws {
        for _ in 0..<10 {
            let peer = try ScriptedPeer([.readRequest, Self.ok, .readRequest, .waitForClose])
            defer { peer.stop() }
            let transport = SocketTransport()
            let url = try #require(URL(string: peer.baseURL))
            _ = try await transport.send(HTTPRequest(.get, url))
            let first = peer.receivedBytes().count
            let task = Task { try await transport.send(HTTPRequest(.get, url)) }
            try await peer.waitForBytes(first + 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await peer.waitUntilClosed()
            #expect(transport.idleConnectionCount == 0)
        }
    }

    @Test func `lets many callers share what there is`() async throws {
        let server = try EchoServer()
        let transport = SocketTransport()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<16 {
                group.addTask {
                    for number in 0..<200 {
                        let target = "/\(caller)-\(number)"
                        let response = try await transport.send(HTTPRequest(.get, server.url(target)))
                        #expect(response.headers["X-Target"] == target)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(transport.idleConnectionCount <= 16)
        await server.stop()
    }
}
