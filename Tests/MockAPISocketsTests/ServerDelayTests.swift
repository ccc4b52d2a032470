import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
import MockAPISockets
#endif

@Suite struct `Server: delays` {
    private static let answers: @Sendable (ReceivedRequest) -> Answer = { request in
        switch request.rawPath {
        case "/d": late(.seconds(1))
        case "/day": late(.seconds(86400))
        case "/short": late(.milliseconds(50))
        default: text("now")
        }
    }

    /// A hundred delayed answers at once, and one that is not delayed among them.
    private static func checkHundred(_ test: TestServer) async throws {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Duration.self) { group in
            var connections: [RawConnection] = []
            for _ in 0..<100 { connections.append(try await test.connect()) }
            for connection in connections {
                group.addTask {
                    let start = ContinuousClock.now
                    let answer = try await connection.exchange(get("/d"))
                    #expect(answer.text == "late")
                    return ContinuousClock.now - start
                }
            }
            #expect(try await test.exchange(get("/n")).text == "now")
            #expect(ContinuousClock.now - start < .seconds(60))
            for try await elapsed in group {
                #expect(elapsed >= .seconds(1))
                #expect(elapsed < .seconds(60))
            }
        }
    }

    @Test func `a hundred delayed answers hold nobody up`() async throws {
        try await withServer(answering: Self.answers) { try await Self.checkHundred($0) }
    }

    @Test func `abandoned delays are gone`() async throws {
        await #expect(processExitsWith: .success) {
            try await withServer(answering: Self.answers) { test in
                try await openWhatStaysOpen()
                let before = openSockets()
                var connections: [RawConnection] = []
                for _ in 0..<20 {
                    let connection = try await test.connect()
                    try await connection.send(get("/day"))
                    connections.append(connection)
                }
                try await Task.sleep(for: .milliseconds(100))
                for connection in connections { connection.close() }
                let deadline = ContinuousClock.now + .seconds(60)
                while openSockets() > before, ContinuousClock.now < deadline {
                    try await Task.sleep(for: .milliseconds(5))
                }
                guard openSockets() <= before else { exit(3) }
                guard test.log.unfinished.count == 20 else { exit(4) }
                try await Self.checkHundred(test)
            }
        }
    }

    @Test func `a delay is never too short, and seldom much too long`() async throws {
        try await withServer(answering: Self.answers) { test in
            let connection = try await test.connect()
            var elapsed: [Duration] = []
            for _ in 0..<30 {
                let start = ContinuousClock.now
                #expect(try await connection.exchange(get("/short")).text == "late")
                elapsed.append(ContinuousClock.now - start)
            }
            #expect(elapsed.allSatisfy { $0 >= .milliseconds(50) })
            #expect(elapsed.sorted()[15] < .seconds(10))
        }
    }

    @Test func `no descriptor is left, whatever the peers did`() async throws {
        await #expect(processExitsWith: .success) {
            try await openWhatStaysOpen()
            let before = openSockets()
            for _ in 0..<3 {
                try await withServer(answering: Self.answers) { test in
                    for number in 0..<60 {
                        let connection = try await test.connect()
                        switch number % 6 {
                        case 0: _ = try await connection.exchange(get("/n"))
                        case 1: try await connection.send("GET / HT")
                        case 2: try await connection.send("BROKEN\r\n\r\n")
                        case 3:
                            try await connection.send(get("/day"))
                            connection.reset()
                        case 4: try await connection.send(get("/d") + get("/d"))
                        default: connection.shutdownSending()
                        }
                    }
                    await test.server.stop(deadline: .milliseconds(100))
                }
            }
            let deadline = ContinuousClock.now + .seconds(60)
            while openSockets() > before, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(5))
            }
            guard openSockets() <= before else { exit(3) }
        }
    }
}
