import Foundation
import MockAPITestSupport
import MockAPITesting
import Testing

@Suite struct WithMockAPITests {
    private static let hello = StubSource.json(
        #"{"name": "hello", "request": "GET /hello", "response": {"body": "hi"}}"#)

    /// The issues that `body` records, which are known and fail nothing.
    private func issues(_ body: () async throws -> Void) async throws -> [String] {
        let collected = Collected()
        try await withKnownIssue {
            try await body()
        } matching: { issue in
            collected.add("\(issue)")
            return true
        }
        return collected.all
    }

    @Test func `a server runs for a closure and no longer`() async throws {
        let port = try await withMockAPI(MockAPI.Configuration(Self.hello)) { api in
            let response = try await api.get("/hello")
            #expect(response.text == "hi")
            #expect(api.server.isRunning)
            return api.port
        }
        #expect(try await RawConnection.isUnused(port: port))
    }

    @Test func `an unmatched request is an issue of the test, once, with the nearest stub`() async throws {
        let issues = try await issues {
            try await withMockAPI(MockAPI.Configuration(Self.hello)) { api in
                let response = try await api.get("/helo")
                #expect(response.status == 404)
            }
        }
        try #require(issues.count == 1)
        #expect(issues[0].contains("GET /helo matches no stub"))
        #expect(issues[0].contains("\"hello\""))
        #expect(issues[0].contains("expected"))
    }

    @Test func `each of many unmatched requests is one issue`() async throws {
        let issues = try await issues {
            try await withMockAPI(MockAPI.Configuration(Self.hello)) { api in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<50 { group.addTask { _ = try await api.get("/none/\(number)") } }
                    try await group.waitForAll()
                }
            }
        }
        for number in 0..<50 { #expect(issues.count { $0.contains("GET /none/\(number) matches") } == 1) }
        #expect(issues.count == 50)
    }

    @Test func `a reset does not hide an unmatched request`() async throws {
        let issues = try await issues {
            try await withMockAPI { api in
                _ = try await api.get("/none")
                api.server.reset()
            }
        }
        #expect(issues.count == 1)
    }

    @Test func `what the closure throws is thrown on, and misses are told all the same`() async throws {
        struct Mishap: Error {}
        let issues = try await issues {
            try await withMockAPI { api in
                _ = try await api.get("/none")
                throw Mishap()
            }
        }
        #expect(issues.count == 2)
        #expect(issues.contains { $0.contains("GET /none matches no stub") })
        #expect(issues.contains { $0.contains("Mishap") })
    }

    @Test func `unmatched requests may be ignored`() async throws {
        try await withMockAPI(MockAPI.Configuration(unmatched: .ignore)) { api in
            let response = try await api.get("/none")
            #expect(response.status == 404)
            #expect(api.journal.unmatched.count == 1)
        }
    }

    @Test func `a stub that answers nothing is an issue where that is asked for`() async throws {
        let issues = try await issues {
            try await withMockAPI(MockAPI.Configuration(Self.hello, unused: .fail)) { api in
                try api.add(json: #"{"name": "other", "request": "GET /other", "response": {}}"#)
                _ = try await api.get("/other")
            }
        }
        try #require(issues.count == 1)
        #expect(issues[0].contains("\"hello\" answered no request"))
    }

    @Test func `stubs come from several sources, and the later one wins`() async throws {
        let folder = try TemporaryFolder(["a.json": #"{"request": "GET /a", "response": {"body": "from a file"}}"#])
        let configuration = MockAPI.Configuration(
            Self.hello, .path(folder.path), .resource("Stubs", in: nil),
            .json(#"{"request": "GET /hello", "response": {"body": "last"}}"#))
        try await withMockAPI(configuration) { api in
            let texts = [try await api.get("/a").text, try await api.get("/hello").text]
            #expect(texts == ["from a file", "last"])
        }
    }

    @Test func `stubs that a bundle lacks are found beside the test`() async throws {
        try await withMockAPI(stubs: "Stubs", in: .main) { api in
            let response = try await api.get("/hello")
            #expect(response.text == "hi")
            #expect(api.journal.entries.first?.stub?.file == "Stubs/hello.json")
        }
    }

    @Test func `stubs that are nowhere are an error that names the places`() async throws {
        let error = await #expect(throws: FileProblems.self) {
            try await withMockAPI(stubs: "Nowhere", in: .main) { _ in }
        }
        let text = error?.description ?? ""
        #expect(text.contains("there are no stubs \"Nowhere\""))
        #expect(text.contains("MockAPITestingTests/Nowhere"))
        #expect(text.contains(".copy(\"Nowhere\")"))
    }

    @Test func `everything that is wrong with the stubs is told at once`() async throws {
        let configuration = MockAPI.Configuration(.json("{"), .json(#"{"reqest": 1}"#), .path("/no/such/folder"))
        let error = await #expect(throws: FileProblems.self) { try await withMockAPI(configuration) { _ in } }
        let text = error?.description ?? ""
        #expect(text.contains("reqest"))
        #expect(text.contains("/no/such/folder"))
        #expect(error?.findings.count ?? 0 >= 3)
    }

    @Test func `the server of the scope is the current one, also in tasks made there`() async throws {
        let missing = #expect(throws: MissingMockAPI.self) { try MockAPI.current }
        #expect(missing?.description.contains(#".mockAPI(stubs: "Stubs", in: .module)"#) == true)
        try await withMockAPI { outer in
            #expect(try MockAPI.current === outer)
            try await withMockAPI { inner in
                #expect(try MockAPI.current === inner)
                let seen = try await Task { try MockAPI.current }.value
                #expect(seen === inner)
                let detached = await Task.detached { (try? MockAPI.current) == nil }.value
                #expect(detached)
            }
            #expect(try MockAPI.current === outer)
        }
    }

    @Test func `a client of the fixture reaches the server for every service, the real host kept`() async throws {
        struct Greeting: APIRequest {
            typealias Response = String
            var base: BaseURL { .service("greeter") }
            var path: String { "hello" }
        }
        try await withMockAPI(stubs: "Stubs", in: nil) { api in
            let client = api.client(services: [Service("greeter", baseURL: "https://greeter.example")])
            let text = try await client.send(Greeting())
            #expect(text == "hi")
            #expect(api.journal.entries.first?.request.value(of: "Host") == "greeter.example")
            #expect(client.configuration.timeout == .seconds(10))
        }
    }

    @Test func `an app under test is told where the server is`() async throws {
        try await withMockAPI { api in
            #expect(api.launchEnvironment == ["MOCKAPI_BASE_URL": "http://127.0.0.1:\(api.port)"])
            #expect(api.url("a/b?c=%2F").absoluteString == "http://127.0.0.1:\(api.port)/a/b?c=%2F")
            #expect(api.url("/a").absoluteString == "http://127.0.0.1:\(api.port)/a")
            try Task.checkCancellation()
        }
    }
}
