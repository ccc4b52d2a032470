/// A number as it was written, compared by its mathematical value (RFC 8259, section 6).
///
/// No digit is lost and no exponent is too large: 1 = 1.0 = 1e0, 0.1 ≠ 0.10000000000000001, -0 = 0.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The text of the number.
    public let literal: String

    /// Takes a text that fits the grammar of a JSON number; `nil` for any other.
    public init?(_ literal: String) {
        var text = literal
        let isNumber = text.withUTF8 { bytes in
            var reader = JSONTokenReader(bytes)
            guard let first = bytes.first, first == UInt8(ascii: "-") || 0x30...0x39 ~= first else { return false }
            guard (try? reader.scanNumber()) != nil else { return false }
            return reader.offset == bytes.count
        }
        guard isNumber else { return nil }
        self.literal = text
    }

    /// Makes an integer.
    public init(_ value: Int) { literal = String(value) }

    /// Makes the shortest number that reads back as `value`; `nil` for NaN and the infinities, which JSON has not.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        literal = value.description
    }

    /// Takes a text that is known to fit the grammar.
    init(checked literal: String) { self.literal = literal }

    /// The number as it was written.
    public var description: String { literal }

    /// Whether the value is a whole number, however it is written.
    public var isInteger: Bool { withDecimal { $0.isZero || !$0.hasFraction } }

    /// The value, where it is a whole number that fits: 1.0 and 1e2 count.
    public var int: Int? { withDecimal { $0.int } }

    /// The nearest floating-point value; infinite where the number is too large.
    public var double: Double { Double(literal) ?? .nan }

    /// Whether two numbers have the same value.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if JSONText.isSame(left.literal, right.literal) { return true }
        return left.withDecimal { left in right.withDecimal { left.isEqual(to: $0) } }
    }

    /// Adds the value to a hash.
    public func hash(into hasher: inout Hasher) { withDecimal { $0.hash(into: &hasher) } }

    private func withDecimal<Result>(_ body: (JSONDecimal) -> Result) -> Result {
        var literal = literal
        return literal.withUTF8 { body(JSONDecimal($0)) }
    }
}
