/// What a property wrapper made of a value that was not quite what the model needs.
public struct Conversion: Sendable, Hashable, CustomStringConvertible {
    /// The place as a JSON path, such as `$.items[0].id`.
    public var path: String
    /// What was there: `string "42"`, `null`, `nothing`.
    public var found: String
    /// What was made of it.
    public var used: String

    /// Makes a conversion.
    public init(path: String, found: String, used: String) {
        self.path = path
        self.found = found
        self.used = used
    }

    init(_ codingPath: [any CodingKey], found: String, used: Any) {
        let path = codingPath.reduce(JSONPath()) { path, key in
            key.intValue.map { path.appending($0) } ?? path.appending(key.stringValue)
        }
        self.init(path: path.description, found: found, used: "\(used)")
    }

    /// The text shown to people.
    public var description: String { "\(path): \(found) was read as \(used)" }
}
