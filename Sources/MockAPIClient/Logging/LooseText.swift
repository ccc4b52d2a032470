import MockAPICore

/// Takes the values of secret names out of texts that are no JSON as a whole, and no form: what is broken or stands in prose.
package struct LooseText: Sendable {
    private static let longestName = 200

    private let mark: [UInt8]
    private let hides: @Sendable (String) -> Bool

    /// Makes a reader with a rule for names.
    package init(mark: String, hides: @escaping @Sendable (String) -> Bool) {
        self.mark = Array(mark.utf8)
        self.hides = hides
    }

    /// The text without the values of members of JSON whose names are secret, in strings within strings, too.
    ///
    /// A value that does not end is left out to the end of the text.
    package func members(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "\"")) else { return text }
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while let quote = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            guard let (name, value) = member(bytes, at: quote) else {
                index = quote + 1
                continue
            }
            index = value
            guard hides(name) else { continue }
            let depth = Self.backslashes(bytes, before: quote)
            let (content, end) = Self.content(bytes, at: value, depth: depth)
            output += bytes[copied..<content.lowerBound] + mark
            copied = content.upperBound
            index = end
        }
        if copied == 0 { return text }
        return String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// The text without the values of pairs `name=value` whose names are secret, as they stand in queries and forms.
    package func pairs(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")) {
            index = equals + 1
            let before = bytes[max(copied, equals - Self.longestName)..<equals]
            let start = before.lastIndex(where: Self.endsPair).map { $0 + 1 } ?? before.startIndex
            guard hides(PercentCoding.decode(bytes[start..<equals], plusIsSpace: true)) else { continue }
            let end = bytes[index...].firstIndex(where: Self.endsPair) ?? bytes.endIndex
            output += bytes[copied..<index] + mark
            copied = end
            index = end
        }
        if copied == 0 { return text }
        return String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// The name of a member that begins at a quote, and where its value begins.
    private func member(_ bytes: [UInt8], at quote: Int) -> (name: String, value: Int)? {
        let depth = Self.backslashes(bytes, before: quote)
        let rest = bytes[(quote + 1)...].prefix(Self.longestName)
        guard let close = rest.firstIndex(of: UInt8(ascii: "\"")), Self.backslashes(bytes, before: close) == depth
        else { return nil }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        guard let colon = bytes[(close + 1)...].firstIndex(where: { !isBlank($0) }), bytes[colon] == UInt8(ascii: ":"),
            let value = bytes[(colon + 1)...].firstIndex(where: { !isBlank($0) })
        else { return nil }
        return (String(decoding: bytes[(quote + 1)..<(close - depth)], as: UTF8.self), value)
    }

    /// What of a value is left out, and where it ends.
    private static func content(_ bytes: [UInt8], at start: Int, depth: Int) -> (Range<Int>, end: Int) {
        var index = start
        while index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
        guard index < bytes.count else { return (start..<index, index) }
        if bytes[index] == UInt8(ascii: "\"") {
            let end = stringEnd(bytes, from: index + 1, depth: depth)
            return (index + 1..<end, end < bytes.count ? end + depth + 1 : end)
        }
        var nesting = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                if nesting == 0 { return (start..<index, index) }
                index = min(bytes.count, stringEnd(bytes, from: index + 1, depth: depth) + depth)
            case UInt8(ascii: "{"), UInt8(ascii: "["): nesting += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if nesting == 0 { return (start..<index, index) }
                nesting -= 1
                if nesting == 0 { return (start..<index + 1, index + 1) }
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "\\"):
                if nesting == 0 { return (start..<index, index) }
            default: break
            }
            index += 1
        }
        return (start..<bytes.count, bytes.count)
    }

    /// Where the content of a string ends: at the quote, or the backslashes before it; the end of the text where it does not.
    ///
    /// A quote with fewer backslashes ends the string that this one stands in, and one with more belongs to the content, as
    /// does one behind an odd number where this string stands in none.
    private static func stringEnd(_ bytes: [UInt8], from start: Int, depth: Int) -> Int {
        var index = start
        while let quote = bytes[min(index, bytes.count)...].firstIndex(of: UInt8(ascii: "\"")) {
            let count = min(backslashes(bytes, before: quote), quote - start)
            if depth == 0 ? count.isMultiple(of: 2) : count <= depth { return quote - (depth == 0 ? 0 : count) }
            index = quote + 1
        }
        return bytes.count
    }

    private static func backslashes(_ bytes: [UInt8], before place: Int) -> Int {
        var start = place
        while start > 0, bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
        return place - start
    }

    private static func endsPair(_ byte: UInt8) -> Bool { byte <= 0x20 || "&?;\"'<>\\#,".utf8.contains(byte) }
}
