import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
import MockAPISockets
#endif

@Suite struct `Server: content from files and streams` {
    private func withFile(_ bytes: [UInt8], _ body: (String) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url.path)
    }

    private func answer(_ source: HTTPBody.Source) -> @Sendable (ReceivedRequest) -> Answer {
        let response = HTTPResponse(200, body: HTTPBody(source))
        return { request in
            switch request.rawPath {
            case "/plain": text("ok")
            case "/prepared": .now(PreparedResponse(response))
            default: .plan(ResponsePlan(response))
            }
        }
    }

    @Test(arguments: ["/plan", "/prepared"])
    func `a file is sent whole, also a large one, and the connection stays`(_ path: String) async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try await withFile(bytes) { file in
            try await withServer(answering: answer(.file(path: file, length: bytes.count))) { test in
                let connection = try await test.connect()
                try await connection.send(get(path) + get("/plain") + get(path))
                #expect(try await connection.readResponse().body == bytes)
                #expect(try await connection.readResponse().text == "ok")
                #expect(try await connection.readResponse().body == bytes)
            }
        }
    }

    @Test func `an empty file is an empty answer`() async throws {
        try await withFile([]) { file in
            try await withServer(answering: answer(.file(path: file, length: 0))) { test in
                let answer = try await test.exchange(get("/"))
                #expect(answer.body == [])
                #expect(answer.value(of: "Content-Length") == "0")
            }
        }
    }

    @Test func `a file that is not there is an error that says so`() async throws {
        try await withServer(answering: answer(.file(path: "/no/such/file", length: 5))) { test in
            let answer = try await test.exchange(get("/"))
            #expect(answer.status == 500)
            #expect(answer.text.contains("/no/such/file"))
            #expect(test.log.unfinished.count == 1)
        }
    }

    @Test func `a file that became shorter ends the connection, never an answer that looks whole`() async throws {
        try await withFile(Array("short".utf8)) { file in
            try await withServer(answering: answer(.file(path: file, length: 9))) { test in
                let (text, _) = try await test.send(get("/"))
                #expect(text.contains("Content-Length: 9\r\n"))
                #expect(text.hasSuffix("\r\n\r\nshort"))
            }
        }
    }

    @Test func `a stream is pulled no faster than the peer reads`() async throws {
        let made = Locked(0)
        let source = HTTPBody.Source.stream(length: nil) {
            AsyncThrowingStream(unfolding: {
                let count = made.withLock { made in
                    made += 1
                    return made
                }
                return count <= 600 ? [UInt8](repeating: 0x79, count: 1 << 16) : nil
            })
        }
        try await withServer(answering: answer(source)) { test in
            let connection = try await test.connect(receiveBuffer: 4096)
            try await connection.send(get("/"))
            _ = try await connection.read(4096)
            // As many pieces as the buffers of the system hold, and no more.
            var before = 0
            while before != made.withLock({ $0 }) {
                before = made.withLock { $0 }
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(before < 300)
            let (bytes, end) = try await test.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(bytes.hasSuffix("0\r\n\r\n"))
            #expect(end == .closed)
        }
    }

    @Test func `a stream of known length is cut there or found too short`() async throws {
        for (length, whole) in [(4, true), (6, true), (7, false)] {
            let source = HTTPBody.Source.stream(length: length) {
                AsyncThrowingStream { continuation in
                    continuation.yield(Array("abc".utf8))
                    continuation.yield(Array("def".utf8))
                    continuation.finish()
                }
            }
            try await withServer(answering: answer(source)) { test in
                let connection = try await test.connect()
                try await connection.send(get("/") + (whole ? get("/plain") : ""))
                if whole {
                    #expect(try await connection.readResponse().text == "abcdef".prefix(length))
                    #expect(try await connection.readResponse().text == "ok")
                } else {
                    let text = String(decoding: try await connection.readToEnd().bytes, as: UTF8.self)
                    #expect(text.hasSuffix("\r\n\r\nabcdef"))
                    #expect(test.log.unfinished.count == 1)
                }
            }
        }
    }

    @Test func `a stream that fails is no whole answer`() async throws {
        struct Broken: Error {}
        let source = HTTPBody.Source.stream(length: nil) {
            AsyncThrowingStream { continuation in
                continuation.yield(Array("abc".utf8))
                continuation.finish(throwing: Broken())
            }
        }
        try await withServer(answering: answer(source)) { test in
            let chunked = try await test.send(get("/")).text
            #expect(chunked.contains("3\r\nabc\r\n") && !chunked.hasSuffix("0\r\n\r\n"))
            let old = try await test.send("GET / HTTP/1.0\r\n\r\n")
            #expect(old.end == .reset)
            try await eventually { test.log.unfinished.count == 2 }
        }
    }

    @Test func `a stream ends when its peer goes away`() async throws {
        let ended = Locked(false)
        let source = HTTPBody.Source.stream(length: nil) {
            AsyncThrowingStream { continuation in
                continuation.onTermination = { _ in ended.withLock { $0 = true } }
                continuation.yield(Array("abc".utf8))
            }
        }
        try await withServer(answering: answer(source)) { test in
            let connection = try await test.connect()
            try await connection.send(get("/"))
            _ = try await connection.read(20)
            connection.reset()
            try await eventually { ended.withLock { $0 } }
            try await eventually { test.log.unfinished.values.contains(.peerGone) }
        }
    }
}
