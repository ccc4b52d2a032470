import Foundation

/// A single value of a body, whatever its type.
public enum LenientScalar: Sendable, Hashable {
    /// Text.
    case text(String)
    /// A number, as JSON writes it.
    case number(JSONNumber)
    /// A truth value.
    case boolean(Bool)

    /// Reads what is there; `nil` of `null` and of what is no single value.
    init?(_ container: any SingleValueDecodingContainer) {
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = Self.literal(container).flatMap({ JSONNumber($0) }) {
            self = .number(number)
        } else {
            return nil
        }
    }

    /// The number with as many digits as the decoder tells.
    private static func literal(_ container: any SingleValueDecodingContainer) -> String? {
        if let number = try? container.decode(Int64.self) { return "\(number)" }
        if let number = try? container.decode(UInt64.self) { return "\(number)" }
        if let number = try? container.decode(Decimal.self), number.isFinite { return "\(number)" }
        if let number = try? container.decode(Double.self), number.isFinite { return "\(number)" }
        return nil
    }

    /// The number that is there, or that is written in the text; a truth value is 0 or 1.
    public var number: JSONNumber? {
        switch self {
        case .text(let text): JSONNumber(text)
        case .number(let number): number
        case .boolean(let flag): JSONNumber(flag ? 1 : 0)
        }
    }

    /// Type and value, for people.
    var description: String {
        switch self {
        case .text(let text): "string \(JSONValue.string(text).rendered(.compact))"
        case .number(let number): "number \(number)"
        case .boolean(let flag): "boolean \(flag)"
        }
    }
}
