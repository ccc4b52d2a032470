public import MockAPICore

/// Something other than a plain value that an expected JSON tree asks for at one place, such as "any integer".
///
/// A `JSONComparison` asks its `matcher` closure for each expected value whether it stands for a matcher.
public protocol JSONMatcher: Sendable {
    /// What is expected, such as `an integer`.
    var explanation: String { get }
    /// Whether a member that is not there is right.
    var acceptsAbsence: Bool { get }
    /// What is wrong with the value found; nothing where it is right.
    ///
    /// `comparison` is the one in progress, for a matcher that compares parts of the value.
    func differences(found: JSONValue, at path: JSONPath, in comparison: JSONComparison) -> [JSONDifference]
    /// Whether the value found is right.
    func matches(_ found: JSONValue, in comparison: JSONComparison) -> Bool
}

extension JSONMatcher {
    /// A member has to be there.
    public var acceptsAbsence: Bool { false }

    /// Whether there are no differences.
    public func matches(_ found: JSONValue, in comparison: JSONComparison) -> Bool {
        differences(found: found, at: JSONPath(), in: comparison).isEmpty
    }
}
