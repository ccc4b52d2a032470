/// A value with a default for a missing key and for `null`; anything else must be of its type.
///
///     @DefaultEmpty var tags: [String]
///     @Default<Page.First> var page: Int        // enum First: DefaultProvider { static var defaultValue: Int { 1 } }
///
/// Works with any decoder. `$tags` says whether the default was used.
@propertyWrapper
public struct Default<Provider: DefaultProvider>: Sendable {
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

extension Default: Decodable {
    /// Reads the value, or takes the default for `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self.init(at: decoder.codingPath, found: "null")
        } else {
            self.init(wrappedValue: try LocatingDecoder.decode(Provider.Value.self, from: decoder))
        }
    }
}

extension Default: Encodable where Provider.Value: Encodable {
    /// Writes the value as its type does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Default: Equatable where Provider.Value: Equatable {
    /// Whether the values are the same, whatever they were read from.
    public static func == (left: Default, right: Default) -> Bool { left.wrappedValue == right.wrappedValue }
}

extension Default: Hashable where Provider.Value: Hashable {
    /// Adds the value to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension KeyedDecodingContainer {
    /// Reads a value; a missing key, as `null`, makes the default.
    public func decode<Provider>(_ type: Default<Provider>.Type, forKey key: Key) throws -> Default<Provider> {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        return Default(at: codingPath + [key], found: contains(key) ? "null" : "nothing")
    }
}
