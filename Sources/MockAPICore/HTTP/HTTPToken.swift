/// The characters that HTTP allows in names and values.
public enum HTTPToken {
    /// Whether a byte may stand in a token: a method, or a field name (RFC 9110, section 5.6.2).
    @inlinable
    public static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether a byte may stand in a field value: visible, blank, tab or above ASCII (RFC 9110, section 5.5).
    @inlinable
    public static func isFieldValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == 0x09
    }

    /// The lower-case form of an ASCII letter; any other byte as it is.
    @inlinable
    public static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether two texts are the same but for the case of ASCII letters.
    @inlinable
    public static func equalsIgnoringCase(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        left.elementsEqual(right) { lowercased($0) == lowercased($1) }
    }

    /// Whether two texts are the same but for the case of ASCII letters.
    public static func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && equalsIgnoringCase(left.utf8, right.utf8)
    }
}
