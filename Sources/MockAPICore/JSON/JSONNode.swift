/// A value of a document, or a key, with its place in the text.
public struct JSONNode: Sendable {
    /// The document it stands in.
    public let document: JSONDocument
    let index: Int

    init(document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    private var token: JSONToken { document.tape[index] }

    /// The type; a key is a string.
    public var kind: JSONKind {
        switch token.kind {
        case .beginObject, .endObject: .object
        case .beginArray, .endArray: .array
        case .key, .string: .string
        case .number: .number
        case .true, .false: .bool
        case .null: .null
        }
    }

    /// The name of the type: `object`, `array`, `string`, `number`, `boolean` or `null`.
    public var typeName: String { kind.rawValue }

    /// The bytes of the whole value, those of a string with its quotes.
    public var range: Range<Int> { document.tape.range(ofValueAt: index) }

    /// The place of its first byte.
    public var location: FileLocation { document.location(ofByte: token.start) }

    /// The bytes of the value as they were written.
    public var text: ArraySlice<UInt8> { document.bytes[range] }

    /// The value with all that is in it.
    public var value: JSONValue {
        document.bytes.withUnsafeBufferPointer { bytes in
            var builder = JSONValueBuilder()
            for index in index..<document.tape.next(after: index) { builder.add(document.tape[index], in: bytes) }
            return builder.value
        }
    }

    /// The text of a string or a key, `nil` for any other type.
    public var string: String? { kind == .string ? textOfToken : nil }

    /// The truth value, `nil` for any other type.
    public var bool: Bool? { kind == .bool ? token.kind == .true : nil }

    /// The number, `nil` for any other type.
    public var number: JSONNumber? { kind == .number ? JSONNumber(checked: textOfToken) : nil }

    /// The whole number, `nil` where this is none or does not fit.
    public var integer: Int? { number?.int }

    /// Whether this is `null`.
    public var isNull: Bool { kind == .null }

    private var textOfToken: String { document.bytes.withUnsafeBufferPointer { token.text(in: $0) } }
}

/// A member of an object with its place in the text.
public struct JSONMember: Sendable {
    /// The key, unescaped.
    public let key: String
    /// The key's own place.
    public let keyNode: JSONNode
    /// The value.
    public let value: JSONNode
}

extension JSONNode {
    /// The elements of an array in order, none for any other type.
    public var elements: [JSONNode] {
        guard kind == .array else { return [] }
        var elements: [JSONNode] = []
        forEachChild { elements.append(JSONNode(document: document, index: $0)) }
        return elements
    }

    /// The members of an object in order, repeated keys too; none for any other type.
    public var members: [JSONMember] {
        guard kind == .object else { return [] }
        var members: [JSONMember] = []
        forEachChild { index in
            let key = JSONNode(document: document, index: index)
            members.append(
                JSONMember(
                    key: key.textOfToken, keyNode: key, value: JSONNode(document: document, index: index + 1)))
        }
        return members
    }

    /// The value of the first member with this key; `nil` where there is none or this is no object.
    public subscript(key: String) -> JSONNode? {
        guard kind == .object else { return nil }
        var key = key
        let tape = document.tape
        return document.bytes.withUnsafeBufferPointer { bytes in
            key.withUTF8 { name in
                var place = index + 1
                while tape[place].kind == .key {
                    if tape[place].isKey(name, in: bytes) { return JSONNode(document: document, index: place + 1) }
                    place = tape.next(after: place + 1)
                }
                return nil
            }
        }
    }

    /// An element; negative indices count from the end; `nil` where there is none or this is no array.
    public subscript(index: Int) -> JSONNode? {
        guard kind == .array else { return nil }
        if index < 0 {
            let elements = elements
            return index >= -elements.count ? elements[elements.count + index] : nil
        }
        let tape = document.tape
        var place = self.index + 1
        var left = index
        while tape[place].kind != .endArray {
            if left == 0 { return JSONNode(document: document, index: place) }
            left -= 1
            place = tape.next(after: place)
        }
        return nil
    }

    /// Calls with the tape index of each element, or of each member's key.
    private func forEachChild(_ body: (Int) -> Void) {
        let tape = document.tape
        let isObject = tape[index].kind == .beginObject
        let end = tape.next(after: index) - 1
        var place = index + 1
        while place < end {
            body(place)
            place = tape.next(after: isObject ? place + 1 : place)
        }
    }
}

extension JSONToken {
    /// Whether this key, unescaped, has these bytes.
    func isKey(_ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if hasEscapes {
            var text = text(in: bytes)
            return text.withUTF8 { JSONText.isSame($0, name) }
        }
        return end - start - 2 == name.count
            && JSONText.isSame(UnsafeBufferPointer(rebasing: bytes[start + 1..<end - 1]), name)
    }
}
