import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIServer

@Suite struct StubsWhileRunningTests {
    @Test func `added stubs win over those before, and can be removed again`() async throws {
        try await withServer(#"{"request": "GET /a", "response": {"body": "first"}}"#) { server in
            #expect(try await server.exchange(get("/a")).text == "first")
            let added = try server.add(json: #"{"request": "GET /a", "response": {"body": "second"}}"#)
            #expect(try await server.exchange(get("/a")).text == "second")
            #expect(server.stubs.count == 2)
            let id = try #require(added.first?.id)
            #expect(server.remove(id: id))
            #expect(!server.remove(id: id))
            #expect(try await server.exchange(get("/a")).text == "first")
        }
    }

    @Test func `replacing takes all stubs away`() async throws {
        try await withServer(#"{"request": "GET /a", "response": {}}"#) { server in
            try server.add(json: #"{"request": "GET /b", "response": {}}"#)
            server.replaceStubs(try stubs(of: #"{"request": "GET /c", "response": {}}"#))
            #expect(try await server.exchange(get("/a")).status == 404)
            #expect(try await server.exchange(get("/b")).status == 404)
            #expect(try await server.exchange(get("/c")).status == 200)
            server.reset()
            #expect(try await server.exchange(get("/c")).status == 200)
        }
    }

    @Test func `several mappings are added at once, and none of them if one is wrong`() async throws {
        try await withServer { server in
            let mappings = """
                {"mappings": [
                    {"request": "GET /a", "response": {"body": "a"}},
                    {"request": "GET /b", "response": {"body": "b"}}
                ]}
                """
            let added = try server.add(json: mappings)
            #expect(added.count == 2)
            #expect(try await server.exchange(get("/b")).text == "b")
            let error = #expect(throws: FileProblems.self) {
                try server.add(
                    json: #"{"mappings": [{"request": "GET /c", "response": {}}, {"reqest": {}, "response": 1}]}"#)
            }
            #expect(error?.findings.count == 2)
            #expect(server.stubs.count == 2)
        }
    }

    @Test func `after a reset a new stub answers, and stubs from the start are back`() async throws {
        try await withServer(#"{"request": "GET /kept", "response": {"body": "kept"}}"#) { server in
            try server.add(json: #"{"request": "GET /a", "response": {"body": "never called"}}"#)
            server.remove(id: try #require(server.stubs.last?.id))
            server.reset()
            try server.add(json: #"{"request": "GET /a", "response": {"body": "new"}}"#)
            #expect(try await server.exchange(get("/a")).text == "new")
            #expect(try await server.exchange(get("/kept")).text == "kept")
        }
    }

    @Test func `stubs change under traffic without a miss in between`() async throws {
        try await withServer(#"{"request": "GET /a", "response": {"body": "0"}}"#) { server in
            let connection = try await RawConnection(port: server.port)
            let changes = Task {
                for number in 1...200 {
                    let stubs = try stubs(of: #"{"request": "GET /a", "response": {"body": "\#(number)"}}"#)
                    if number.isMultiple(of: 2) { server.replaceStubs(stubs) } else { server.add(stubs[0]) }
                }
            }
            for _ in 0..<200 { #expect(try await connection.exchange(get("/a")).status == 200) }
            try await changes.value
        }
    }
}
