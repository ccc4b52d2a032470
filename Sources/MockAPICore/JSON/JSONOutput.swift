/// A growing run of bytes that a JSON text is written into.
struct JSONOutput: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity = 256

    init() { base = .allocate(capacity: 256) }

    deinit { base.deallocate() }

    /// What was written.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Writes a text as it is.
    mutating func appendText(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Writes a line end and blanks.
    mutating func appendLine(indentedBy width: Int) {
        reserve(width + 1)
        base[count] = 0x0A
        (base + count + 1).update(repeating: 0x20, count: width)
        count += width + 1
    }

    /// Writes a text in quotes; quotes, backslashes and control characters are escaped (RFC 8259, section 7).
    mutating func appendString(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            var index = JSONText.firstToEscape(in: bytes, from: 0)
            while index < bytes.count {
                append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
                escape(bytes[index])
                start = index + 1
                index = JSONText.firstToEscape(in: bytes, from: start)
            }
            append(UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        case ..<0x20:
            append("u00")
            append(0x30 + byte >> 4)
            append(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
        default: append(byte)
        }
    }
}
