import MockAPICore

/// The words that messages about scenario files share.
enum Wording {
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
    static func quoted(_ text: String) -> String { JSONValue.string(shortened(text)).rendered(.compact) }

    /// Words in quotes, with commas.
    static func list(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }

    private static func shortened(_ text: String) -> String {
        text.unicodeScalars.count <= 60 ? text : "\(String(text.unicodeScalars.prefix(60)))…"
    }
}
