/// One parameter of a path, as a request gave it.
public struct PathParameter: Sendable, Hashable, CustomStringConvertible {
    /// The name in the template.
    public var name: String
    /// The value, percent-decoded.
    public var value: String

    /// Makes a parameter.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The text shown to people.
    public var description: String { "\(name)=\(value)" }
}
