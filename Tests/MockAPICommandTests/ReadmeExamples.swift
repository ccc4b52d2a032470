import MockAPIClient
import MockAPICore
import MockAPIScenarios
import MockAPITestSupport
import Testing

@testable import MockAPICommand

// What README.md shows of a catalog.

private struct Repository: Codable, Sendable {
    var name: String
}

private struct Repositories: APIRequest {
    typealias Response = [Repository]
    var user: String
    var base: BaseURL { "https://api.github.com" }
    var path: String { "users/\(user)/repos" }
}

struct RepositoriesOf: Decodable, Sendable {
    var user: String
}

func catalog() -> RequestCatalog {
    var catalog = RequestCatalog()
    catalog.register(Service("github", baseURL: "https://api.github.com"))
    catalog.register("github.repositories", RepositoriesOf.self) { Repositories(user: $0.user) }
    return catalog
}

@Suite struct ReadmeExamples {
    @Test func `the example of a catalog knows its request`() {
        #expect(catalog().names == ["github.repositories"])
        #expect(catalog().services.names == ["github"])
    }

    @Test func `the program of the example checks, verifies and lists with its own types`() async throws {
        let folder = try TemporaryFolder([
            "stubs/repos.json": #"""
            {"request": "GET /users/octocat/repos", "response": {"jsonBody": [{"name": "Hello-World"}]}}
            """#,
            "scenarios/repos.json": #"""
            {"stubs": ["../stubs"], "steps": [{"send": {"request": "github.repositories", "with": {"user": "octocat"}},
              "expect": {"model": [{"name": "Hello-World"}]}}]}
            """#,
        ])
        let (status, output) = await run(["check", "--models", folder.path(of: "stubs"), folder.path(of: "scenarios")])
        #expect(status == .success)
        #expect(output == "mockapi: 1 stub, 1 scenario, 1 answer decoded: no errors\n")
        let (verified, report) = await run(["verify", folder.path(of: "scenarios")])
        #expect(verified == .success, "\(report)")
        let (listed, list) = await run(["catalog"])
        #expect(listed == .success)
        #expect(
            list.contains("github.repositories: GET https://api.github.com/users/{user}/repos\n  with user: string\n"))
        try folder.write(#"{"request": "GET /users/x/repos", "response": {"jsonBody": [{}]}}"#, to: "stubs/x.json")
        let (wrong, finding) = await run(["check", "--models", folder.path(of: "stubs")])
        #expect(wrong == .badFile)
        #expect(finding.contains("/stubs/x.json:1:61: error: github.repositories cannot decode this answer: $[0].name"))
    }

    private func run(_ arguments: [String]) async -> (ExitCode, String) {
        let output = Locked("")
        let console = Console(write: { text in output.withLock { $0 += text } }, writeError: { _ in })
        let code = await MockAPICommand.run(arguments, catalog: catalog(), console: console)
        return (code, output.withLock { $0 })
    }
}
