/// What strings need here: unescaping, and comparing by Unicode scalars (RFC 8259, section 8.3).
///
/// Swift's own `==` takes a composed and a decomposed `é` for the same; JSON does not.
package enum JSONText {
    /// Whether two texts are the same scalars.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        var (left, right) = (left, right)
        return left.withUTF8 { left in right.withUTF8 { isSame(left, $0) } }
    }

    /// Whether two runs of bytes are the same.
    static func isSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = left.count
        guard count == right.count else { return false }
        let (leftBytes, rightBytes) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var index = 0
        while index + 8 <= count {
            let word = leftBytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard word == rightBytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
            index += 8
        }
        while index < count {
            guard left[index] == right[index] else { return false }
            index += 1
        }
        return true
    }

    /// Whether one text comes before the other by its bytes, which is the order of the scalars.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                for index in 0..<min(left.count, right.count) where left[index] != right[index] {
                    return left[index] < right[index]
                }
                return left.count < right.count
            }
        }
    }

    /// Adds the scalars of a text to a hash.
    static func hash(_ text: String, into hasher: inout Hasher) {
        var text = text
        text.withUTF8 {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
            hasher.combine($0.count)
        }
    }

    private static let spaces: UInt64 = 0x2020_2020_2020_2020
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let quotes: UInt64 = 0x2222_2222_2222_2222
    private static let backslashes: UInt64 = 0x5C5C_5C5C_5C5C_5C5C

    /// The high bit of the first of eight bytes that is a quote, a backslash or a control.
    ///
    /// The bits of later bytes may be wrong. With `aboveASCII`, bytes above ASCII are found as well.
    @inline(__always)
    static func special(_ word: UInt64, aboveASCII: Bool) -> UInt64 {
        let special =
            (word &- spaces) | ((word ^ quotes) &- ones) | ((word ^ backslashes) &- ones)
        return (aboveASCII ? special | word : special & ~word) & highs
    }

    /// The index of the first quote, backslash or control at or after `start`, or the number of bytes.
    @inline(__always)
    static func firstToEscape(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        while index + 8 <= bytes.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = special(word, aboveASCII: false)
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index += 1
        }
        return index
    }

    /// The text of checked bytes.
    static func string(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, hasEscapes: Bool
    ) -> String {
        let content = UnsafeBufferPointer(rebasing: bytes[start..<end])
        return hasEscapes ? unescaped(content) : String(decoding: content, as: UTF8.self)
    }

    /// The text of a part of a string whose escapes were checked before.
    package static func unescaped(_ content: ArraySlice<UInt8>) -> String {
        content.withUnsafeBufferPointer { unescaped($0) }
    }

    /// The text of the content of a string whose escapes were checked before.
    private static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: content.count) { unescape(content, into: $0) }
    }

    /// Writes the bytes that a checked content stands for, which are never more than it has; returns their number.
    private static func unescape(
        _ content: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        var index = 0
        func put(_ byte: UInt8) {
            target[count] = byte
            count += 1
        }
        while index < content.count {
            let byte = content[index]
            guard byte == UInt8(ascii: "\\") else {
                put(byte)
                index += 1
                continue
            }
            let escape = content[index + 1]
            index += 2
            switch escape {
            case UInt8(ascii: "b"): put(0x08)
            case UInt8(ascii: "t"): put(0x09)
            case UInt8(ascii: "n"): put(0x0A)
            case UInt8(ascii: "f"): put(0x0C)
            case UInt8(ascii: "r"): put(0x0D)
            case UInt8(ascii: "u"):
                var code = codeUnit(content, index)
                index += 4
                if 0xD800...0xDBFF ~= code {
                    code = 0x10000 + (code & 0x3FF) << 10 + codeUnit(content, index + 2) & 0x3FF
                    index += 6
                }
                switch code {
                case ..<0x80:
                    put(UInt8(truncatingIfNeeded: code))
                case ..<0x800:
                    put(UInt8(truncatingIfNeeded: 0xC0 | code >> 6))
                    put(UInt8(truncatingIfNeeded: 0x80 | code & 0x3F))
                case ..<0x10000:
                    put(UInt8(truncatingIfNeeded: 0xE0 | code >> 12))
                    put(UInt8(truncatingIfNeeded: 0x80 | code >> 6 & 0x3F))
                    put(UInt8(truncatingIfNeeded: 0x80 | code & 0x3F))
                default:
                    put(UInt8(truncatingIfNeeded: 0xF0 | code >> 18))
                    put(UInt8(truncatingIfNeeded: 0x80 | code >> 12 & 0x3F))
                    put(UInt8(truncatingIfNeeded: 0x80 | code >> 6 & 0x3F))
                    put(UInt8(truncatingIfNeeded: 0x80 | code & 0x3F))
                }
            default: put(escape)
            }
        }
        return count
    }

    /// The value of four hexadecimal digits that were checked before.
    private static func codeUnit(_ content: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
        var code: UInt32 = 0
        for byte in content[index..<index + 4] { code = code << 4 | UInt32(PercentCoding.hexValue(byte) ?? 0) }
        return code
    }
}
