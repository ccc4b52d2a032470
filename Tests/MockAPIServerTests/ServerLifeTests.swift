import Foundation
import MockAPICore
import MockAPISockets
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIServer

@Suite struct ServerLifeTests {
    private static let hello = #"{"request": "GET /hello", "response": {"body": "hi"}}"#

    @Test func `a started server listens on both loopbacks with one port`() async throws {
        try await withServer(Self.hello) { server in
            #expect(server.isRunning)
            #expect(server.baseURL.absoluteString == "http://127.0.0.1:\(server.port)")
            let response = try await server.exchange(get("/hello"))
            #expect(response.text == "hi")
            guard let six = try? await RawConnection(port: server.port, host: "::1") else { return }
            #expect(try await six.exchange(get("/hello")).text == "hi")
        }
    }

    @Test func `a stopped server is not reached, and stopping again does nothing`() async throws {
        let server = MockServer(stubs: try stubs(of: Self.hello))
        await server.stop()
        try server.start()
        try server.start()
        let port = server.port
        async let first: Void = server.stop()
        async let second: Void = server.stop()
        _ = await (first, second)
        await server.stop()
        #expect(!server.isRunning)
        #expect(server.port == port)
        #expect(try await RawConnection.isUnused(port: port))
    }

    @Test func `a stopped server starts again`() async throws {
        let server = MockServer(stubs: try stubs(of: Self.hello))
        for _ in 0..<3 {
            try server.start()
            #expect(try await server.exchange(get("/hello")).text == "hi")
            await server.stop()
        }
    }

    @Test func `a port that is taken is an error`() async throws {
        try await withServer { server in
            let other = MockServer(configuration: MockServer.Configuration(port: server.port))
            #expect(throws: SocketError.self) { try other.start() }
            #expect(!other.isRunning)
            await other.stop()
        }
    }

    @Test func `a server that is let go stops by itself`() async throws {
        var server: MockServer? = MockServer(stubs: try stubs(of: Self.hello))
        try server?.start()
        let port = try #require(server?.port)
        let connection = try await RawConnection(port: port)
        #expect(try await connection.exchange(get("/hello")).text == "hi")
        server = nil
        #expect(try await connection.readToEnd().bytes == [])
    }

    @Test func `stopping lets a delayed answer finish within the deadline`() async throws {
        let slow = #"{"request": "GET /slow", "response": {"body": "late", "fixedDelayMilliseconds": 200}}"#
        let configuration = MockServer.Configuration(stopDeadline: .seconds(20))
        try await withServer(slow, configuration: configuration) { server in
            let connection = try await RawConnection(port: server.port)
            let arrived = server.requests()
            try await connection.send(get("/slow"))
            for await _ in arrived { break }
            await server.stop()
            #expect(try await connection.readResponse().text == "late")
        }
    }

    @Test func `a server stops during traffic`() async throws {
        let server = MockServer(stubs: try stubs(of: Self.hello))
        try server.start()
        let port = server.port
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var answers = 0
                    while let connection = try? await RawConnection(port: port) {
                        while let response = try? await connection.exchange(get("/hello")) {
                            #expect(response.text == "hi")
                            answers += 1
                        }
                    }
                    return answers
                }
            }
            var seen = 0
            for await _ in server.requests() {
                seen += 1
                if seen == 200 { break }
            }
            await server.stop()
            var answers = 0
            for try await count in group { answers += count }
            #expect(answers >= 190)
        }
    }

    @Test func `servers in parallel never answer for each other`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
                group.addTask {
                    try await withServer(#"{"request": "GET /same", "response": {"body": "body \#(number)"}}"#) {
                        server in
                        let connection = try await RawConnection(port: server.port)
                        for _ in 0..<100 {
                            #expect(try await connection.exchange(get("/same")).text == "body \(number)")
                        }
                        #expect(try server.journal.count(.get, "/same") == 100)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
