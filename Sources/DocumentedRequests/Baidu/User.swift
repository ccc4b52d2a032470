/// A person with an account.
public struct User: Codable, Hashable, Sendable {
    /// The number.
    public var id: Int
    /// The name.
    public var name: String
    /// The age in years, if known.
    public var age: Int?

    /// Makes a user.
    public init(id: Int, name: String, age: Int? = nil) {
        self.id = id
        self.name = name
        self.age = age
    }
}
