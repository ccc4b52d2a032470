/// The way from the root of a body to the model in it, such as `data.items` or `$.pages[0]`.
public struct ModelPath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The way as a path.
    public let path: JSONPath

    /// Makes a path of a path.
    public init(_ path: JSONPath) { self.path = path }

    /// Reads names and indices, with or without `$.` before them; a text that is no path is one name.
    public init(_ text: String) {
        let whole = text.hasPrefix("$") ? text : text.hasPrefix("[") ? "$\(text)" : "$.\(text)"
        path = (try? JSONPath(parsing: whole)) ?? JSONPath([.key(text)])
    }

    /// Reads names and indices, with or without `$.` before them; a text that is no path is one name.
    public init(stringLiteral value: String) { self.init(value) }

    /// The text that is read as this path.
    public var description: String { path.description }
}
