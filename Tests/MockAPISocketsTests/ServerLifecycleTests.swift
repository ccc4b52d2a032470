import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
import MockAPISockets
#endif

@Suite struct `Server: from start to stop` {
    @Test func `both loopbacks answer on one port`() async throws {
        try await withServer { test in
            for host in ["127.0.0.1", "::1"] {
                #expect(try await test.connect(host: host).exchange(get("/")).status == 200)
            }
            #expect(test.log.requests.map(\.peerAddress) == ["127.0.0.1", "::1"])
            let raw = try await test.exchange("GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n")
            #expect(raw.status == 200)
            _ = try await test.exchange("GET http://[::1]:8080/x HTTP/1.1\r\nHost: other\r\n\r\n")
            let authorities = test.log.requests.suffix(2).map(\.authority)
            #expect(authorities.map { $0?.host } == ["::1", "::1"])
            #expect(authorities.map { $0?.port } == [8080, 8080])
        }
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func `a port that is taken in either family is not bound at all, and the error says so`(_ host: String) async throws
    {
        for _ in 1...20 {
            var configuration = SocketServer.Configuration()
            configuration.hosts = [host]
            let holder = SocketServer(
                configuration: configuration, responder: RecordingResponder { _ in text("holder") })
            try holder.start()
            configuration.port = try #require(holder.port)
            configuration.hosts = SocketServer.Configuration().hosts
            let server = SocketServer(
                configuration: configuration, responder: RecordingResponder { _ in text("second") })
            let error = #expect(throws: SocketError.self) { try server.start() }
            #expect(error?.isAddressInUse == true)
            #expect(error?.message.contains("\(configuration.port)") == true)
            #expect(server.port == nil)
            // The other family was left alone too.
            configuration.hosts.removeAll { $0 == host }
            let other = SocketServer(configuration: configuration, responder: RecordingResponder { _ in text("other") })
            // The system gives out the port's number in the other family, too.
            do throws(SocketError) { try other.start() } catch {
                guard error.isAddressInUse else { throw error }
                await holder.stop()
                continue
            }
            #expect(other.port == holder.port)
            await other.stop()
            await holder.stop()
            return
        }
        Issue.record("no port was free in both families")
    }

    @Test(arguments: [(true, RawConnection.End.reset), (false, .closed)])
    func `a connection that waits is reset at the stop where that is asked for`(
        _ resets: Bool, _ end: RawConnection.End
    ) async throws {
        let change = { (configuration: inout SocketServer.Configuration) in configuration.resetsAtStop = resets }
        let connection = try await withServer(change) { test in
            let connection = try await test.connect()
            #expect(try await connection.exchange(get("/")).status == 200)
            return connection
        }
        let last = try await connection.readToEnd()
        #expect(last.end == end)
        #expect(last.bytes.isEmpty)
    }

    @Test func `an IPv6 address that the machine has not is left out`() async throws {
        try await withServer {
            $0.hosts = ["2001:db8::1", "127.0.0.1"]
        } _: { test in
            let answer = try await test.exchange(get("/"))
            #expect(answer.status == 200)
        }
        var configuration = SocketServer.Configuration()
        configuration.hosts = ["2001:db8::1"]
        let server = SocketServer(configuration: configuration, responder: RecordingResponder { _ in text("") })
        #expect(throws: SocketError.self) { try server.start() }
    }

    @Test func `an address that is named twice is listened on once`() async throws {
        try await withServer {
            $0.hosts = ["127.0.0.1", "localhost", "127.0.0.1"]
        } _: { test in
            let answer = try await test.connect(host: "::1").exchange(get("/"))
            #expect(answer.status == 200)
        }
    }

    @Test func `an address that is none is refused with the reason`() {
        for (hosts, port) in [(["example.org"], 0), ([], 0), (["127.0.0.1"], 65536), (["127.0.0.1"], -1)] {
            var configuration = SocketServer.Configuration()
            configuration.hosts = hosts
            configuration.port = port
            let server = SocketServer(configuration: configuration, responder: RecordingResponder { _ in text("") })
            #expect(throws: SocketError.self) { try server.start() }
        }
    }

    @Test func `a server can be started again, but not twice at once`() async throws {
        let server = SocketServer(responder: RecordingResponder { _ in text("ok") })
        await server.stop()
        #expect(server.port == nil)
        for _ in 0..<3 {
            try server.start()
            #expect(throws: SocketError.self) { try server.start() }
            let port = try #require(server.port)
            #expect(try await RawConnection(port: port).exchange(get("/")).status == 200)
            await server.stop()
            await server.stop()
            #expect(server.port == nil)
            #expect(try await RawConnection.isUnused(port: port))
        }
    }

    @Test func `a stop finishes what is under way and closes what is idle`() async throws {
        // The late answer comes when the stop has begun, however long that takes on a busy machine.
        let hasBegun = Locked(false)
        try await withAnswers { request in
            guard request.rawPath == "/late" else { return text("ok") }
            return .offLoop {
                while !hasBegun.withLock({ $0 }), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
                return text("late")
            }
        } use: { test in
            let idle = try await test.connect()
            #expect(try await idle.exchange(get("/")).status == 200)
            let silent = try await test.connect()
            let busy = try await test.connect()
            try await busy.send(get("/late"))
            let uploading = try await test.connect()
            #expect(try await uploading.exchange(get("/")).status == 200)
            try await uploading.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
            try await eventually { test.log.requests.count == 3 }
            let start = ContinuousClock.now
            async let stopped: Void = test.server.stop(deadline: .seconds(30))
            #expect(try await idle.readToEnd().bytes == [])
            #expect(try await silent.readToEnd().bytes == [])
            try await uploading.send("llo")
            let uploaded = try await uploading.readResponse()
            #expect(uploaded.value(of: "Connection") == "close")
            hasBegun.withLock { $0 = true }
            let answer = try await busy.readResponse()
            #expect(answer.text == "late" && answer.value(of: "Connection") == "close")
            await stopped
            #expect(ContinuousClock.now - start < .seconds(40))
            #expect(test.log.unfinished.isEmpty)
        }
    }

    @Test func `a stop cuts what is not done by its deadline, and says so`() async throws {
        try await withAnswers { request in
            request.rawPath == "/day" ? late(.seconds(86400)) : .offLoop { text("\(await never())") }
        } use: { test in
            let day = try await test.connect()
            try await day.send(get("/day"))
            let task = try await test.connect()
            try await task.send(get("/task"))
            try await eventually { test.log.requests.count == 2 }
            let start = ContinuousClock.now
            await test.server.stop(deadline: .milliseconds(300))
            #expect(ContinuousClock.now - start >= .milliseconds(300))
            #expect(ContinuousClock.now - start < .seconds(40))
            #expect(try await day.readToEnd().bytes == [])
            #expect(Array(test.log.unfinished.values) == [.stopped, .stopped])
        }
    }

    @Test func `a later stop can shorten the deadline of an earlier one`() async throws {
        try await withAnswers { _ in
            late(.seconds(86400))
        } use: { test in
            let connection = try await test.connect()
            try await connection.send(get("/"))
            try await eventually { test.log.requests.count == 1 }
            async let patient: Void = test.server.stop(deadline: .seconds(3600))
            async let hasty: Void = test.server.stop(deadline: .milliseconds(50))
            _ = await (patient, hasty)
            #expect(try await connection.readToEnd().bytes == [])
        }
    }

    @Test func `a stop leaves other servers alone`() async throws {
        try await withServer { first in
            let kept = try await first.connect()
            #expect(try await kept.exchange(get("/")).status == 200)
            try await withServer { second in
                _ = try await second.exchange(get("/"))
                await second.server.stop()
            }
            #expect(try await kept.exchange(get("/")).status == 200)
        }
    }

    @Test func `a server that is dropped closes its sockets`() async throws {
        var server: SocketServer? = SocketServer(responder: RecordingResponder { _ in late(.seconds(3600)) })
        try server?.start()
        let port = try #require(server?.port)
        let connection = try await RawConnection(port: port)
        try await connection.send(get("/"))
        server = nil
        #expect(try await connection.readToEnd().bytes == [])
        let deadline = ContinuousClock.now + .seconds(60)
        while (try? await RawConnection(port: port)) != nil, ContinuousClock.now < deadline {}
        #expect(try await RawConnection.isUnused(port: port))
    }

    @Test func `two hundred servers start, answer and stop at once`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await withAnswers { _ in
                        text("\(number)")
                    } use: { test in
                        let answer = try await test.exchange(get("/"))
                        #expect(answer.text == "\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a stop among traffic neither hangs nor tears an answer`() async throws {
        for _ in 0..<20 {
            try await withServer { test in
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            guard let connection = try? await test.connect() else { return }
                            while let answer = try? await connection.exchange(get("/")) {
                                #expect(answer.text == "ok")
                            }
                        }
                    }
                    try? await eventually { test.log.requests.count >= 50 }
                    await test.server.stop()
                }
            }
        }
    }

    @Test func `start and stop may race`() async throws {
        let server = SocketServer(responder: RecordingResponder { _ in text("ok") })
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { if number % 2 == 0 { try? server.start() } else { await server.stop() } }
            }
        }
        await server.stop()
        #expect(server.port == nil)
    }

    private func never() async -> Int {
        try? await Task.sleep(for: .seconds(3600))
        return 0
    }
}
