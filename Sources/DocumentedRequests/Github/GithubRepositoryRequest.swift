public import MockAPIClient

/// Asks for the public repositories of a user (GitHub REST API, "List repositories for a user").
public struct GithubRepositoryRequest: APIRequest {
    /// The repositories.
    public typealias Response = [GithubRepository]

    /// The login of the user.
    public var name: String

    /// Makes a request.
    public init(name: String) { self.name = name }

    /// GitHub.
    public var base: BaseURL { .service(GithubAPI.serviceName) }
    /// The login as one segment, whatever it contains.
    public var path: String { "/users/\(PercentCoding.encode(name, for: .pathSegment))/repos" }
    /// The third version of the API.
    public var headers: HTTPFields { ["Accept": "application/vnd.github.v3+json"] }
}
