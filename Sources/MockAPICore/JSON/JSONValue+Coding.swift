#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONValue {
    /// Makes the value that Foundation's encoder writes.
    ///
    /// - Throws: what the encoder throws, or what `encode(to:)` of the type does.
    public init(encoding value: some Encodable, with encoder: JSONEncoder = JSONValue.encoder()) throws {
        try self.init(parsing: [UInt8](encoder.encode(value)))
    }

    /// Decodes a model with Foundation's decoder, which is what apps use.
    ///
    /// - Throws: `DecodingError`, or what `init(from:)` of the type throws.
    public func decode<Model: Decodable>(
        _ type: Model.Type = Model.self, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Model {
        try decoder.decode(type, from: Data(renderedBytes()))
    }

    /// An encoder that writes keys in the same order each time, since Foundation's own order is random.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
