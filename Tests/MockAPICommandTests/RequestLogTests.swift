import Foundation
import MockAPICore
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct RequestLogTests {
    /// Serves one request whose line goes to a console.
    private func log(one write: @escaping @Sendable (String) -> Void) async throws -> RequestLog {
        let log = RequestLog(
            console: Console(write: write, writeError: { _ in }), format: RequestLogFormat())
        let server = MockServer()
        server.onRequest { log.append($0) }
        try server.start()
        _ = try await RawConnection(port: server.port).exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        await server.stop()
        return log
    }

    @Test func `the end waits until everything is written`() async throws {
        let written = Locked("")
        let log = try await log { text in written.withLock { $0 += text } }
        await log.finish(within: .seconds(60))
        #expect(written.withLock { $0 }.contains("GET /a 404"))
    }

    @Test func `the end does not wait for an output that nobody reads`() async throws {
        let isRead = DispatchSemaphore(value: 0)
        let log = try await log { _ in isRead.wait() }
        let start = ContinuousClock.now
        await log.finish(within: .milliseconds(200))
        #expect(ContinuousClock.now - start >= .milliseconds(200))
        isRead.signal()
        await log.finish(within: .seconds(60))
    }
}
