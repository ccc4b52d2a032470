public import MockAPIClient

extension GithubAPI {
    /// The kinds of build that have a base URL of their own.
    public enum BuildConfiguration: Sendable, Hashable, CaseIterable {
        /// A build for developers.
        case debug
        /// A build for users.
        case release
    }

    /// The service in a kind of build; GitHub has only one place for both.
    public static func service(for configuration: BuildConfiguration = .current) -> Service {
        switch configuration {
        case .debug: Service(serviceName, baseURL: "https://api.github.com")
        case .release: Service(serviceName, baseURL: "https://api.github.com")
        }
    }
}
