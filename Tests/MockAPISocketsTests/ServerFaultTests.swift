import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
import MockAPISockets
#endif

@Suite struct `Server: faults and paces` {
    private func plan(
        fault: Fault? = nil, truncateAfter: Int? = nil, stallAfter: Int? = nil, bytesPerSecond: Int? = nil,
        delay: Duration = .zero, body: HTTPBody = HTTPBody("0123456789")
    ) -> @Sendable (ReceivedRequest) -> Answer {
        let plan = ResponsePlan(
            HTTPResponse(200, headers: ["X-Kept": "1"], body: body), delay: delay, fault: fault,
            truncateAfter: truncateAfter, stallAfter: stallAfter, bytesPerSecond: bytesPerSecond)
        return { request in request.rawPath == "/plain" ? text("ok") : .plan(plan) }
    }

    @Test(arguments: [Duration.zero, .milliseconds(100)])
    func `a reset is a real one, without an answer`(_ delay: Duration) async throws {
        try await withServer(answering: plan(fault: .connectionReset, delay: delay)) { test in
            let start = ContinuousClock.now
            let (text, end) = try await test.send(get("/"))
            #expect(text == "")
            #expect(end == .reset)
            #expect(ContinuousClock.now - start >= delay)
            #expect(test.log.unfinished.isEmpty)
        }
    }

    @Test func `an empty response is an orderly end without a byte`() async throws {
        try await withServer(answering: plan(fault: .emptyResponse)) { test in
            let (text, end) = try await test.send(get("/"))
            #expect(text == "")
            #expect(end == .closed)
        }
    }

    @Test func `a malformed chunk follows a good head`() async throws {
        try await withServer(answering: plan(fault: .malformedChunk)) { test in
            let (text, end) = try await test.send(get("/"))
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(text.contains("X-Kept: 1\r\n") && text.contains("Transfer-Encoding: chunked\r\n"))
            #expect(!text.contains("Content-Length"))
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let size = try #require(parts.last?.split(separator: "\r\n").first)
            #expect(Int(size, radix: 16) == nil)
            #expect(end == .closed)
        }
    }

    @Test func `random data is no response`() async throws {
        try await withServer(answering: plan(fault: .randomData)) { test in
            let connection = try await test.connect()
            try await connection.send(get("/"))
            let (bytes, end) = try await connection.readToEnd()
            #expect(bytes.count > 16)
            #expect(!bytes.starts(with: Array("HTTP".utf8)))
            #expect(end == .closed)
        }
    }

    @Test func `answers before a fault on one connection arrive whole`() async throws {
        for fault in [Fault.emptyResponse, .randomData, .malformedChunk, .connectionReset] {
            try await withServer(answering: plan(fault: fault)) { test in
                let connection = try await test.connect()
                try await connection.send(get("/plain") + get("/plain") + get("/"))
                #expect(try await connection.readResponse().text == "ok")
                #expect(try await connection.readResponse().text == "ok")
            }
        }
    }

    @Test(arguments: [0, 4, 10, 50])
    func `a truncated response announces its whole length and ends early`(_ count: Int) async throws {
        try await withServer(answering: plan(truncateAfter: count)) { test in
            let (text, end) = try await test.send(
                "GET / HTTP/1.1\r\nHost: x\r\n" + (count < 10 ? "" : "Connection: close\r\n") + "\r\n")
            #expect(text.contains("Content-Length: 10\r\n"))
            #expect(text.hasSuffix("\r\n\r\n" + "0123456789".prefix(count)))
            #expect(end == .closed)
        }
    }

    @Test func `a stalled response is silent until the peer ends, and holds nobody up`() async throws {
        try await withServer(answering: plan(stallAfter: 4)) { test in
            let connection = try await test.connect()
            try await connection.send(get("/"))
            var bytes: [UInt8] = []
            while !bytes.ends(with: "\r\n\r\n0123") { bytes += try await connection.read(1) }
            #expect(try await connection.isSilent(for: .milliseconds(100)))
            #expect(try await test.exchange(get("/plain")).text == "ok")
            connection.close()
            let start = ContinuousClock.now
            await test.server.stop(deadline: .seconds(60))
            #expect(ContinuousClock.now - start < .seconds(40))
        }
    }

    @Test func `a stalled response does not hold up a stop`() async throws {
        try await withServer(answering: plan(stallAfter: 4)) { test in
            let connection = try await test.connect()
            try await connection.send(get("/"))
            _ = try await connection.read(16)
            let start = ContinuousClock.now
            await test.server.stop(deadline: .seconds(60))
            #expect(ContinuousClock.now - start < .seconds(40))
            withExtendedLifetime(connection) {}
        }
    }

    @Test func `a pace is kept`() async throws {
        let body = HTTPBody([UInt8](repeating: 0x78, count: 1000))
        try await withServer(answering: plan(bytesPerSecond: 2000, body: body)) { test in
            let connection = try await test.connect()
            let start = ContinuousClock.now
            let answer = try await connection.exchange(get("/"))
            let elapsed = ContinuousClock.now - start
            #expect(answer.body.count == 1000)
            #expect(elapsed >= .milliseconds(490))
            #expect(elapsed < .seconds(60))
            #expect(try await connection.exchange(get("/plain")).text == "ok")
        }
    }

    @Test func `a pace without bound and one of nothing change nothing`() async throws {
        for pace in [Int.max, 0, -1] {
            try await withServer(answering: plan(bytesPerSecond: pace)) { test in
                let answer = try await test.exchange(get("/"))
                #expect(answer.text == "0123456789")
            }
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
