import Foundation
import MockAPICore

/// Decodes types from nothing, to see what they ask for: each gets a value of the type that it wants.
struct ShapeDecoder: Decoder {
    let node: ShapeNode
    /// The types that are being decoded, so that one that contains itself comes to an end.
    let path: [ObjectIdentifier]
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// A type that contains itself was reached once more.
    struct Recursion: Error {}

    /// The shape of a type; of one that is not `Decodable` only the name.
    static func shape(of type: Any.Type) -> TypeShape {
        if type is JSONValue.Type { return .any }
        if type is JSONValue?.Type { return .optional(.any) }
        guard let decodable = type as? any Decodable.Type else { return .opaque("\(type)") }
        return shape(ofDecodable: decodable)
    }

    private static func shape<T: Decodable>(ofDecodable type: T.Type) -> TypeShape {
        let node = ShapeNode(type)
        // Each round leaves out one more member that is in the way; there is an end to them.
        for _ in 0..<64 {
            let failure = Locked<ShapeNode?>(nil)
            let decoder = ShapeDecoder(
                node: node, path: [],
                onFailure: { failed in
                    failure.withLock { if $0 == nil { $0 = failed } }
                })
            if (try? decoder.decode(type)) != nil { break }
            guard let failed = failure.withLock({ $0 }) else { break }
            failed.isLeftOut = true
        }
        return node.shape
    }

    /// Told of an optional member that cannot be decoded.
    let onFailure: (ShapeNode) -> Void

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        node.beginObject()
        return KeyedDecodingContainer(ShapeMembers<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { ShapeElements(decoder: self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { ShapeValue(decoder: self) }

    /// A value of a type.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        node.name(type)
        if let (shape, value) = ShapeSample.scalar(type), let value = value as? T {
            node.take(shape)
            return value
        }
        if let choice = ShapeSample.choice(type), let value = choice.first as? T {
            node.take(choice.shape)
            return value
        }
        let identity = ObjectIdentifier(type)
        if path.contains(identity) {
            node.take(.again("\(type)"))
            throw Recursion()
        }
        if let container = type as? any ShapeContainer.Type, let value = try container.sample(self) as? T {
            return value
        }
        return try T(
            from: ShapeDecoder(node: node, path: path + [identity], codingPath: codingPath, onFailure: onFailure))
    }

    func child(_ node: ShapeNode, _ key: (any CodingKey)? = nil) -> ShapeDecoder {
        ShapeDecoder(node: node, path: path, codingPath: codingPath + (key.map { [$0] } ?? []), onFailure: onFailure)
    }

    /// A member's value; where it cannot be made and the member is optional, the next round leaves it out.
    func member<T: Decodable>(_ type: T.Type, _ node: ShapeNode, _ key: any CodingKey) throws -> T {
        do {
            return try child(node, key).decode(type)
        } catch {
            if node.mayBeAbsent, !node.isLeftOut { onFailure(node) }
            throw error
        }
    }

    init(
        node: ShapeNode, path: [ObjectIdentifier], codingPath: [any CodingKey] = [],
        onFailure: @escaping (ShapeNode) -> Void
    ) {
        self.node = node
        self.path = path
        self.codingPath = codingPath
        self.onFailure = onFailure
    }
}

private struct ShapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool {
        let node = decoder.node.member(key.stringValue)
        node.askedForAbsence()
        return !node.isLeftOut
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        let node = decoder.node.member(key.stringValue)
        node.askedForNull()
        return node.isLeftOut
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.member(type, decoder.node.member(key.stringValue), key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { child(key) }

    private func child(_ key: Key) -> ShapeDecoder { decoder.child(decoder.node.member(key.stringValue), key) }
}

private struct ShapeElements: UnkeyedDecodingContainer {
    let decoder: ShapeDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { nil }
    /// A type that takes what it wants gets it; one that asks whether there is more gets one element.
    var isAtEnd: Bool { currentIndex > 0 }

    private mutating func next() -> ShapeDecoder {
        currentIndex += 1
        return decoder.child(decoder.node.element())
    }

    mutating func decodeNil() throws -> Bool {
        decoder.node.element().askedForNull()
        return false
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { next() }
}

private struct ShapeValue: SingleValueDecodingContainer {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        decoder.node.askedForNull()
        return false
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}
