/// A JSON value: number literals and key order are kept, equality is by value.
///
/// Two values are equal where a reader can't tell them apart: numbers by their mathematical value, strings by Unicode
/// scalars, arrays in order, objects without order. Values of different types are never equal.
public enum JSONValue: Sendable {
    /// `null`, which is a value and not the same as none.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with all its digits.
    case number(JSONNumber)
    /// A text, its escapes read.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Names and values, in the order in which they were written.
    case object(JSONObject)
}

extension JSONValue {
    /// The type.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The name of the type: `object`, `array`, `string`, `number`, `boolean` or `null`.
    public var typeName: String { kind.rawValue }

    /// Whether this is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The truth value, `nil` for any other type.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The number, `nil` for any other type.
    public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }

    /// The whole number, `nil` where this is none or does not fit.
    public var integer: Int? { number?.int }

    /// The text, `nil` for any other type.
    public var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The elements, `nil` for any other type.
    public var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }

    /// The members, `nil` for any other type.
    public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

    /// The value of a member; `nil` where there is none or this is no object.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// An element; negative indices count from the end; `nil` where there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard let array else { return nil }
        let place = index < 0 ? array.count &+ index : index
        guard array.indices.contains(place) else { return nil }
        return array[place]
    }

    /// Makes an integer.
    public static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
