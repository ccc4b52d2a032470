/// A title and a text.
public struct DataModel: Codable, Hashable, Sendable {
    /// The title.
    public var title: String
    /// The text.
    public var content: String

    /// Makes a model.
    public init(title: String, content: String) {
        self.title = title
        self.content = content
    }
}
