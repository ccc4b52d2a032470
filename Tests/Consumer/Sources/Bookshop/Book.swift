/// A book of the shop.
public struct Book: Codable, Sendable, Hashable {
    /// The identity.
    public var id: Int
    /// The title.
    public var title: String

    /// Makes a book.
    public init(id: Int, title: String) {
        self.id = id
        self.title = title
    }
}
