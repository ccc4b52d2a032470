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

    @Test func `the example of a failure has a message`() async throws {
        let client = Client(ClientConfiguration(transport: Answers()))
        #expect(try await names(of: "nobody", client: client).contains("404"))
    }
}
