import Foundation
import MockAPICore

/// What a type asked for while it was decoded, so that keys nobody asked for can be reported.
final class KeyTrace {
    private(set) var isKeyed = false
    private(set) var keys: Set<String> = []
    private var children: [String: KeyTrace] = [:]

    /// Notes that a keyed container was made.
    func begin() { isKeyed = true }

    /// Notes that a key was asked for, and returns the trace of its value.
    func ask(_ key: String) -> KeyTrace {
        keys.insert(key)
        return child(key)
    }

    /// The trace of the value of a key or an index.
    func child(_ key: String) -> KeyTrace {
        if let known = children[key] { return known }
        let trace = KeyTrace()
        children[key] = trace
        return trace
    }
}

/// Decodes the parameters of a request from exact JSON.
///
/// Stricter than `JSONDecoder`: integers keep all their digits, and the trace tells which keys were never asked for.
/// `Data` is read from base64, `URL` and `UUID` from their texts, `Date` from ISO 8601.
struct ParameterDecoder: Decoder {
    let json: JSONValue
    let trace: KeyTrace
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = json else { throw mismatch("an object", [String: Any].self) }
        trace.begin()
        return KeyedDecodingContainer(KeyedParameters<Key>(object: object, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw mismatch("an array", [Any].self) }
        return UnkeyedParameters(elements: elements, decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleParameter(decoder: self) }

    /// Decodes the value as a type.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let scalar = try scalar(type) { return scalar }
        return try T(from: self)
    }

    private func scalar<T>(_ type: T.Type) throws -> T? {
        switch type {
        case is String.Type: return try text("a string", type) as? T
        case is Bool.Type:
            guard case .bool(let value) = json else { throw mismatch("true or false", type) }
            return value as? T
        case is Double.Type: return try number(type).double as? T
        case is Float.Type: return Float(try number(type).literal) as? T
        case let integer as any FixedWidthInteger.Type: return try self.integer(integer) as? T
        case is Data.Type: return try converted("base64 text", type) { Data(base64Encoded: $0) } as? T
        case is URL.Type: return try converted("a URL", type) { $0.isEmpty ? nil : URL(string: $0) } as? T
        case is UUID.Type: return try converted("a UUID", type) { UUID(uuidString: $0) } as? T
        case is Date.Type:
            return try converted("an ISO 8601 date", type) { text in
                let isFine = text.contains(".")
                return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: isFine))
            } as? T
        default: return json as? T
        }
    }

    private func text(_ expected: String, _ type: Any.Type) throws -> String {
        guard case .string(let text) = json else { throw mismatch(expected, type) }
        return text
    }

    private func converted<T>(_ expected: String, _ type: Any.Type, _ convert: (String) -> T?) throws -> T {
        guard let value = convert(try text(expected, type)) else { throw mismatch(expected, type) }
        return value
    }

    private func number(_ type: Any.Type) throws -> JSONNumber {
        guard case .number(let number) = json else { throw mismatch("a number", type) }
        return number
    }

    private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard case .number(let number) = json else { throw mismatch("an integer", type) }
        if let exact = number.int.flatMap({ T(exactly: $0) }) ?? T(number.literal) { return exact }
        throw mismatch("an integer of type \(T.self)", type)
    }

    /// An error that says what was expected and what stands there.
    func mismatch(_ expected: String, _ type: Any.Type) -> DecodingError {
        .typeMismatch(
            type,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "must be \(expected), found \(Wording.found(json))"))
    }

    /// The decoder of the value of a key.
    func child(_ json: JSONValue, _ key: any CodingKey, asked: Bool) -> ParameterDecoder {
        let name = key.intValue.map(String.init) ?? key.stringValue
        return ParameterDecoder(
            json: json, trace: asked ? trace.ask(name) : trace.child(name), codingPath: codingPath + [key])
    }
}

private struct KeyedParameters<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let decoder: ParameterDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        _ = decoder.trace.ask(key.stringValue)
        return object[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        _ = decoder.trace.ask(key.stringValue)
        return object[key.stringValue].map { $0 == .null } ?? true
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try child(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }

    private func child(_ key: Key) throws -> ParameterDecoder {
        guard let json = object[key.stringValue] else {
            _ = decoder.trace.ask(key.stringValue)
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: codingPath, debugDescription: "key \"\(key.stringValue)\" is missing")
            )
        }
        return decoder.child(json, key, asked: true)
    }
}

private struct UnkeyedParameters: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let decoder: ParameterDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try current().decode(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try current().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try current().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try current()
        currentIndex += 1
        return decoder
    }

    private func current() throws -> ParameterDecoder {
        let key = IndexKey(currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self,
                DecodingError.Context(
                    codingPath: codingPath, debugDescription: "must have more than \(elements.count) elements"))
        }
        return decoder.child(elements[currentIndex], key, asked: false)
    }
}

private struct SingleParameter: SingleValueDecodingContainer {
    let decoder: ParameterDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.json == .null }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}

/// The place of an element in a coding path.
private struct IndexKey: CodingKey {
    let intValue: Int?
    let stringValue: String

    init(_ index: Int) {
        intValue = index
        stringValue = "\(index)"
    }

    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }
}
