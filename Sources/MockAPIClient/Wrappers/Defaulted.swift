/// A value with a default for a missing key and for `null`; anything else must be of its type.
///
///     @DefaultEmpty var tags: [String]
///     @Default<Page.First> var page: Int        // enum First: DefaultProvider { static var defaultValue: Int { 1 } }
public typealias Default<Provider: DefaultProvider> = Defaulted<Provider, ExactReading<Provider.Value>>

/// A value as `@Lenient` reads it, with a default for a missing key and for `null`.
///
///     @LenientDefaultZero var areaID: Int       // 101, "101", null, nothing
public typealias LenientDefault<Provider: DefaultProvider> = Defaulted<Provider, LenientReading<Provider.Value>>
where Provider.Value: LenientlyDecodable

/// A value with a default for a missing key and for `null`, else read in a way of choice: `@Default`, `@LenientDefault`.
///
/// Works with any decoder. The projected value, as in `$tags`, says what was converted, or that the default was used.
@propertyWrapper
public struct Defaulted<Provider: DefaultProvider, Reading: ValueReading<Provider.Value>>: Sendable {
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

extension Defaulted: Decodable {
    /// Reads the value, or takes the default for `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self.init(at: decoder.codingPath, found: "null")
        } else {
            let (value, conversion) = try Reading.read(from: decoder)
            self.init(wrappedValue: value)
            projectedValue = conversion
        }
    }
}

extension Defaulted: Encodable where Provider.Value: Encodable {
    /// Writes the value as its type does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Defaulted: Equatable where Provider.Value: Equatable {
    /// Whether the values are the same, whatever they were read from.
    public static func == (left: Defaulted, right: Defaulted) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Defaulted: Hashable where Provider.Value: Hashable {
    /// Adds the value to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension KeyedDecodingContainer {
    /// Reads a value; a missing key, as `null`, makes the default.
    public func decode<Provider, Reading>(_ type: Defaulted<Provider, Reading>.Type, forKey key: Key) throws
        -> Defaulted<Provider, Reading>
    {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        return Defaulted(at: codingPath + [key], found: contains(key) ? "null" : "nothing")
    }
}
