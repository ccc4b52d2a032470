import Foundation
import MockAPICore
import MockAPIMatching
import MockAPITestSupport
import Testing

@testable import MockAPIServer

@Suite struct RegexServingTests {
    private static let mappings = #"""
        {"mappings": [
            {"id": "bad", "name": "the bad one", "priority": 1,
             "request": {"urlPathPattern": "/(a+)+$"}, "response": {}},
            {"id": "fast", "request": "GET /fast", "response": {"body": "fast"}},
            {"id": "late", "request": {"urlPathPattern": "/a+!\\d"}, "response": {"body": "late"}}
        ]}
        """#
    private static let runaway = "/" + String(repeating: "a", count: 40) + "!"

    @Test func `while regular expressions run away on one connection, others are answered`() async throws {
        try await withServer(Self.mappings) { server in
            let slow = try await RawConnection(port: server.port)
            let count = 20
            try await slow.send(String(repeating: get(Self.runaway), count: count))
            // Some of them are on the loop of the slow one.
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 2 {
                let connection = try await RawConnection(port: server.port)
                for _ in 0..<5 { #expect(try await connection.exchange(get("/fast")).text == "fast") }
            }
            #expect(server.journal.unmatched.count < count, "the others had to wait")
            for _ in 0..<count {
                let response = try await slow.readResponse()
                #expect(response.status == 404)
                #expect(response.text.contains("of stub \"the bad one\""))
            }
        }
    }

    @Test func `the journal names the stub that could not be decided, though another one answered`() async throws {
        try await withServer(Self.mappings) { server in
            #expect(try await server.exchange(get("\(Self.runaway)7")).text == "late")
            #expect(try await server.exchange(get("/fast")).text == "fast")
            let entries = server.journal.entries
            try #require(entries.count == 2)
            #expect(entries[0].stub?.id == "late")
            #expect(entries[0].status == 200)
            #expect(entries[0].diagnostics.map(\.stub?.name) == ["the bad one"])
            #expect(entries[1].diagnostics.isEmpty)
            #expect(server.hitCounts == ["late": 1, "fast": 1])
        }
    }

    @Test func `a regular expression on a long body is answered like one on a short`() async throws {
        let mapping =
            #"{"request": {"method": "POST", "bodyPatterns": [{"matches": "x*y"}]}, "response": {"body": "yes"}}"#
        try await withServer(mapping) { server in
            let connection = try await RawConnection(port: server.port)
            for length in [0, 10, 4000, 5000, 50_000] {
                let body = String(repeating: "x", count: length)
                #expect(try await connection.exchange(post("/", body + "y")).text == "yes")
                #expect(try await connection.exchange(post("/", body + "z")).status == 404)
            }
            #expect(server.journal.entries.count == 10)
            #expect(server.journal.entries.allSatisfy { $0.diagnostics.isEmpty })
        }
    }
}
