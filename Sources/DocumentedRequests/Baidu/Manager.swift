/// A person who manages others.
public struct Manager: Codable, Hashable, Sendable {
    /// The number.
    public var id: Int
    /// The name.
    public var name: String
    /// What the person manages, if known.
    public var department: String?

    /// Makes a manager.
    public init(id: Int, name: String, department: String? = nil) {
        self.id = id
        self.name = name
        self.department = department
    }
}
