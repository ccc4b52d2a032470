/// The messages; all of them are made out of line, so that reading stays tight.
extension JSONTokenReader {
    @inline(never)
    func endsTooEarly(insideObject: Bool?, opener: Int?) -> JSONSyntaxError {
        guard let insideObject else {
            return JSONSyntaxError(
                offset: bytes.count, "there is no value, the text is empty",
                hint: "a JSON text holds one value, for instance {}")
        }
        return JSONSyntaxError(
            offset: bytes.count, "the text ends inside an \(insideObject ? "object" : "array")",
            hint: "close it with \(insideObject ? "}" : "]")", opener: opener)
    }

    @inline(never)
    func trailingComma(at comma: Int, before byte: UInt8) -> JSONSyntaxError {
        JSONSyntaxError(
            offset: comma, "trailing comma before \(Character(Unicode.Scalar(byte)))", hint: "remove it")
    }

    @inline(never)
    func expectedCommaOrEnd(isInObject: Bool) -> JSONSyntaxError {
        let (close, wrongClose, place) =
            isInObject ? ("}", UInt8(ascii: "]"), "object") : ("]", UInt8(ascii: "}"), "array")
        let byte = bytes[offset]
        if let known = commentOrEncoding() { return known }
        if byte == wrongClose {
            return JSONSyntaxError(
                offset: offset, "expected \"\(close)\", found \(found)", hint: "an \(place) is closed with \(close)")
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || isWordByte(byte) {
            return JSONSyntaxError(
                offset: offset, "expected \",\" or \"\(close)\", found \(found)",
                hint: "put a comma between the \(isInObject ? "members" : "elements")")
        }
        if byte == UInt8(ascii: ":"), !isInObject {
            return JSONSyntaxError(
                offset: offset, "expected \",\" or \"]\", found \":\"",
                hint: "names and values stand in an object: use { } instead of [ ]")
        }
        return JSONSyntaxError(offset: offset, "expected \",\" or \"\(close)\", found \(found)", hint: blankHint)
    }

    @inline(never)
    func expectedKey() -> JSONSyntaxError {
        if let known = commentOrEncoding() { return known }
        switch bytes[offset] {
        case UInt8(ascii: "'"):
            return JSONSyntaxError(offset: offset, "a key in single quotes", hint: "use double quotes: \"key\"")
        case UInt8(ascii: ","):
            return JSONSyntaxError(offset: offset, "expected a key, found \",\"", hint: "remove the comma")
        case UInt8(ascii: "]"):
            return JSONSyntaxError(
                offset: offset, "expected a key or \"}\", found \"]\"", hint: "an object is closed with }")
        default: break
        }
        let name = foundWord
        if !name.isEmpty {
            return JSONSyntaxError(offset: offset, "a key without quotes", hint: "write \"\(name)\"")
        }
        return JSONSyntaxError(offset: offset, "expected a key, found \(found)", hint: blankHint)
    }

    @inline(never)
    func expectedColon() -> JSONSyntaxError {
        if let known = commentOrEncoding() { return known }
        let hint = "write \"key\": value"
        guard offset < bytes.count else {
            return JSONSyntaxError(offset: offset, "the text ends after a key", hint: hint)
        }
        return JSONSyntaxError(offset: offset, "expected \":\" after the key, found \(found)", hint: hint)
    }

    @inline(never)
    func expectedValue() -> JSONSyntaxError {
        if let known = commentOrEncoding() { return known }
        func error(_ message: String, _ hint: String?) -> JSONSyntaxError {
            JSONSyntaxError(offset: offset, message, hint: hint)
        }
        switch bytes[offset] {
        case UInt8(ascii: "'"): return error("a string in single quotes", "use double quotes: \"text\"")
        case UInt8(ascii: ","): return error("expected a value, found \",\"", "remove the comma, or put null before it")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            return error("expected a value, found \(found)", "put a value before it, or null")
        case UInt8(ascii: "."): return error("a number without a digit before the point", "write 0.5 instead of .5")
        case UInt8(ascii: "+"): return error("a number with a plus sign", "remove the plus sign")
        default: break
        }
        let name = foundWord
        switch name.lowercased() {
        case "": return error("expected a value, found \(found)", blankHint)
        case "nan", "infinity", "inf":
            return error("\(name) is no JSON number", "use null, or a string")
        case "true", "false", "null": return error("unknown word \(name)", "write \(name.lowercased())")
        case "none", "nil", "undefined": return error("unknown word \(name)", "write null")
        default: return error("unknown word \(name)", "put a text in quotes: \"\(name)\"")
        }
    }

    @inline(never)
    func textAfterValue() -> JSONSyntaxError {
        if let known = commentOrEncoding() { return known }
        let byte = bytes[offset]
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
            return JSONSyntaxError(
                offset: offset, "\(found) closes nothing", hint: "remove it, or open its other half")
        }
        if byte == UInt8(ascii: ",") {
            return JSONSyntaxError(
                offset: offset, "found \",\" after the end of the value", hint: "remove it, or put the values in [ ]")
        }
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"") || isWordByte(byte) {
            return JSONSyntaxError(
                offset: offset, "a second value after the end of the first",
                hint: "a JSON text holds one value; put several in [ ]")
        }
        return JSONSyntaxError(offset: offset, "found \(found) after the end of the value", hint: "remove it")
    }

    @inline(never)
    func tooDeep() -> JSONSyntaxError {
        JSONSyntaxError(
            offset: offset, "nested deeper than \(options.maxDepth) levels",
            hint: "use fewer arrays and objects inside each other")
    }

    @inline(never)
    func wrongNumber(start: Int) -> JSONSyntaxError {
        var end = start
        while end < bytes.count, end - start < 40, isWordByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
            end += 1
        }
        let text = JSONText.string(bytes, start, end, hasEscapes: false)
        func error(_ message: String, _ hint: String) -> JSONSyntaxError {
            JSONSyntaxError(offset: start, message, hint: hint)
        }
        let digits = text.drop { $0 == "-" }
        if digits.isEmpty { return error("a minus sign without a number", "write -1, or put a text in quotes") }
        if digits.lowercased().hasPrefix("inf") || digits.lowercased().hasPrefix("nan") {
            return error("\(text) is no JSON number", "use null, or a string")
        }
        if digits.hasPrefix(".") {
            return error("a number without a digit before the point", "write 0.5 instead of .5")
        }
        if digits.count > 1, digits.hasPrefix("0"), digits.dropFirst().first?.isNumber == true {
            return error("a number with a leading zero: \(text)", "remove the zero, or put the text in quotes")
        }
        if digits.lowercased().hasPrefix("0x") {
            return error("a hexadecimal number: \(text)", "write it in decimal, or in quotes")
        }
        if digits.hasSuffix(".") || digits.contains(".e") || digits.contains(".E") {
            return error("a number without a digit after the point: \(text)", "write 1.0 instead of 1.")
        }
        if let last = digits.last, last == "e" || last == "E" || last == "+" || last == "-" {
            return error("a number without digits in its exponent: \(text)", "write 1e5 instead of 1e")
        }
        return error("\(text) is no number", "put a text in quotes: \"\(text)\"")
    }

    @inline(never)
    func stringWithoutEnd() -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, "a string without an end", hint: "close it with \"")
    }

    @inline(never)
    func controlInString(at index: Int) -> JSONSyntaxError {
        switch bytes[index] {
        case 0x0A, 0x0D:
            return JSONSyntaxError(
                offset: index, "a line break in a string", hint: "write \\n, or close the string with \" before it")
        case 0x09: return JSONSyntaxError(offset: index, "a tab in a string", hint: "write \\t")
        default:
            if isLikelyUTF16 { return notUTF8(at: 0) }
            let hex = Self.hex(UInt32(bytes[index]))
            return JSONSyntaxError(offset: index, "the control character U+\(hex) in a string", hint: "write \\u\(hex)")
        }
    }

    @inline(never)
    func unknownEscape(at index: Int) -> JSONSyntaxError {
        let character = describe(at: index + 1, quoted: false)
        return JSONSyntaxError(
            offset: index, "unknown escape \\\(character)",
            hint: "write \\\\ for a backslash; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")
    }

    @inline(never)
    func shortUnicodeEscape(at index: Int) -> JSONSyntaxError {
        JSONSyntaxError(
            offset: index, "\\u without four hexadecimal digits", hint: "write \\u00e9, or \\\\u for the two characters"
        )
    }

    @inline(never)
    func halfSurrogatePair(at index: Int) -> JSONSyntaxError {
        let escape = JSONText.string(bytes, index, index + 6, hasEscapes: false)
        return JSONSyntaxError(
            offset: index, "\(escape) is half a surrogate pair", hint: "write both halves, or the character itself")
    }

    @inline(never)
    func notUTF8(at index: Int) -> JSONSyntaxError {
        if isLikelyUTF16 {
            return JSONSyntaxError(
                offset: 0, "not UTF-8: this looks like UTF-16 or UTF-32", hint: "save the text as UTF-8")
        }
        let hex = Self.hex(UInt32(bytes[index]), digits: 2)
        return JSONSyntaxError(
            offset: index, "not UTF-8: the byte 0x\(hex) is out of place", hint: "save the text as UTF-8")
    }

    // MARK: Describing what stands there

    /// The error for a comment or for bytes that are no UTF-8 at this place, which come before any other.
    private func commentOrEncoding() -> JSONSyntaxError? {
        if isLikelyUTF16 { return notUTF8(at: 0) }
        guard offset < bytes.count else { return nil }
        if bytes[offset] >= 0x80, utf8Length(offset) == 0 { return notUTF8(at: offset) }
        guard bytes[offset] == UInt8(ascii: "#") || isComment(at: offset) else { return nil }
        return JSONSyntaxError(offset: offset, "JSON has no comments", hint: "remove it")
    }

    /// Whether the text begins with a byte order mark of UTF-16, or with an ASCII character in UTF-16 or UTF-32.
    private var isLikelyUTF16: Bool {
        guard bytes.count >= 2 else { return false }
        let (first, second) = (bytes[0], bytes[1])
        if first == 0xFF && second == 0xFE || first == 0xFE && second == 0xFF { return true }
        guard bytes.count % 2 == 0 else { return false }
        if first == 0, second == 0 { return bytes.count % 4 == 0 && bytes[2] == 0 && bytes[3] != 0 }
        return (first == 0) != (second == 0)
    }

    /// The letters and digits at this place, at most 40.
    private var foundWord: String {
        var end = offset
        while end < bytes.count, end - offset < 40 {
            if bytes[end] >= 0x80 {
                let length = utf8Length(end)
                guard length > 0, isLetter(at: end) else { break }
                end += length
            } else {
                guard isWordByte(bytes[end]), end > offset || !isDigitOrSign(bytes[end]) else { break }
                end += 1
            }
        }
        return JSONText.string(bytes, offset, end, hasEscapes: false)
    }

    private func isDigitOrSign(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || byte == 0x2B || byte == 0x2D }

    private func isLetter(at index: Int) -> Bool { scalar(at: index)?.properties.isAlphabetic ?? false }

    private func scalar(at index: Int) -> Unicode.Scalar? {
        let length = bytes[index] < 0x80 ? 1 : utf8Length(index)
        return length == 0 ? nil : JSONText.string(bytes, index, index + length, hasEscapes: false).unicodeScalars.first
    }

    /// What stands at this place, as a message shows it.
    private var found: String { describe(at: offset, quoted: true) }

    private func describe(at index: Int, quoted: Bool) -> String {
        guard index < bytes.count else { return "the end" }
        guard let scalar = scalar(at: index) else { return "the byte 0x\(Self.hex(UInt32(bytes[index]), digits: 2))" }
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
            .surrogate, .nonspacingMark, .enclosingMark:
            return "U+\(Self.hex(scalar.value))"
        default: return quoted ? "\"\(Character(scalar))\"" : String(Character(scalar))
        }
    }

    /// A hint for characters that look like a blank or a quote.
    private var blankHint: String? {
        guard let scalar = offset < bytes.count ? scalar(at: offset) : nil else { return nil }
        if "“”„«»".unicodeScalars.contains(scalar) { return "use straight quotes: \"text\"" }
        if scalar == "\u{FEFF}" { return "a byte order mark may stand at the very start only; remove it" }
        let isBlank = scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
        return isBlank ? "replace it with a plain blank" : nil
    }

    private static func hex(_ value: UInt32, digits: Int = 4) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
