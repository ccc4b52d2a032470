import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIServer

@Suite struct HitCounterTests {
    private func mapping(_ number: Int) -> String {
        #"{"id": "\#(number)", "request": "GET /\#(number)", "response": {}}"#
    }

    private func mappings(_ numbers: Range<Int>) -> String {
        #"{"mappings": [\#(numbers.map(mapping).joined(separator: ", "))]}"#
    }

    @Test func `hits are counted for each of many stubs, and survive what happens to the stubs`() async throws {
        try await withServer(mappings(0..<1000)) { server in
            let connection = try await RawConnection(port: server.port)
            for number in stride(from: 0, to: 1000, by: 9) {
                #expect(try await connection.exchange(get("/\(number)")).status == 200)
            }
            #expect(try await connection.exchange(get("/9")).status == 200)
            var expected = Dictionary(uniqueKeysWithValues: stride(from: 0, to: 1000, by: 9).map { ("\($0)", 1) })
            expected["9"] = 2
            #expect(server.hitCounts == expected)
            #expect(server.unusedStubs.count == 1000 - expected.count)

            server.replaceStubs(try stubs(of: mappings(0..<10)))
            #expect(server.hitCounts == expected)
            #expect(
                server.journal.entries.map { $0.stub?.id } == stride(from: 0, to: 1000, by: 9).map { "\($0)" } + ["9"])
            #expect(try await connection.exchange(get("/9")).status == 200)
            expected["9"] = 3
            #expect(server.hitCounts == expected)

            server.reset()
            #expect(server.hitCounts == [:])
            #expect(try await connection.exchange(get("/9")).status == 200)
            #expect(server.hitCounts == ["9": 1])
        }
    }

    @Test func `stubs that are added and removed again and again are counted and let go`() async throws {
        var configuration = MockServer.Configuration()
        configuration.journal = JournalLimits(entries: 4)
        try await withServer(configuration: configuration) { server in
            let connection = try await RawConnection(port: server.port)
            let alive = Alive()
            for number in 0..<1500 {
                let token = alive.token()
                let body = HTTPBody(
                    .stream(length: nil) { [token] in
                        _ = token
                        return AsyncThrowingStream { $0.finish() }
                    })
                let stub = Stub(
                    id: "\(number % 3)", request: RequestPattern(url: .urlPath("/a")),
                    response: ResponsePlan(HTTPResponse(200, body: body)))
                server.add(stub)
                #expect(try await connection.exchange(get("/a")).status == 200)
                server.remove(id: stub.id)
            }
            #expect(server.hitCounts == ["0": 500, "1": 500, "2": 500])
            // Those of pages that are full and not yet cleared away are there still.
            #expect(alive.count < 1000, "\(alive.count)")
        }
    }
}

/// Counts objects that are still there.
private final class Alive: Sendable {
    final class Token: Sendable {
        private let alive: Alive
        init(_ alive: Alive) { self.alive = alive }
        deinit { alive.number.withLock { $0 -= 1 } }
    }

    private let number = Locked(0)
    var count: Int { number.withLock { $0 } }

    func token() -> Token {
        number.withLock { $0 += 1 }
        return Token(self)
    }
}
