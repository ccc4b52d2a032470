/// Texts as they are shown in explanations.
enum Quoted {
    /// A text between quotes, as a JSON string would be written, cut at `limit` characters.
    static func text(_ text: String, limit: Int = 200) -> String {
        var output = "\""
        for scalar in Excerpt.of(text, limit: limit).unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case _ where isControl(scalar): output += escape(scalar)
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }

    /// A text, cut at `limit` characters, whose control characters are escaped, so that none reaches a terminal.
    static func plain(_ text: String, limit: Int) -> String {
        let excerpt = Excerpt.of(text, limit: limit)
        guard excerpt.unicodeScalars.contains(where: isControl) else { return excerpt }
        return excerpt.unicodeScalars.reduce(into: "") { output, scalar in
            if isControl(scalar) { output += escape(scalar) } else { output.unicodeScalars.append(scalar) }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Texts between quotes, separated by commas.
    static func list(_ texts: some Sequence<String>) -> String { texts.map { text($0) }.joined(separator: ", ") }
}

/// The beginning of a long text.
enum Excerpt {
    /// The text, or its first `limit` Unicode scalars and how many there are.
    static func of(_ text: String, limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let head = text.unicodeScalars.prefix(limit)
        return head.endIndex == text.endIndex ? text : "\(Substring(head))… (\(text.utf8.count) bytes)"
    }
}
