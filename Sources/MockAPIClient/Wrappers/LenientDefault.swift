/// A value as `@Lenient` reads it, with a default for a missing key and for `null`.
///
///     @LenientDefaultZero var areaID: Int       // 101, "101", null, nothing
///
/// Works with any decoder. `$areaID` says what was converted, or that the default was used.
@propertyWrapper
public struct LenientDefault<Provider: DefaultProvider>: Sendable where Provider.Value: LenientlyDecodable {
    /// The value.
    public var wrappedValue: Provider.Value
    /// What was converted; `nil` where the value was there as the model needs it.
    public private(set) var projectedValue: Conversion?

    /// Wraps a value.
    public init(wrappedValue: Provider.Value) { self.wrappedValue = wrappedValue }

    /// Wraps the default.
    public init() { self.init(wrappedValue: Provider.defaultValue) }

    /// The default, taken at a place where there is nothing of use.
    init(at path: [any CodingKey], found: String) {
        self.init()
        let conversion = Conversion(path, found: found, used: wrappedValue)
        projectedValue = conversion
        ConversionLog.note(conversion)
    }
}

extension LenientDefault: Decodable {
    /// Reads the value, or takes the default for `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self.init(at: decoder.codingPath, found: "null")
        } else {
            let lenient = try Lenient<Provider.Value>(from: decoder)
            self.init(wrappedValue: lenient.wrappedValue)
            projectedValue = lenient.projectedValue
        }
    }
}

extension LenientDefault: Encodable where Provider.Value: Encodable {
    /// Writes the value as its type does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension LenientDefault: Equatable where Provider.Value: Equatable {
    /// Whether the values are the same, whatever they were read from.
    public static func == (left: LenientDefault, right: LenientDefault) -> Bool {
        left.wrappedValue == right.wrappedValue
    }
}

extension LenientDefault: Hashable where Provider.Value: Hashable {
    /// Adds the value to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension KeyedDecodingContainer {
    /// Reads a value; a missing key, as `null`, makes the default.
    public func decode<Provider>(_ type: LenientDefault<Provider>.Type, forKey key: Key) throws -> LenientDefault<
        Provider
    > {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        return LenientDefault(at: codingPath + [key], found: contains(key) ? "null" : "nothing")
    }
}
