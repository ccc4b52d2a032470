/// The tokens of a document, eight bytes each.
///
/// The first half of an entry is the place of the token's first byte. The second half has the kind in its lowest four
/// bits; above them stands, for an array or object, the index of the entry after its end, and for anything else the
/// number of its bytes.
struct JSONTape: Sendable {
    private var entries: [UInt64] = []

    /// The largest text and the largest token that fit.
    static let maxBytes = Int(UInt32.max)
    private static let maxExtra = Int(UInt32.max >> 4)
    private static let escapedKey: UInt8 = 14
    private static let escapedString: UInt8 = 15

    var count: Int { entries.count }

    /// What the tokens themselves take; the array may have room for more.
    var byteCount: Int { entries.count * MemoryLayout<UInt64>.stride }

    /// Reads a whole text.
    init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSONReadingOptions) throws(JSONSyntaxError) {
        try Self.check(bytes)
        // One token for eight bytes is what files with short keys have; a guess that is too small only costs a copy.
        var builder = JSONTapeBuilder(capacity: bytes.count / 10 + 8)
        var reader = JSONTokenReader(bytes, options: options)
        while let token = try reader.next() { try builder.add(token) }
        self = builder.tape
    }

    /// Makes a tape without tokens.
    init(capacity: Int) { entries.reserveCapacity(capacity) }

    /// Refuses a text whose places do not fit.
    static func check(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        guard bytes.count <= maxBytes else {
            throw JSONSyntaxError(offset: maxBytes, "the text is longer than 4 GiB", hint: "split it")
        }
    }

    /// Adds a token; returns its index.
    @inline(__always)
    mutating func append(_ token: JSONToken) throws(JSONSyntaxError) -> Int {
        let index = entries.count
        guard index < Self.maxExtra, token.end - token.start <= Self.maxExtra else {
            throw JSONSyntaxError(offset: token.start, "the text has too many tokens, or one is too long")
        }
        entries.append(Self.pack(token, extra: token.end - token.start))
        return index
    }

    /// Says that the array or object that begins at an index ends with the last token.
    @inline(__always)
    mutating func close(_ begin: Int) {
        entries[begin] = entries[begin] & 0xF_FFFF_FFFF | UInt64(truncatingIfNeeded: entries.count) << 36
    }

    private static func pack(_ token: JSONToken, extra: Int) -> UInt64 {
        var kind = token.kind.rawValue
        if token.hasEscapes { kind = token.kind == .key ? escapedKey : escapedString }
        return UInt64(truncatingIfNeeded: token.start) | UInt64(kind) << 32 | UInt64(truncatingIfNeeded: extra) << 36
    }

    /// The token at an index; that of an array or object is its opening bracket.
    @inline(__always)
    subscript(index: Int) -> JSONToken {
        let entry = entries[index]
        let start = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
        let code = UInt8(truncatingIfNeeded: entry >> 32) & 15
        let kind: JSONToken.Kind =
            switch code {
            case Self.escapedKey: .key
            case Self.escapedString: .string
            default: JSONToken.Kind(rawValue: code) ?? .null
            }
        let isBegin = kind == .beginArray || kind == .beginObject
        let length = isBegin ? 1 : Int(truncatingIfNeeded: entry >> 36)
        return JSONToken(kind, start: start, end: start + length, hasEscapes: code >= Self.escapedKey)
    }

    /// The index of the token after the value that begins at an index.
    @inline(__always)
    func next(after index: Int) -> Int {
        let entry = entries[index]
        let code = UInt8(truncatingIfNeeded: entry >> 32) & 15
        let isBegin = code == JSONToken.Kind.beginArray.rawValue || code == JSONToken.Kind.beginObject.rawValue
        return isBegin ? Int(truncatingIfNeeded: entry >> 36) : index + 1
    }

    /// The bytes of the whole value that begins at an index.
    func range(ofValueAt index: Int) -> Range<Int> { self[index].start..<self[next(after: index) - 1].end }
}

/// Makes a tape of tokens, one after the other.
struct JSONTapeBuilder {
    private(set) var tape: JSONTape
    /// The indices of the brackets that are open.
    private var open: [Int] = []

    init(capacity: Int) { tape = JSONTape(capacity: capacity) }

    /// How many brackets are open.
    var depth: Int { open.count }

    @inline(__always)
    mutating func add(_ token: JSONToken) throws(JSONSyntaxError) {
        let index = try tape.append(token)
        switch token.kind {
        case .beginArray, .beginObject: open.append(index)
        case .endArray, .endObject: if let begin = open.popLast() { tape.close(begin) }
        case .key, .string, .number, .true, .false, .null: break
        }
    }
}
