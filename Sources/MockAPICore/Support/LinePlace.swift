/// A walk through UTF-8 text that counts lines and columns.
///
/// Lines end with LF, CRLF or CR; a byte order mark at the start takes no column.
struct LinePlace: Sendable {
    private(set) var offset: Int
    private(set) var line: Int = 1
    /// Counted in Unicode scalars.
    private(set) var column: Int = 1

    init(startOf bytes: UnsafeBufferPointer<UInt8>) {
        offset = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// Moves on to a byte, or to the end of the text.
    mutating func advance(to target: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let end = min(target, bytes.count)
        while offset < end {
            if offset + 8 <= end, let continuations = Self.continuations(in: bytes, at: offset) {
                column += 8 - continuations
                offset += 8
                continue
            }
            let byte = bytes[offset]
            if byte == 0x0A || (byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 && byte != 0x0D {
                column += 1
            }
            offset += 1
        }
    }
    /// How many of the next eight bytes continue a scalar; `nil` where one may end a line.
    @inline(__always)
    private static func continuations(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let highs: UInt64 = 0x8080_8080_8080_8080
        // The high bit of each byte that is ASCII and below 0x20, and now and then of one above such a byte.
        if (word &- 0x2020_2020_2020_2020) & ~word & highs != 0 { return nil }
        return (word & ~(word << 1) & highs).nonzeroBitCount
    }
}
