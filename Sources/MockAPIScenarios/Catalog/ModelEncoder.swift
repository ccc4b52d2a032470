import MockAPICore

/// A place that an encoder fills.
final class EncodingSlot {
    private var scalar: JSONValue = .null
    private var members: [(key: String, slot: EncodingSlot)]?
    private var elements: [EncodingSlot]?

    /// What has been written; `null` where nothing has.
    var json: JSONValue {
        if let members { return .object(JSONObject(members.map { ($0.key, $0.slot.json) })) }
        if let elements { return .array(elements.map(\.json)) }
        return scalar
    }

    /// The number of elements so far.
    var count: Int { elements?.count ?? 0 }

    /// Makes the place an object.
    func beginObject() { if members == nil { members = [] } }

    /// Makes the place an array.
    func beginArray() { if elements == nil { elements = [] } }

    /// Fills the place.
    func set(_ json: JSONValue) {
        scalar = json
        members = nil
        elements = nil
    }

    /// The place of a member; a name that is there already is taken again.
    func member(_ key: String) -> EncodingSlot {
        if let known = members?.first(where: { $0.key == key }) { return known.slot }
        let slot = EncodingSlot()
        members = (members ?? []) + [(key, slot)]
        return slot
    }

    /// The place of one more element.
    func element() -> EncodingSlot {
        let slot = EncodingSlot()
        elements = (elements ?? []) + [slot]
        return slot
    }
}

/// Writes a model as JSON, with `null` for each `nil` that the model hands over.
struct ModelEncoder: Encoder {
    let slot: EncodingSlot
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.beginObject()
        return KeyedEncodingContainer(KeyedModelEncoder<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.beginArray()
        return UnkeyedModelEncoder(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleModelEncoder(slot: slot, codingPath: codingPath)
    }
}

private struct KeyedModelEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: EncodingSlot
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { slot.member(key.stringValue).set(.null) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        slot.member(key.stringValue).set(try ModelJSON.json(of: value))
    }

    private func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
        slot.member(key.stringValue).set(try value.map { try ModelJSON.json(of: $0) } ?? .null)
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try encodeOptional(value, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        ModelEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ModelEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ModelEncoder(slot: slot.member("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
        ModelEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct UnkeyedModelEncoder: UnkeyedEncodingContainer {
    let slot: EncodingSlot
    let codingPath: [any CodingKey]
    var count: Int { slot.count }

    func encodeNil() { slot.element().set(.null) }

    func encode<T: Encodable>(_ value: T) throws { slot.element().set(try ModelJSON.json(of: value)) }

    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        ModelEncoder(slot: slot.element(), codingPath: codingPath).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ModelEncoder(slot: slot.element(), codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ModelEncoder(slot: slot.element(), codingPath: codingPath) }
}

private struct SingleModelEncoder: SingleValueEncodingContainer {
    let slot: EncodingSlot
    let codingPath: [any CodingKey]

    func encodeNil() { slot.set(.null) }

    func encode<T: Encodable>(_ value: T) throws { slot.set(try ModelJSON.json(of: value)) }
}
