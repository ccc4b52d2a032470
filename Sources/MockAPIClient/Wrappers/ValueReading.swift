/// A way of reading a value that is there, for a property with a default.
public protocol ValueReading<Value>: Sendable {
    /// What is read.
    associatedtype Value: Sendable

    /// Reads the value, and says what was converted; `nil` where it was there as the model needs it.
    ///
    /// - Throws: `DecodingError` where there is no such value.
    static func read(from decoder: any Decoder) throws -> (value: Value, conversion: Conversion?)
}

/// Reads a value that must be of its type.
public enum ExactReading<Value: Decodable & Sendable>: ValueReading {
    /// Reads the value as it is.
    public static func read(from decoder: any Decoder) throws -> (value: Value, conversion: Conversion?) {
        (try LocatingDecoder.decode(Value.self, from: decoder), nil)
    }
}

/// Reads a value as `@Lenient` does.
public enum LenientReading<Value: LenientlyDecodable>: ValueReading {
    /// Reads the value as it is, or else makes it of what is there.
    public static func read(from decoder: any Decoder) throws -> (value: Value, conversion: Conversion?) {
        let lenient = try Lenient<Value>(from: decoder)
        return (lenient.wrappedValue, lenient.projectedValue)
    }
}
