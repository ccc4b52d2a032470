/// Reads the tokens of one JSON text, one at a call, and checks the grammar of RFC 8259 on the way.
///
/// The bytes may be anything and must live as long as the reader. Strings are checked to be UTF-8 with whole escapes;
/// half a surrogate pair is refused, since no text can hold it. Nothing is copied, and nothing recurses. A byte order
/// mark at the start is skipped.
public struct JSONTokenReader {
    private enum State {
        /// A value must come.
        case value
        /// After `{`.
        case keyOrEnd
        /// After `[`.
        case valueOrEnd
        /// After a value inside an array or object.
        case commaOrEnd
        /// After the one value.
        case end
    }

    /// The text.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// How strictly it is read.
    public let options: JSONReadingOptions
    /// The place of the next byte to read.
    public internal(set) var offset: Int

    private var state = State.value
    private var isInObject = false
    /// The places of the open brackets, shifted left by one, with the lowest bit set for objects.
    private var openers: [UInt] = []
    /// Whether the string read last contains a backslash.
    var sawEscape = false

    /// Makes a reader at the start of a text.
    public init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSONReadingOptions = .strict) {
        self.bytes = bytes
        self.options = options
        offset = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// How many arrays and objects are open.
    public var depth: Int { openers.count }

    /// The next token; `nil` after the one value and the blanks that follow it.
    ///
    /// After an error the reader must not be used any more.
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    public mutating func next() throws(JSONSyntaxError) -> JSONToken? {
        try skipBlanks()
        guard offset < bytes.count else {
            if state == .end { return nil }
            throw endsTooEarly(
                insideObject: openers.last.map { $0 & 1 == 1 }, opener: openers.last.map { Int($0 >> 1) })
        }
        var byte = bytes[offset]
        switch state {
        case .value: return try readValue(byte)
        case .valueOrEnd: return byte == UInt8(ascii: "]") ? close() : try readValue(byte)
        case .keyOrEnd: return byte == UInt8(ascii: "}") ? close() : try readKey(byte)
        case .commaOrEnd:
            guard byte == UInt8(ascii: ",") else {
                if byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
                throw expectedCommaOrEnd(isInObject: isInObject)
            }
            let comma = offset
            offset += 1
            try skipBlanks()
            guard offset < bytes.count else {
                throw endsTooEarly(insideObject: isInObject, opener: openers.last.map { Int($0 >> 1) })
            }
            byte = bytes[offset]
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { throw trailingComma(at: comma, before: byte) }
            return isInObject ? try readKey(byte) : try readValue(byte)
        case .end: throw textAfterValue()
        }
    }

    private mutating func readKey(_ byte: UInt8) throws(JSONSyntaxError) -> JSONToken {
        guard byte == UInt8(ascii: "\"") else { throw expectedKey() }
        let start = offset
        try scanString()
        let token = JSONToken(.key, start: start, end: offset, hasEscapes: sawEscape)
        if offset < bytes.count, bytes[offset] != UInt8(ascii: ":") { try skipBlanks() }
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { throw expectedColon() }
        offset += 1
        state = .value
        return token
    }

    private mutating func readValue(_ byte: UInt8) throws(JSONSyntaxError) -> JSONToken {
        let start = offset
        switch byte {
        case UInt8(ascii: "\""):
            try scanString()
            afterValue()
            return JSONToken(.string, start: start, end: offset, hasEscapes: sawEscape)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try scanNumber()
            afterValue()
            return JSONToken(.number, start: start, end: offset)
        case UInt8(ascii: "{"): return try open(isObject: true)
        case UInt8(ascii: "["): return try open(isObject: false)
        case UInt8(ascii: "t"): return try word("true", .true)
        case UInt8(ascii: "f"): return try word("false", .false)
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw expectedValue()
        }
    }

    private mutating func word(_ word: StaticString, _ kind: JSONToken.Kind) throws(JSONSyntaxError) -> JSONToken {
        let start = offset
        let length = word.utf8CodeUnitCount
        guard bytes.count - start >= length else { throw expectedValue() }
        for index in 0..<length where bytes[start + index] != word.utf8Start[index] { throw expectedValue() }
        if start + length < bytes.count, isWordByte(bytes[start + length]) { throw expectedValue() }
        offset += length
        afterValue()
        return JSONToken(kind, start: start, end: offset)
    }

    private mutating func afterValue() { state = openers.isEmpty ? .end : .commaOrEnd }

    private mutating func open(isObject: Bool) throws(JSONSyntaxError) -> JSONToken {
        guard openers.count < options.maxDepth else { throw tooDeep() }
        let start = offset
        openers.append(UInt(truncatingIfNeeded: start) << 1 | (isObject ? 1 : 0))
        isInObject = isObject
        state = isObject ? .keyOrEnd : .valueOrEnd
        offset += 1
        return JSONToken(isObject ? .beginObject : .beginArray, start: start, end: offset)
    }

    private mutating func close() -> JSONToken {
        let start = offset
        let kind = isInObject ? JSONToken.Kind.endObject : .endArray
        openers.removeLast()
        isInObject = openers.last.map { $0 & 1 == 1 } ?? false
        afterValue()
        offset += 1
        return JSONToken(kind, start: start, end: offset)
    }
}
