/// Percent-encoding (RFC 3986, section 2.1) over bytes.
public enum PercentCoding {
    /// Which characters stay as they are when a text is encoded.
    public enum Place: Sendable {
        /// Inside one path segment: unreserved, sub-delims, `:` and `@` (RFC 3986, section 3.3).
        case pathSegment
        /// A name or value in a query: unreserved only, so that `&`, `=`, `+` and `#` reach the other side as data.
        case queryComponent
        /// `application/x-www-form-urlencoded` (WHATWG URL, section 5.2): as it says there, a blank becoming `+`.
        case form
    }

    /// Decodes valid escapes once; an invalid one stays as it is.
    ///
    /// `plusIsSpace` is for queries and forms.
    @inlinable
    public static func decodeBytes(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            text.formIndex(after: &index)
            if byte == UInt8(ascii: "%"), index < text.endIndex, let high = hexValue(text[index]) {
                let second = text.index(after: index)
                if second < text.endIndex, let low = hexValue(text[second]) {
                    output.append(high << 4 | low)
                    index = text.index(after: second)
                    continue
                }
            }
            output.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
        return output
    }

    /// Decodes valid escapes once into a text; bytes that are no UTF-8 become U+FFFD.
    public static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
        String(decoding: decodeBytes(text, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// Decodes valid escapes once into a text; bytes that are no UTF-8 become U+FFFD.
    public static func decode(_ text: String, plusIsSpace: Bool = false) -> String {
        decode(text.utf8, plusIsSpace: plusIsSpace)
    }

    /// Encodes a text for the place it goes to.
    public static func encode(_ text: String, for place: Place) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isPlain(byte, in: place) {
                output.append(byte)
            } else if place == .form && byte == UInt8(ascii: " ") {
                output.append(UInt8(ascii: "+"))
            } else {
                output += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The value of a hexadecimal digit.
    @inlinable
    public static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8, in place: Place) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        default: break
        }
        let plain: StaticString =
            switch place {
            case .pathSegment: "-._~!$&'()*+,;=:@"
            case .queryComponent: "-._~"
            case .form: "-._*"
            }
        return plain.withUTF8Buffer { $0.contains(byte) }
    }
}
