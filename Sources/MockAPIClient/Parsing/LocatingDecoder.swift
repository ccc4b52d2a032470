import Foundation

/// What went wrong while a model was decoded, and where.
///
/// JSONDecoder gives no path for numbers that do not fit, and no type for a missing key.
struct LocatedError: Error {
    /// One step from the root: the key, and the index where it is one.
    struct Step: Sendable {
        var key: String
        var index: Int?

        init(_ key: any CodingKey) {
            self.key = key.stringValue
            index = key.intValue
        }
    }

    var path: [Step]
    var type: any Any.Type
    var cause: any Error

    /// Runs `body` and gives its error a place; the place nearest to the error stays.
    static func locate<Result>(
        _ path: @autoclosure () -> [any CodingKey], _ type: any Any.Type, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as LocatedError {
            throw error
        } catch {
            var steps = path().map(Step.init)
            var type = type
            if let error = error as? DecodingError, let inner = error.context {
                if inner.codingPath.count > steps.count { steps = inner.codingPath.map(Step.init) }
                if case .typeMismatch(let wanted, _) = error { type = wanted }
                if case .valueNotFound(let wanted, _) = error { type = wanted }
            }
            throw LocatedError(path: steps, type: type, cause: error)
        }
    }
}

extension DecodingError {
    /// The context of any case.
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}

/// A model that is decoded through `LocatingDecoder`; used only to find out why it cannot be.
struct Located<Model: Decodable>: Decodable {
    let value: Model

    init(from decoder: any Decoder) throws {
        value = try LocatedError.locate(decoder.codingPath, Model.self) {
            try Model(from: LocatingDecoder(base: decoder))
        }
    }
}

/// Hands everything on to another decoder, whose strategies stay in force, and notes the place of errors.
struct LocatingDecoder: Decoder {
    let base: any Decoder

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let inner = try LocatedError.locate(codingPath, [String: Any].self) { try base.container(keyedBy: type) }
        return KeyedDecodingContainer(LocatingKeyedContainer(base: inner))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let inner = try LocatedError.locate(codingPath, [Any].self) { try base.unkeyedContainer() }
        return LocatingUnkeyedContainer(base: inner)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        LocatingSingleContainer(base: try base.singleValueContainer())
    }

    /// Decodes a value that stands where the decoder is, by the decoder's strategies; errors inside keep their place.
    static func decode<Model: Decodable>(_ type: Model.Type, from decoder: any Decoder) throws -> Model {
        if decoder is LocatingDecoder, !isSpecial(type) { return try Model(from: decoder) }
        return try decoder.singleValueContainer().decode(type)
    }

    /// Types that Foundation's decoders treat in their own way, and so must be asked for as they are.
    static func isSpecial(_ type: any Any.Type) -> Bool {
        type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
    }
}

private struct LocatingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }

    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Model: Decodable>(_ type: Model.Type, forKey key: Key) throws -> Model {
        try LocatedError.locate(codingPath + [key], type) {
            LocatingDecoder.isSpecial(type)
                ? try base.decode(type, forKey: key) : try base.decode(Located<Model>.self, forKey: key).value
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        let inner = try LocatedError.locate(codingPath + [key], [String: Any].self) {
            try base.nestedContainer(keyedBy: type, forKey: key)
        }
        return KeyedDecodingContainer<Nested>(LocatingKeyedContainer<Nested>(base: inner))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let inner = try LocatedError.locate(codingPath + [key], [Any].self) {
            try base.nestedUnkeyedContainer(forKey: key)
        }
        return LocatingUnkeyedContainer(base: inner)
    }

    func superDecoder() throws -> any Decoder { LocatingDecoder(base: try base.superDecoder()) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        LocatingDecoder(base: try base.superDecoder(forKey: key))
    }
}

private struct LocatingUnkeyedContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    private var elementPath: [any CodingKey] { codingPath + [IndexKey(currentIndex)] }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        try LocatedError.locate(elementPath, type) {
            LocatingDecoder.isSpecial(type)
                ? try base.decode(type) : try base.decode(Located<Model>.self).value
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        let inner = try LocatedError.locate(elementPath, [String: Any].self) {
            try base.nestedContainer(keyedBy: type)
        }
        return KeyedDecodingContainer(LocatingKeyedContainer(base: inner))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let inner = try LocatedError.locate(elementPath, [Any].self) { try base.nestedUnkeyedContainer() }
        return LocatingUnkeyedContainer(base: inner)
    }

    mutating func superDecoder() throws -> any Decoder { LocatingDecoder(base: try base.superDecoder()) }
}

private struct LocatingSingleContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        try LocatedError.locate(codingPath, type) { try base.decode(type) }
    }
}

/// The key of an element.
private struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }
}
