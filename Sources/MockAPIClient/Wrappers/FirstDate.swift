public import Foundation

/// Names the ways in which a service writes moments.
public protocol DateForms: Sendable {
    /// The forms, tried in this order; the first one is used for writing.
    static var forms: [DateForm] { get }
}

/// The forms that are met most: RFC 3339, seconds and milliseconds since 1970, a day.
public enum CommonDateForms: DateForms {
    /// RFC 3339, seconds and milliseconds since 1970, a day.
    public static var forms: [DateForm] { [.iso8601, .unixSeconds, .unixMilliseconds, .day] }
}

/// A type that `@FirstDate` can read: `Date` or `Date?`.
public protocol FirstDateValue: Sendable {
    /// Wraps a date; `nil` for a missing one, where the type allows it.
    init?(firstDate: Date?)

    /// The date.
    var firstDate: Date? { get }
}

extension Date: FirstDateValue {
    /// The date itself; there must be one.
    public init?(firstDate: Date?) {
        guard let firstDate else { return nil }
        self = firstDate
    }

    /// The date itself.
    public var firstDate: Date? { self }
}

extension Date?: FirstDateValue {
    /// The date, or none.
    public init?(firstDate: Date?) { self = firstDate }

    /// The date, or none.
    public var firstDate: Date? { self }
}

/// A date in the first of several forms that fits.
///
///     @FirstDate<CommonDateForms, Date> var created: Date     // "2024-02-29T12:30:00Z", 1709209800, 1709209800000
///     @FirstDate<CommonDateForms, Date?> var deleted: Date?   // also null, or no such key
///
/// Works with any decoder, whatever its date strategy. `$created` says which form fitted, where that was not the first.
@propertyWrapper
public struct FirstDate<Forms: DateForms, Value: FirstDateValue>: Sendable {
    /// The date.
    public var wrappedValue: Value
    /// What was converted; `nil` where the first form fitted.
    public private(set) var projectedValue: Conversion?

    /// Wraps a date.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension FirstDate: Codable {
    /// Reads a date in the first form that fits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil(), let nothing = Value(firstDate: nil) {
            self.init(wrappedValue: nothing)
            return
        }
        guard let scalar = LenientScalar(container) else {
            throw DecodingError.typeMismatch(
                Date.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no text or number"))
        }
        for (index, form) in Forms.forms.enumerated() {
            guard let date = form.date(scalar), let value = Value(firstDate: date) else { continue }
            self.init(wrappedValue: value)
            if index > 0 {
                let conversion = Conversion(
                    decoder.codingPath, found: scalar.description, used: "\(date.rfc3339) by \(form)")
                projectedValue = conversion
                ConversionLog.note(conversion)
            }
            return
        }
        let forms = Forms.forms.map { "\($0)" }.joined(separator: ", ")
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "none of the forms \(forms) fits"))
    }

    /// Writes the date in the first form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard let date = wrappedValue.firstDate, let form = Forms.forms.first else { return try container.encodeNil() }
        switch form.text(date) {
        case .text(let text): try container.encode(text)
        case .number(let number):
            if let whole = number.int { try container.encode(whole) } else { try container.encode(number.double) }
        case .boolean(let flag): try container.encode(flag)
        }
    }
}

extension FirstDate: Equatable where Value: Equatable {
    /// Whether the dates are the same, whatever they were read from.
    public static func == (left: FirstDate, right: FirstDate) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension FirstDate: Hashable where Value: Hashable {
    /// Adds the date to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension KeyedDecodingContainer {
    /// Reads a date; a missing key makes an optional `nil`.
    public func decode<Forms, Value>(_ type: FirstDate<Forms, Value>.Type, forKey key: Key) throws
        -> FirstDate<Forms, Value>
    {
        if let date = try decodeIfPresent(type, forKey: key) { return date }
        guard let nothing = Value(firstDate: nil) else {
            return FirstDate(
                wrappedValue: try decode(RequiredDate<Value>.self, forKey: key).value)
        }
        return FirstDate(wrappedValue: nothing)
    }
}

/// Asked for where a date is missing, so that the container's own error says so.
private struct RequiredDate<Value: FirstDateValue>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        throw DecodingError.valueNotFound(
            Date.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a date is missing"))
    }
}
