import Foundation
import MockAPIClient
import MockAPICore
import MockAPITestSupport
import Testing

// What README.md shows of the client.

struct Repository: Codable, Sendable {
    var name: String
    var description: String?
}

struct Repositories: APIRequest {
    typealias Response = [Repository]
    var user: String
    var base: BaseURL { "https://api.github.com" }
    var path: String { "users/\(PercentCoding.encode(user, for: .pathSegment))/repos" }
    var headers: HTTPFields { ["Accept": "application/vnd.github.v3+json"] }
}

func names(of user: String, client: Client) async throws -> String {
    do {
        return try await client.send(Repositories(user: user)).map(\.name).joined(separator: ", ")
    } catch let error as APIError {
        return error.message
    }
}

func cachingClient(_ transport: any Transport) -> Client {
    let cache = ResponseCache(store: MemoryCacheStore(sizeLimit: 16 << 20))
    return Client(ClientConfiguration(transport: transport, cache: cache, cachePolicy: .cachedThenNetwork))
}

func show(_ user: String, client: Client, on list: ([Repository]) -> Void) async throws {
    for try await repositories in client.values(for: Repositories(user: user)) { list(repositories) }
}

@Suite struct ReadmeExamples {
    /// Answers with repositories for one user, and with 404 for any other.
    private struct Answers: Transport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            #expect(request.headers["accept"] == "application/vnd.github.v3+json")
            guard request.url.absoluteString == "https://api.github.com/users/octo%2Fcat/repos" else {
                return HTTPResponse(404)
            }
            return HTTPResponse(body: HTTPBody(#"[{"name": "Hello-World"}, {"name": "Spoon-Knife"}]"#))
        }
    }

    @Test func `the example of a request decodes its models`() async throws {
        let client = Client(ClientConfiguration(transport: Answers()))
        #expect(try await names(of: "octo/cat", client: client) == "Hello-World, Spoon-Knife")
    }

    @Test func `the example of a cache shows what is stored, and nothing twice`() async throws {
        let network = FakeNetwork()
        let client = cachingClient(network)
        var shown: [[String]] = []
        network.answer { _ in HTTPResponse(body: HTTPBody(#"[{"name": "Hello-World"}]"#)) }
        for _ in 0..<2 { try await show("octocat", client: client) { shown.append($0.map(\.name)) } }
        network.answer { _ in HTTPResponse(body: HTTPBody("[]")) }
        try await show("octocat", client: client) { shown.append($0.map(\.name)) }
        #expect(shown == [["Hello-World"], ["Hello-World"], ["Hello-World"], []])
    }

    @Test func `the example of a failure has a message`() async throws {
        let client = Client(ClientConfiguration(transport: Answers()))
        #expect(try await names(of: "nobody", client: client).contains("404"))
    }
}
