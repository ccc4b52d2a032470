/// A value that a service sends as number, text or truth value, however it likes.
///
///     @Lenient var id: Int64        // 42, "42"
///     @Lenient var isNew: Bool?     // true, 1, "1", "true", null, nothing
///
/// Nothing is guessed: `1.5` and `"x"` are no `Int`, `""` is no number, and a number that does not fit fails. Works with
/// any decoder. `$id` says what was converted, if anything was.
@propertyWrapper
public struct Lenient<Value: LenientlyDecodable>: Sendable {
    /// The value.
    public var wrappedValue: Value
    /// What was converted; `nil` where the value was what the model needs.
    public private(set) var projectedValue: Conversion?

    /// Wraps a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Lenient: Decodable {
    /// Reads the value as it is, or else makes it of what is there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Value.self) {
            self.init(wrappedValue: value)
            return
        }
        if container.decodeNil(), let nothing = Value.lenientNothing {
            self.init(wrappedValue: nothing)
            return
        }
        guard let scalar = LenientScalar(container), let value = Value.lenient(scalar) else {
            // The decoder's own error says best what is wrong.
            self.init(wrappedValue: try container.decode(Value.self))
            return
        }
        self.init(wrappedValue: value)
        let conversion = Conversion(decoder.codingPath, found: scalar.description, used: value)
        projectedValue = conversion
        ConversionLog.note(conversion)
    }
}

extension Lenient: Encodable where Value: Encodable {
    /// Writes the value as its type does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Lenient: Equatable where Value: Equatable {
    /// Whether the values are the same, whatever they were read from.
    public static func == (left: Lenient, right: Lenient) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Lenient: Hashable where Value: Hashable {
    /// Adds the value to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension KeyedDecodingContainer {
    /// Reads a lenient value; a missing key makes an optional `nil`.
    public func decode<Value>(_ type: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
        if let nothing = Value.lenientNothing, !contains(key) { return Lenient(wrappedValue: nothing) }
        guard let value = try decodeIfPresent(type, forKey: key) else {
            // Missing, or null: the container's own error says which.
            return Lenient(wrappedValue: try Value.lenientNothing ?? decode(Value.self, forKey: key))
        }
        return value
    }
}
