import Foundation
import MockAPICore
import MockAPIMatching
import MockAPISockets
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIServer

@Suite struct JournalTests {
    private static let mappings = """
        {"mappings": [
            {"id": "a", "name": "stub a", "request": "GET /a", "response": {"body": "a"}},
            {"id": "b", "request": {"method": "POST", "urlPath": "/b"}, "response": {"status": 201}},
            {"id": "f", "request": "GET /f", "response": {"fault": "EMPTY_RESPONSE"}},
            {"id": "slow", "request": "GET /slow", "response": {"fixedDelayMilliseconds": 300}}
        ]}
        """

    @Test func `an entry tells the request, what answered it, and the status`() async throws {
        try await withServer(Self.mappings) { server in
            let connection = try await RawConnection(port: server.port)
            _ = try await connection.exchange(get("/a?x=%2F", "X-Y: z\r\n"))
            _ = try await connection.exchange(post("/b", "content"))
            let entries = server.journal.entries
            try #require(entries.count == 2)
            #expect(entries.map(\.number) == [1, 2])
            #expect(entries[0].request.rawTarget == "/a?x=%2F")
            #expect(entries[0].request.value(of: "x-y") == "z")
            #expect(entries[0].stub?.id == "a")
            #expect(entries[0].status == 200)
            #expect(entries[1].request.body == Array("content".utf8))
            #expect(entries[1].status == 201)
            #expect(entries[1].time >= entries[0].time)
            #expect(entries.allSatisfy { !$0.isUnmatched && !$0.isBodyCut && $0.report == nil && $0.session == 1 })
            #expect(entries[0].description.hasPrefix("GET /a?x=%2F 200 "))
        }
    }

    @Test func `a fault has no status, and a miss has a report with the nearest stub`() async throws {
        try await withServer(Self.mappings) { server in
            _ = try? await server.exchange(get("/f"))
            _ = try await server.exchange(get("/a/"))
            let entries = server.journal.entries
            try #require(entries.count == 2)
            #expect(entries[0].status == nil)
            #expect(entries[0].fault == .emptyResponse)
            #expect(entries[1].isUnmatched)
            #expect(entries[1].status == 404)
            #expect(entries[1].report?.nearest.first?.stub.id == "a")
            #expect(server.journal.unmatched.map(\.number) == [2])
        }
    }

    @Test func `an entry keeps its request, whatever the lengths of those whose place it takes`() async throws {
        var configuration = MockServer.Configuration()
        configuration.journal = JournalLimits(entries: 3, bodyBytes: 10)
        try await withServer(Self.mappings, configuration: configuration) { server in
            let connection = try await RawConnection(port: server.port)
            var sent: [String] = []
            var earlier: [Journal] = []
            for (number, length) in [0, 20_000, 1, 300, 5000, 0, 60_000, 0, 2, 8000, 100, 4096].enumerated() {
                let long = "X-Long: \(String(repeating: "\(number % 10)", count: length))\r\n"
                let fields = length == 0 ? "" : long + "X-Number: \(number)\r\n"
                let text =
                    number % 2 == 0 ? get("/a?\(number)", fields) : post("/b", "content \(number)\(long)", fields)
                sent.append(text)
                _ = try await connection.exchange(text)
                let entries = server.journal.entries
                #expect(entries.map(\.number) == Array(max(1, number - 1)...number + 1))
                for entry in entries {
                    let text = sent[entry.number - 1]
                    let head = text.components(separatedBy: "\r\n\r\n")[0] + "\r\n"
                    #expect(entry.request.head == Array(head.utf8))
                    let body = text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
                    #expect(entry.bodyLength == body.utf8.count)
                    #expect(entry.request.body == Array(body.utf8.prefix(10)))
                    #expect(entry.request.headers.count == head.components(separatedBy: "\r\n").count - 2)
                    #expect(entry.request.rawPath == (entry.number % 2 == 1 ? "/a" : "/b"))
                }
                earlier.append(server.journal)
            }
            // What was handed out before does not change with the journal.
            #expect(earlier[1].entries.map { $0.request.head.count > 10_000 } == [false, true])
            #expect(earlier[6].entries.map { $0.request.rawPath } == ["/a", "/b", "/a"])
            #expect(server.journal.droppedCount == 9)
        }
    }

    @Test func `the raw target is kept beside the decoded segments`() async throws {
        let stub = #"{"request": {"urlPathTemplate": "/files/{name}"}, "response": {"body": "one"}}"#
        try await withServer(stub) { server in
            #expect(try await server.exchange(get("/files/a%2Fb")).text == "one")
            let request = try #require(server.journal.entries.first?.request)
            #expect(request.rawTarget == "/files/a%2Fb")
            #expect(request.pathSegments == ["files", "a/b"])
        }
    }

    @Test func `requests are counted by method and path and by pattern`() async throws {
        try await withServer(Self.mappings) { server in
            let connection = try await RawConnection(port: server.port)
            for page in 1...3 { _ = try await connection.exchange(get("/a?page=\(page)")) }
            let journal = server.journal
            #expect(try journal.count(.get, "/a") == 3)
            #expect(try journal.count(.post, "/a") == 0)
            #expect(try journal.wasCalled(.get, "/a"))
            #expect(try !journal.wasCalled(.get, "/b"))
            let pattern = try #require(stubs(of: #"{"request": "GET /a?page=2", "response": {}}"#).first?.request)
            #expect(try journal.count(matching: pattern) == 1)
            #expect(try journal.wasCalled(matching: pattern))
            #expect(journal.entries(matching: pattern).map(\.number) == [2])
            #expect(journal.entries { $0.request.rawQuery == "page=3" }.map(\.number) == [3])
        }
    }

    @Test func `the journal is bounded, and does not answer for what it dropped`() async throws {
        let limits = JournalLimits(entries: 10, bodyBytes: 100)
        try await withServer(Self.mappings, configuration: MockServer.Configuration(journal: limits)) { server in
            let connection = try await RawConnection(port: server.port)
            _ = try await connection.exchange(post("/b", String(repeating: "x", count: 1000)))
            #expect(server.journal.entries.first?.isBodyCut == true)
            #expect(server.journal.entries.first?.bodyLength == 1000)
            #expect(server.journal.entries.first?.request.body.count == 100)
            for number in 1...25 { _ = try await connection.exchange(get("/a?n=\(number)")) }
            let journal = server.journal
            #expect(journal.entries.map(\.number) == Array(17...26))
            #expect(journal.entries.map { $0.request.rawQuery ?? "" } == (16...25).map { "n=\($0)" })
            #expect(journal.droppedCount == 16)
            #expect(try journal.wasCalled(.get, "/a"))
            #expect(throws: JournalOverflow(kept: 10, dropped: 16)) { try journal.wasCalled(.post, "/b") }
            #expect(throws: JournalOverflow.self) { try journal.count(.get, "/a") }
            #expect(journal.description.hasPrefix("(16 older requests were dropped)"))
            server.reset()
            #expect(server.journal.entries.isEmpty)
            #expect(try server.journal.count(.get, "/a") == 0)
        }
    }

    @Test func `a journal of no entries keeps none`() async throws {
        let configuration = MockServer.Configuration(journal: JournalLimits(entries: 0, bodyBytes: 0))
        try await withServer(Self.mappings, configuration: configuration) { server in
            _ = try await server.exchange(get("/a"))
            #expect(server.journal.entries.isEmpty)
            #expect(server.journal.droppedCount == 1)
        }
    }

    @Test func `a late request of an earlier session is not in the journal of the next`() async throws {
        try await withServer(Self.mappings) { server in
            let connection = try await RawConnection(port: server.port)
            let arrived = server.requests()
            try await connection.send(get("/slow"))
            for await entry in arrived {
                #expect(entry.session == 1)
                break
            }
            server.reset()
            #expect(try await connection.readResponse().status == 200)
            #expect(server.journal.session == 2)
            #expect(server.journal.entries.isEmpty)
            _ = try await connection.exchange(get("/a"))
            #expect(server.journal.entries.map(\.session) == [2])
            #expect(server.hitCounts == ["a": 1])
        }
    }

    @Test func `a miss against many stubs is explained and recorded as any other`() async throws {
        let many = (0..<200).map { #"{"request": "GET /stub/\#($0)", "response": {}}"# }.joined(separator: ",")
        try await withServer("{\"mappings\": [\(many)]}") { server in
            let connection = try await RawConnection(port: server.port)
            for target in ["/stub/7", "/stub/7/", "/stub/8"] { _ = try await connection.exchange(get(target)) }
            let entries = server.journal.entries
            #expect(entries.map(\.status) == [200, 404, 200])
            #expect(entries[1].report?.nearest.first?.conditions.isEmpty == false)
            #expect(entries[1].session == 1)
        }
    }

    @Test func `after a stop no miss is lost, though its peer went away`() async throws {
        let many = (0..<500).map { #"{"request": "GET /stub/\#($0)", "response": {}}"# }.joined(separator: ",")
        let server = MockServer(stubs: try stubs(of: "{\"mappings\": [\(many)]}"))
        try server.start()
        let connection = try await RawConnection(port: server.port)
        try await connection.send(get("/stub/0") + get("/none"))
        _ = try await connection.readResponse()
        while server.journal.entries.isEmpty { await Task.yield() }
        connection.reset()
        await server.stop()
        let count = server.journal.entries.count
        for _ in 0..<100 { await Task.yield() }
        #expect(server.journal.entries.count == count)
    }

    @Test func `an answer whose peer went away is marked`() async throws {
        let later = #"{"request": "GET /later", "response": {"fixedDelayMilliseconds": 600000}}"#
        try await withServer(later) { server in
            let arrived = server.requests()
            let connection = try await RawConnection(port: server.port)
            try await connection.send(get("/later"))
            for await _ in arrived { break }
            connection.reset()
            let deadline = ContinuousClock.now + .seconds(60)
            while server.journal.entries.first?.unfinished == nil, ContinuousClock.now < deadline { await Task.yield() }
            #expect(server.journal.entries.first?.unfinished == .peerGone)
        }
    }

    @Test func `stubs that answered nothing are unused`() async throws {
        try await withServer(Self.mappings) { server in
            _ = try await server.exchange(get("/a"))
            _ = try await server.exchange(get("/a"))
            #expect(server.hitCounts == ["a": 2])
            #expect(Set(server.unusedStubs.map(\.id)) == ["b", "f", "slow"])
        }
    }

    @Test func `no request is lost on its way to an observer`() async throws {
        try await withServer(Self.mappings) { server in
            let seen = Locked<[Int]>([])
            let cancel = server.onRequest { entry in seen.withLock { $0.append(entry.number) } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let connection = try await RawConnection(port: server.port)
                        for _ in 0..<100 { _ = try await connection.exchange(get("/a")) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(seen.withLock { $0.sorted() } == Array(1...400))
            cancel()
            _ = try await server.exchange(get("/a"))
            #expect(seen.withLock { $0.count } == 400)
        }
    }

    @Test func `what is refused before it is a request is noted apart`() async throws {
        try await withServer(Self.mappings) { server in
            let response = try await server.exchange("no http\r\n\r\n")
            #expect(response.status == 400)
            let journal = server.journal
            #expect(journal.entries.isEmpty)
            #expect(journal.refusals.map(\.status) == [400])
        }
    }
}
