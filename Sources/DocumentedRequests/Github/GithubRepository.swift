public import MockAPIClient

/// A repository, as far as a list of them needs it.
public struct GithubRepository: Parsable, Codable, Hashable {
    /// The account that a repository belongs to.
    public struct Owner: Codable, Hashable, Sendable {
        /// The number.
        public var id: Int
        /// The login.
        public var login: String
    }

    /// The number.
    public var id: Int
    /// The name below its owner.
    public var name: String
    /// The name with its owner.
    public var fullName: String?
    /// The owner.
    public var owner: Owner?
    /// Whether only members see it.
    public var isPrivate: Bool?
    /// Whether it is a fork.
    public var isFork: Bool?
    /// The page for people.
    public var htmlURL: String?
    /// What it is for.
    public var description: String?
    /// The main language.
    public var language: String?
    /// How many people marked it.
    public var stargazersCount: Int?

    private enum CodingKeys: String, CodingKey {
        case id, name, owner, description, language
        case fullName = "full_name"
        case isPrivate = "private"
        case isFork = "fork"
        case htmlURL = "html_url"
        case stargazersCount = "stargazers_count"
    }
}
