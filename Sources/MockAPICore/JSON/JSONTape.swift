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
        guard bytes.count <= Self.maxBytes else {
            throw JSONSyntaxError(offset: Self.maxBytes, "the text is longer than 4 GiB", hint: "split it")
        }
        // One token for eight bytes is what files with short keys have; a guess that is too small only costs a copy.
        entries.reserveCapacity(bytes.count / 10 + 8)
        var reader = JSONTokenReader(bytes, options: options)
        var open: [Int] = []
        while let token = try reader.next() {
            let index = entries.count
            guard index < Self.maxExtra, token.end - token.start <= Self.maxExtra else {
                throw JSONSyntaxError(offset: token.start, "the text has too many tokens, or one is too long")
            }
            entries.append(Self.pack(token, extra: token.end - token.start))
            switch token.kind {
            case .beginArray, .beginObject: open.append(index)
            case .endArray, .endObject:
                if let begin = open.popLast() {
                    entries[begin] = entries[begin] & 0xF_FFFF_FFFF | UInt64(truncatingIfNeeded: index + 1) << 36
                }
            default: break
            }
        }
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
