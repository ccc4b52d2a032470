import MockAPICore

/// The words that messages about scenario files share.
package enum Wording {
    /// The noun with `a` or `an`; `null` takes none, and a truth value is named by its values.
    static func article(_ kind: JSONKind) -> String {
        switch kind {
        case .object, .array: "an \(kind.rawValue)"
        case .string, .number: "a \(kind.rawValue)"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// What a value is: `string "200"`, `number 7`, `an object`.
    static func found(_ value: JSONValue) -> String {
        switch value {
        case .object: "an object"
        case .array: "an array"
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let number): "number \(shortened(number.literal))"
        case .string(let text): "string \(quoted(text))"
        }
    }

    /// A text as a JSON string, cut where it is long.
    static func quoted(_ text: String) -> String { visible(JSONValue.string(shortened(text)).rendered(.compact)) }

    /// Words in quotes, with commas.
    static func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }

    /// A text in one line, in which nothing hides or turns what stands around it: control characters, those that set the
    /// direction of text (UAX 9), line and paragraph separators and noncharacters are escaped.
    package static func visible(_ text: String) -> String { escaped(text, where: isHidden) }

    /// A text of several lines: line feeds and tabs stay, all else is escaped as `visible` does.
    package static func visibleLines(_ text: String) -> String {
        escaped(text) { isHidden($0) && $0 != "\n" && $0 != "\t" }
    }

    private static func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
        guard text.unicodeScalars.contains(where: isEscaped) else { return text }
        return text.unicodeScalars.map { isEscaped($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF:
            true
        default: false
        }
    }

    private static func shortened(_ text: String) -> String {
        text.unicodeScalars.count <= 60 ? text : "\(String(text.unicodeScalars.prefix(60)))…"
    }
}
