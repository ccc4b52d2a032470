/// A pattern for the header, query parameter or path parameter of a name.
public struct NamedPattern<Pattern: Sendable & Hashable>: Sendable, Hashable {
    /// The name as it was written.
    public var name: String
    /// The pattern.
    public var pattern: Pattern

    /// Makes a pattern for a name.
    public init(_ name: String, _ pattern: Pattern) {
        self.name = name
        self.pattern = pattern
    }
}
