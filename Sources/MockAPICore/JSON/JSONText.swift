/// What strings need here: unescaping, and comparing by Unicode scalars (RFC 8259, section 8.3).
///
/// Swift's own `==` takes a composed and a decomposed `é` for the same; JSON does not.
package enum JSONText {
    /// Whether two texts are the same scalars.
    package static func isSame(_ left: String, _ right: String) -> Bool {
        var (left, right) = (left, right)
        return left.withUTF8 { left in right.withUTF8 { isSame(left, $0) } }
    }

    /// Whether two runs of bytes are the same.
    static func isSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
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

    /// The text of checked bytes.
    static func string(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, hasEscapes: Bool
    ) -> String {
        let content = UnsafeBufferPointer(rebasing: bytes[start..<end])
        return hasEscapes ? unescaped(content) : String(decoding: content, as: UTF8.self)
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
