public import MockAPICore

/// One place where a JSON value is not as expected.
public struct JSONDifference: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of difference.
    public enum Kind: String, Sendable, Hashable {
        /// An expected member or element is not there.
        case missing
        /// There is a member or an element that is not expected.
        case extra
        /// The value has another type.
        case type
        /// The value is another one of the same type, or not what a matcher asks for.
        case value
        /// An array has another number of elements.
        case length
        /// The arrays are too large to be compared without order.
        case tooLarge
    }

    /// The place in the value found; for a missing one the place where it would be.
    public var path: JSONPath
    /// The place in the value expected, which differs from `path` below arrays without order.
    public var expectedPath: JSONPath
    /// What differs.
    public var kind: Kind
    /// The value expected; `nil` for an extra one.
    public var expected: JSONValue?
    /// The value found; `nil` for a missing one.
    public var found: JSONValue?
    /// What a matcher asks for, in words; `nil` where `expected` is the value itself.
    public var expectation: String?

    /// Makes a difference; `expectedPath` is `path` unless given.
    public init(
        path: JSONPath, expectedPath: JSONPath? = nil, kind: Kind, expected: JSONValue?, found: JSONValue?,
        expectation: String? = nil
    ) {
        self.path = path
        self.expectedPath = expectedPath ?? path
        self.kind = kind
        self.expected = expected
        self.found = found
        self.expectation = expectation
    }

    /// What was expected, for people: `1`, `2 elements`, `an integer`, `nothing`.
    public var expectedText: String {
        if let expectation { return expectation }
        return Self.text(expected, kind)
    }

    /// What was found, for people.
    public var foundText: String { Self.text(found, kind) }

    /// Path, expected and found, in one line; below an array without order with the place of what is expected, so that it
    /// shows which element went with which.
    public var description: String {
        let place = Quoted.plain(path.description, limit: 300)
        let pairing = expectedPath == path ? "" : " (for \(Quoted.plain(expectedPath.description, limit: 300)))"
        return "\(place)\(pairing): expected \(expectedText), found \(foundText)" + (hint.map { " (\($0))" } ?? "")
    }

    /// What may have gone wrong: a number or truth value on one side and its text on the other.
    public var hint: String? {
        guard kind == .type, let expected, let found else { return nil }
        switch (expected, found) {
        case (.string(let text), .number), (.string(let text), .bool), (.string(let text), .null):
            return text == found.rendered(.compact) ? "a string is expected, a \(found.typeName) was sent" : nil
        case (.number, .string(let text)), (.bool, .string(let text)), (.null, .string(let text)):
            return text == expected.rendered(.compact) ? "a \(expected.typeName) is expected, a string was sent" : nil
        default: return nil
        }
    }

    private static func text(_ value: JSONValue?, _ kind: Kind) -> String {
        guard let value else { return "nothing" }
        if kind == .length || kind == .tooLarge, case .array(let array) = value {
            return array.count == 1 ? "1 element" : "\(array.count) elements"
        }
        return Quoted.plain(value.rendered(.compact), limit: 120)
    }
}
