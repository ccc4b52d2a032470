/// The six types of JSON; the raw value is the name shown to people.
public enum JSONKind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case object, array, string, number
    case bool = "boolean"
    case null

    /// The text shown to people.
    public var description: String { rawValue }
}
