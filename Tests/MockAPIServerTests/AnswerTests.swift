import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIServer

@Suite struct AnswerTests {
    private static let stubs = """
        {"mappings": [
            {"request": "GET /plain", "response": {"headers": {"X-A": ["1", "2"]}, "body": "plain"}},
            {"request": "GET /json", "response": {"jsonBody": {"a": [1, 2.50]}}},
            {"request": "GET /none", "response": {"status": 204}},
            {"request": "GET /slow", "response": {"body": "late", "fixedDelayMilliseconds": 500}},
            {"request": "GET /later", "response": {"body": "later", "fixedDelayMilliseconds": 60000}},
            {"request": "GET /reset", "response": {"fault": "CONNECTION_RESET_BY_PEER"}},
            {"request": "GET /empty", "response": {"fault": "EMPTY_RESPONSE"}},
            {"request": "GET /chunk", "response": {"fault": "MALFORMED_RESPONSE_CHUNK"}},
            {"request": "GET /random", "response": {"fault": "RANDOM_DATA_THEN_CLOSE"}},
            {"request": "GET /cut", "response": {"body": "0123456789", "truncateAfter": 4}},
            {"request": "GET /stall", "response": {"body": "0123456789", "stallAfter": 4}},
            {"request": "GET /paced", "response": {"body": "0123456789", "bytesPerSecond": 20}},
            {"request": "GET /users/{id}?page=1", "response": {"body": "user"}}
        ]}
        """

    @Test func `a matched answer has the stub's fields and only what HTTP needs besides`() async throws {
        try await withServer(Self.stubs) { server in
            let response = try await server.exchange(get("/plain"))
            #expect(response.status == 200)
            #expect(response.text == "plain")
            #expect(response.values(of: "X-A") == ["1", "2"])
            let names = Set(response.fields.map { $0.name.lowercased() })
            #expect(names.subtracting(["x-a"]) == ["content-length", "date"])
            #expect(try await server.exchange(get("/json")).text == #"{"a":[1,2.50]}"#)
            let none = try await server.exchange(get("/none"))
            #expect(none.status == 204)
            #expect(none.values(of: "Content-Length").isEmpty)
        }
    }

    @Test func `a delay postpones only its own answer`() async throws {
        try await withServer(Self.stubs) { server in
            let slow = try await RawConnection(port: server.port)
            let later = try await RawConnection(port: server.port)
            let quick = try await RawConnection(port: server.port)
            let start = ContinuousClock.now
            try await later.send(get("/later"))
            try await slow.send(get("/slow"))
            for _ in 0..<10 { #expect(try await quick.exchange(get("/plain")).text == "plain") }
            #expect(try await slow.readResponse().text == "late")
            #expect(ContinuousClock.now - start >= .milliseconds(500))
            #expect(try await later.isSilent(for: .milliseconds(20)))
        }
    }

    @Test func `a hundred delayed answers wait side by side`() async throws {
        try await withServer(Self.stubs) { server in
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        let response = try await server.exchange(get("/slow"))
                        #expect(response.text == "late")
                    }
                }
                try await group.waitForAll()
            }
            let time = ContinuousClock.now - start
            #expect(time >= .milliseconds(500))
            #expect(time < .seconds(40))
        }
    }

    @Test func `faults break the connection each in its way`() async throws {
        try await withServer(Self.stubs) { server in
            func outcome(_ target: String) async throws -> (text: String, end: RawConnection.End) {
                let connection = try await RawConnection(port: server.port)
                try await connection.send(get(target))
                let (bytes, end) = try await connection.readToEnd()
                return (String(decoding: bytes, as: UTF8.self), end)
            }
            let reset = try await outcome("/reset")
            #expect(reset.text == "")
            #expect(reset.end == .reset)
            let empty = try await outcome("/empty")
            #expect(empty.text == "")
            #expect(empty.end == .closed)
            #expect(try await outcome("/chunk").text.hasPrefix("HTTP/1.1 200"))
            let random = try await outcome("/random")
            #expect(!random.text.isEmpty)
            #expect(!random.text.hasPrefix("HTTP/"))
            let cut = try await outcome("/cut")
            #expect(cut.text.contains("Content-Length: 10\r\n"))
            #expect(cut.text.hasSuffix("\r\n\r\n0123"))
        }
    }

    @Test func `a stalled answer falls silent and stays open`() async throws {
        try await withServer(Self.stubs) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(get("/stall"))
            var text = ""
            while !text.hasSuffix("\r\n\r\n0123") {
                text += String(decoding: try await connection.read(1), as: UTF8.self)
            }
            #expect(try await connection.isSilent(for: .milliseconds(200)))
        }
    }

    @Test func `a paced answer takes its time`() async throws {
        try await withServer(Self.stubs) { server in
            let start = ContinuousClock.now
            let response = try await server.exchange(get("/paced"))
            #expect(response.text == "0123456789")
            #expect(ContinuousClock.now - start >= .milliseconds(400))
        }
    }

    @Test func `a miss is a 404 that tells the nearest stub and what failed`() async throws {
        try await withServer(Self.stubs) { server in
            let response = try await server.exchange(get("/users/7?page=2"))
            #expect(response.status == 404)
            #expect(response.value(of: "Content-Type")?.hasPrefix("text/plain") == true)
            #expect(response.text.contains("/users/{id}"))
            #expect(response.text.contains("page"))
        }
    }

    @Test func `a miss is told as JSON to who accepts it`() async throws {
        try await withServer(Self.stubs) { server in
            let response = try await server.exchange(get("/users/7?page=2", "Accept: application/json\r\n"))
            #expect(response.status == 404)
            #expect(response.value(of: "Content-Type")?.hasPrefix("application/json") == true)
            let json = try JSONValue(parsing: response.text)
            #expect(json["request"]?["method"] == "GET")
            #expect(json["request"]?["target"] == "/users/7?page=2")
            let conditions = try #require(json["nearest"]?[0]?["conditions"])
            guard case .array(let list) = conditions else { throw JSONShapeError() }
            let page = try #require(list.first { $0["part"] == "query.page" })
            #expect(page["verdict"] == "failed")
            #expect(page["found"] == "2")
        }
    }

    @Test func `a miss for HEAD has no content, and the connection goes on`() async throws {
        try await withServer(Self.stubs) { server in
            let connection = try await RawConnection(port: server.port)
            let head = try await connection.exchange("HEAD /plain HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(head.status == 404)
            #expect(try await connection.exchange(get("/plain")).text == "plain")
        }
    }

    private struct JSONShapeError: Error {}
}
