import MockAPIClient
import MockAPICore
import MockAPIScenarios
import Testing

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
}
