internal import MockAPICore

/// A path, or a path with its query, that is compared in its percent-encoded form.
///
/// Two spellings of the same URL are equal: the case of hexadecimal digits and escapes of unreserved characters are
/// insignificant (RFC 3986, section 6.2.2). A reserved character and its escape stay different, so that `%2F` is no `/`
/// (RFC 3986, section 2.2).
public struct EncodedText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text as it was written.
    public let text: String
    /// The text in its normal form.
    public let normalized: [UInt8]

    /// Makes a text to compare with.
    public init(_ text: String) {
        self.text = text
        normalized = Self.normalize(text.utf8)
    }

    /// Makes a text to compare with.
    public init(stringLiteral value: String) { self.init(value) }

    /// The text shown to people.
    public var description: String { text }

    /// Whether both mean the same.
    public static func == (left: EncodedText, right: EncodedText) -> Bool { left.normalized == right.normalized }

    /// Feeds the normal form.
    public func hash(into hasher: inout Hasher) { hasher.combine(normalized) }

    /// The normal form: upper-case hexadecimal digits, unreserved characters unescaped; an invalid escape stays as it is.
    public static func normalize(_ text: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let first = rest.first, let high = PercentCoding.hexValue(first),
                let second = rest.dropFirst().first, let low = PercentCoding.hexValue(second)
            else {
                output.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
            let value = high << 4 | low
            if isUnreserved(value) {
                output.append(value)
            } else {
                output += [byte, upperHex(first), upperHex(second)]
            }
        }
        return output
    }

    private static func upperHex(_ byte: UInt8) -> UInt8 { 0x61...0x66 ~= byte ? byte &- 0x20 : byte }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
