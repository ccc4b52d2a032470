import MockAPIClient

/// The requests to GitHub, made by a factory: one function for each endpoint.
public enum GithubAPI {
    /// The name of the service.
    public static let serviceName = "github"

    /// The public repositories of a user, the first page of them.
    public static func repositories(name: String) -> GithubRepositoryRequest { GithubRepositoryRequest(name: name) }
}
