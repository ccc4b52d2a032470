import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
import MockAPISockets
#endif

@Suite(.serialized) struct `Server: connections` {
    @Test func `the content is asked for when it is awaited`() async throws {
        try await withAnswers { _ in
            text("", 201)
        } use: { test in
            let connection = try await test.connect()
            try await connection.send(
                "PUT /up HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-Continue\r\n\r\n")
            #expect(try await connection.read(25) == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            try await connection.send("hello")
            #expect(try await connection.readResponse().status == 201)

            let here = try await test.exchange(
                "PUT /up HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello")
            #expect(here.status == 201 && here.interim == [])

            let old = try await test.connect()
            try await old.send("PUT /up HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await old.isSilent(for: .milliseconds(100)))
            try await old.send("hello")
            #expect(try await old.readResponse().interim == [])

            let unknown = try await test.exchange(
                "PUT /up HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: magic\r\n\r\nhello")
            #expect(unknown.status == 417 || unknown.status == 201)
        }
    }

    @Test func `a peer that has ended its side still gets its answers`() async throws {
        try await withAnswers { request in
            switch request.rawPath {
            case "/late": late(.milliseconds(400))
            case "/task": .offLoop { text("task") }
            default: text("now")
            }
        } use: { test in
            for _ in 0..<5 {
                let connection = try await test.connect()
                try await connection.sendLast(get("/late") + get("/task") + get("/now"))
                #expect(try await connection.readResponse().text == "late")
                #expect(try await connection.readResponse().text == "task")
                #expect(try await connection.readResponse().text == "now")
                #expect(try await connection.readToEnd().end == .closed)
            }
        }
    }

    @Test func `a peer that ended its side before an endless answer began is let go`() async throws {
        try await withAnswers { request in
            switch request.rawPath {
            case "/day": return late(.seconds(86400))
            case "/silence":
                var plan = ResponsePlan(HTTPResponse(200, body: HTTPBody("never whole")))
                plan.stallAfter = 5
                return .plan(plan)
            default: return late(.milliseconds(100))
            }
        } use: { test in
            for path in ["/day", "/silence"] {
                let connection = try await test.connect()
                try await connection.send(get("/late") + get(path))
                connection.shutdownSending()
                #expect(try await connection.readResponse().text == "late")
                #expect(try await connection.readToEnd().end == .closed)
            }
            #expect(Array(test.log.unfinished.values) == [.peerGone], "silence was asked for")
        }
    }

    @Test func `half a request and the end is refused`() async throws {
        try await withServer { test in
            for part in ["GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe"] {
                let connection = try await test.connect()
                try await connection.send(part)
                connection.shutdownSending()
                #expect(try await connection.readResponse().status == 400)
                #expect(try await connection.readToEnd().end == .closed)
            }
        }
    }

    @Test func `large answers arrive whole at slow readers, and peers that vanish harm nobody`() async throws {
        let size = 64 << 20
        let response = PreparedResponse(HTTPResponse(200, body: HTTPBody([UInt8](repeating: 0x78, count: size))))
        try await withAnswers { _ in
            .now(response)
        } use: { test in
            let vanishing = try await test.connect()
            try await vanishing.send(get("/big"))
            _ = try await vanishing.read(1024)
            vanishing.reset()

            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let connection = try await test.connect()
                        try await connection.send(get("/big"))
                        if number % 2 == 0 { connection.reset() } else { connection.close() }
                    }
                }
                try await group.waitForAll()
            }

            let slow = try await test.connect(receiveBuffer: 4096)
            try await slow.send(get("/big"))
            for _ in 0..<20 {
                _ = try await slow.read(4096)
                try await Task.sleep(for: .milliseconds(10))
            }
            let left = try await slow.read(size - 20 * 4096)
            #expect(left.count == size - 20 * 4096)
            #expect(try await test.exchange(get("/big")).body.count == size)
            try await eventually { test.log.unfinished.values.contains(.peerGone) }
        }
    }

    @Test func `slow peers hold nobody up, and are answered 408 in the end`() async throws {
        try await withServer {
            $0.limits.headerTimeout = .milliseconds(1500)
            $0.limits.bodyIdleTimeout = .milliseconds(1500)
        } _: { test in
            var slow: [RawConnection] = []
            for number in 0..<200 {
                let connection = try await test.connect()
                try await connection.send(
                    number < 150 ? "GET /ok HTT" : "POST /ok HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
                slow.append(connection)
            }
            for _ in 0..<100 { #expect(try await test.exchange(get("/ok")).status == 200) }
            for connection in slow {
                #expect(try await connection.readResponse().status == 408)
                #expect(try await connection.readToEnd().end == .closed)
            }
            #expect(test.log.refused.count == 200)
        }
    }

    @Test func `a header that drips is not saved by its bytes`() async throws {
        try await withServer {
            $0.limits.headerTimeout = .milliseconds(600)
        } _: { test in
            let connection = try await test.connect()
            let start = ContinuousClock.now
            try await connection.send("GET / HTTP/1.1\r\nX: ")
            while try await connection.isSilent(for: .milliseconds(50)) { try await connection.send("a") }
            #expect(try await connection.readResponse().status == 408)
            #expect(ContinuousClock.now - start >= .milliseconds(600))
        }
    }

    @Test func `an idle connection is closed after its time, and a busy one is not`() async throws {
        try await withServer {
            $0.limits.keepAliveTimeout = .seconds(3)
        } _: { test in
            let connection = try await test.connect()
            for _ in 0..<6 {
                #expect(try await connection.exchange(get("/")).status == 200)
                try await Task.sleep(for: .milliseconds(600))
            }
            let start = ContinuousClock.now
            let (bytes, end) = try await connection.readToEnd()
            #expect(bytes == [] && end == .closed)
            #expect(ContinuousClock.now - start > .seconds(2))
        }
    }

    @Test func `a peer that does not read is cut after its time`() async throws {
        let response = PreparedResponse(HTTPResponse(200, body: HTTPBody([UInt8](repeating: 0x78, count: 32 << 20))))
        try await withServer {
            $0.limits.writeTimeout = .milliseconds(300)
        } answering: { _ in
            .now(response)
        } _: { test in
            let connection = try await test.connect(receiveBuffer: 4096)
            try await connection.send(get("/"))
            try await eventually { test.log.unfinished.values.contains(.peerStalled) }
        }
    }

    @Test func `a full server takes more when others have gone`() async throws {
        try await withServer {
            $0.limits.maxConnections = 3
        } _: { test in
            var connections: [RawConnection] = []
            for _ in 0..<3 {
                let connection = try await test.connect()
                #expect(try await connection.exchange(get("/")).status == 200)
                connections.append(connection)
            }
            let waiting = try await test.connect()
            try await waiting.send(get("/waiting"))
            #expect(try await waiting.isSilent(for: .milliseconds(100)))
            connections[1].close()
            #expect(try await waiting.readResponse().status == 200)
        }
    }

    @Test func `work off the loop is cancelled when the peer gives up`() async throws {
        let cancelled = Locked(false)
        try await withAnswers { _ in
            .offLoop {
                do { try await Task.sleep(for: .seconds(600)) } catch { cancelled.withLock { $0 = true } }
                return text("too late")
            }
        } use: { test in
            let connection = try await test.connect()
            try await connection.send(get("/"))
            try await eventually { test.log.requests.count == 1 }
            connection.reset()
            try await eventually { cancelled.withLock { $0 } }
            #expect(test.log.unfinished.values.contains(.peerGone))
        }
    }

    @Test func `descriptor numbers above a thousand do no harm`() async throws {
        await #expect(processExitsWith: .success) {
            try await withServer { test in
                let files = (0..<1100).map { _ in open("/dev/null", O_RDONLY) }
                guard files.allSatisfy({ $0 >= 0 }) else { exit(3) }
                guard try await test.exchange(get("/")).status == 200 else { exit(4) }
            }
        }
    }

    @Test func `the listener outlives the want of descriptors, and does not spin`() async throws {
        await #expect(processExitsWith: .success) {
            let reports = Locked(0)
            try await withServer {
                $0.onAcceptError = { _ in reports.withLock { $0 += 1 } }
            } _: { test in
                try await openWhatStaysOpen()
                guard try await test.exchange(get("/")).status == 200 else { exit(3) }
                // Peers that have their descriptors already; the server has only ten for them.
                let peers = try (0..<60).map { _ in try SocketCalls.makeSocket(AF_INET) }
                var limit = rlimit()
                getrlimit(noFile, &limit)
                let before = limit
                // What was inherited may have left gaps; they are filled, so that the limit leaves ten numbers.
                var last = open("/dev/null", O_RDONLY)
                while last + 2 < descriptorTableEnd() { last = open("/dev/null", O_RDONLY) }
                limit.rlim_cur = rlim_t(descriptorTableEnd() + 9)
                setrlimit(noFile, &limit)
                guard let address = SocketAddress(host: "127.0.0.1", port: test.port) else { exit(4) }
                for peer in peers { _ = address.withSocketAddress { connect(peer, $0, $1) } }
                let start = clock()
                // Not by a task: Dispatch ends the process where it gets no descriptor for a timer.
                usleep(1_000_000)
                guard Double(clock() - start) / Double(CLOCKS_PER_SEC) < 0.5 else { exit(5) }
                guard reports.withLock({ (1...3).contains($0) }) else { exit(6) }
                for peer in peers { SocketCalls.close(peer) }
                var raised = before
                setrlimit(noFile, &raised)
                guard try await test.exchange(get("/")).status == 200 else { exit(7) }
            }
        }
    }
}

#if canImport(Glibc)
private let noFile = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let noFile = RLIMIT_NOFILE
#endif
