/// The six types of JSON; the raw value is the name shown to people.
public enum JSONKind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Names and values between braces.
    case object
    /// Values between brackets.
    case array
    /// Text between quotes.
    case string
    /// Digits, with sign, fraction and exponent.
    case number
    /// `true` or `false`.
    case bool = "boolean"
    /// `null`.
    case null

    /// The text shown to people.
    public var description: String { rawValue }
}
