import Foundation
import MockAPICore

/// The JSON that a decoded model is compared as.
///
/// A model that is `Encodable` is written by its own `encode(to:)`, any other by reflection of its stored properties.
/// Both write `nil` as `null`, also where synthesized code would leave the key out, so that a scenario can say that a
/// property is `nil`. `Date` becomes an ISO 8601 text in UTC (with milliseconds where it has a fraction of a second),
/// `URL` its absolute text, `Data` base64, `UUID` and `Decimal` their text and number, a number that JSON lacks the
/// texts `NaN`, `Infinity` and `-Infinity`.
enum ModelJSON {
    /// The JSON of a model.
    ///
    /// - Throws: what the model's `encode(to:)` throws.
    static func json(of model: Any) throws -> JSONValue {
        if let scalar = scalar(model) { return scalar }
        guard let encodable = model as? any Encodable else { return try reflected(model) }
        let slot = EncodingSlot()
        try encodable.encode(to: ModelEncoder(slot: slot))
        return sorted(slot.json, of: model)
    }

    /// The JSON of the types that are written the same way everywhere; `nil` for all others.
    static func scalar(_ value: Any) -> JSONValue? {
        switch value {
        case let value as JSONValue: value
        case let value as String: .string(value)
        case let value as Bool: .bool(value)
        case let value as Double: number(value, isFinite: value.isFinite, isNegative: value < 0)
        case let value as Float: number(value, isFinite: value.isFinite, isNegative: value < 0)
        case let value as any BinaryInteger: number(String(describing: value))
        case let value as Decimal: number(value.description)
        case let value as Data: .string(value.base64EncodedString())
        case let value as URL: .string(value.absoluteString)
        case let value as Date: .string(text(value))
        case let value as UUID: .string(value.uuidString)
        case let value as Substring: .string(String(value))
        case let value as Character: .string(String(value))
        default: nil
        }
    }

    /// The members of an object in the order of their names, or the elements of an array in the order of their texts,
    /// where the model has no order of its own.
    static func sorted(_ json: JSONValue, of model: Any) -> JSONValue {
        switch json {
        case .object(let object) where model is any UnorderedPairs:
            .object(JSONObject(object.sorted { $0.key < $1.key }))
        case .array(let elements) where model is any UnorderedElements:
            .array(elements.sorted { $0.rendered(.compact) < $1.rendered(.compact) })
        default: json
        }
    }

    private static func number(_ value: some CustomStringConvertible, isFinite: Bool, isNegative: Bool) -> JSONValue {
        if isFinite { return number(value.description) }
        return .string(value.description == "nan" ? "NaN" : isNegative ? "-Infinity" : "Infinity")
    }

    private static func number(_ literal: String) -> JSONValue {
        JSONNumber(literal).map { .number($0) } ?? .string(literal)
    }

    private static func text(_ date: Date) -> String {
        let isWhole = date.timeIntervalSince1970.rounded() == date.timeIntervalSince1970
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }
}

/// A dictionary, whatever its types.
protocol UnorderedPairs {}
extension Dictionary: UnorderedPairs {}

/// A set, whatever its type.
protocol UnorderedElements {}
extension Set: UnorderedElements {}
