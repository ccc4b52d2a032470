public import Foundation

/// A type that `@Lenient` can make of texts, numbers and truth values.
public protocol LenientlyDecodable: Decodable, Sendable {
    /// Makes a value of something of another type; `nil` where that would lose anything.
    static func lenient(_ scalar: LenientScalar) -> Self?

    /// The value of `null` and of a missing key; `nil` where there is none, as for all but optionals.
    static var lenientNothing: Self? { get }
}

extension LenientlyDecodable {
    /// None.
    public static var lenientNothing: Self? { nil }
}

extension LenientlyDecodable where Self: FixedWidthInteger {
    /// A whole number that fits, written in a text too; a truth value is 0 or 1.
    public static func lenient(_ scalar: LenientScalar) -> Self? {
        guard let number = scalar.number, number.isInteger else { return nil }
        if let exact = Self(number.description) { return exact }
        return number.int.flatMap { Self(exactly: $0) }
    }
}

extension LenientlyDecodable where Self: BinaryFloatingPoint {
    /// A finite number, written in a text too; a truth value is 0 or 1.
    public static func lenient(_ scalar: LenientScalar) -> Self? {
        scalar.number.map { Self($0.double) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension Int: LenientlyDecodable {}
extension Int8: LenientlyDecodable {}
extension Int16: LenientlyDecodable {}
extension Int32: LenientlyDecodable {}
extension Int64: LenientlyDecodable {}
extension UInt: LenientlyDecodable {}
extension UInt8: LenientlyDecodable {}
extension UInt16: LenientlyDecodable {}
extension UInt32: LenientlyDecodable {}
extension UInt64: LenientlyDecodable {}
extension Double: LenientlyDecodable {}
extension Float: LenientlyDecodable {}

extension Decimal: LenientlyDecodable {
    /// A number, written in a text too, with up to 38 digits; a truth value is 0 or 1.
    public static func lenient(_ scalar: LenientScalar) -> Decimal? {
        scalar.number.flatMap { Decimal(string: $0.description) }
    }
}

extension Bool: LenientlyDecodable {
    /// 1 and 0, as number or text, and the texts `true` and `false`, whatever their case.
    public static func lenient(_ scalar: LenientScalar) -> Bool? {
        if case .text(let text) = scalar, text.lowercased() == "true" || text.lowercased() == "false" {
            return text.lowercased() == "true"
        }
        switch scalar.number?.int {
        case 0?: return false
        case 1?: return true
        default: return nil
        }
    }
}

extension String: LenientlyDecodable {
    /// A number as it is written, as far as the decoder tells, or `true` or `false`.
    public static func lenient(_ scalar: LenientScalar) -> String? {
        switch scalar {
        case .text(let text): text
        case .number(let number): number.description
        case .boolean(let flag): String(flag)
        }
    }
}

extension Optional: LenientlyDecodable where Wrapped: LenientlyDecodable {
    /// What the type itself makes of it.
    public static func lenient(_ scalar: LenientScalar) -> Wrapped?? {
        Wrapped.lenient(scalar).map { Optional.some($0) }
    }

    /// `nil`.
    public static var lenientNothing: Wrapped?? { .some(nil) }
}
