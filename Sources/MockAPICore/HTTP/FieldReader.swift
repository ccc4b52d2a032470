/// Reads the grammar that field values share: tokens, quoted strings, `; name=value` (RFC 9110, section 5.6).
struct FieldReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// Whether nothing is left.
    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    /// Takes one character if it is next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Takes a token; `nil` if none is next.
    mutating func token() -> String? {
        let token = rest.prefix(while: HTTPToken.isTokenByte)
        guard !token.isEmpty else { return nil }
        rest = rest[token.endIndex...]
        return String(decoding: token, as: UTF8.self)
    }

    /// Takes a quoted string if one is next and is closed; `\` escapes only what `unescapes` says.
    mutating func quotedString(unescapes: (UInt8) -> Bool = { _ in true }) -> String? {
        guard skip("\"") else { return nil }
        var output: [UInt8] = []
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\"") { return String(decoding: output, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let next = rest.first, unescapes(next) {
                output.append(next)
                rest = rest.dropFirst()
            } else {
                output.append(byte)
            }
        }
        return nil
    }

    /// Takes `; name=value` up to the end; `nil` where something else is there.
    mutating func parameters(unescapes: (UInt8) -> Bool = { _ in true }) -> [(name: String, value: String)]? {
        var parameters: [(name: String, value: String)] = []
        while true {
            skipBlanks()
            if isAtEnd { return parameters }
            guard skip(";") else { return nil }
            skipBlanks()
            guard let name = token() else { continue }
            guard skip("="), let value = quotedString(unescapes: unescapes) ?? token() else { return nil }
            parameters.append((name, value))
        }
    }
}
