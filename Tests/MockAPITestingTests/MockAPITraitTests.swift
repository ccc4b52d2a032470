import MockAPITestSupport
import MockAPITesting
import Testing

@Suite(.mockAPI(stubs: "Stubs", in: nil)) struct MockAPITraitTests {
    private let api: MockAPI

    init() throws { api = try MockAPI.current }

    @Test func `a test of a suite with the trait has a server`() async throws {
        #expect(try MockAPI.current === api)
        #expect(try await api.get("/hello").text == "hi")
    }

    @Test(arguments: 1...8) func `each case of a test has a server of its own`(number: Int) async throws {
        for _ in 0..<number { #expect(try await api.get("/hello").text == "hi") }
        #expect(try api.journal.count(.get, "/hello") == number)
    }

    @Test(.mockAPI(MockAPI.Configuration(.json(#"{"request": "GET /own", "response": {"body": "own"}}"#))))
    func `the trait of a test goes before that of its suite`() async throws {
        #expect(try await api.get("/own").text == "own")
        #expect(api.server.stubs.count == 1)
    }

    @Test func `an unmatched request under the trait is an issue of the test`() async throws {
        let test = try #require(Test.current)
        let trait = MockAPITrait.mockAPI(MockAPI.Configuration())
        let collected = Collected()
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: nil) {
                _ = try await MockAPI.current.get("/none")
            }
        } matching: { issue in
            collected.add("\(issue) at \(issue.sourceLocation?.line ?? 0)")
            return true
        }
        try #require(collected.all.count == 1)
        #expect(collected.all[0].contains("GET /none matches no stub"))
        #expect(collected.all[0].hasSuffix("at \(test.sourceLocation.line)"))
    }

    @Suite struct Nested {
        @Test func `a nested suite has the trait as well`() async throws {
            #expect(try await MockAPI.current.get("/hello").text == "hi")
        }
    }
}

@Suite(.mockAPI(stubs: "Stubs", in: nil, scope: .suite), .serialized) struct SuiteScopeTests {
    private static let ports = Collected()

    @Test(arguments: 1...3) func `with the scope of a suite its tests share one server`(number: Int) async throws {
        let api = try MockAPI.current
        #expect(try await api.get("/hello").text == "hi")
        Self.ports.add("\(api.port)")
        #expect(Set(Self.ports.all).count == 1)
        #expect(try api.journal.count(.get, "/hello") == number)
    }
}
