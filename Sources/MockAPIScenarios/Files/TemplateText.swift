/// A text of a scenario file in which `{{name}}` stands for the value of a variable.
///
/// Blanks inside the braces are ignored. Directly before `{{`, a backslash makes the braces literal and two backslashes
/// are one: `\{{1}}` is the text `{{1}}`. Backslashes elsewhere, single braces and `}}` alone are text as they are.
struct TemplateText: Sendable, Hashable {
    /// A run of text, or a variable.
    enum Piece: Sendable, Hashable {
        case text(String)
        case variable(String)
    }

    /// Why a text cannot be read, in one line, with the way to mend it.
    struct Problem: Error, Hashable {
        var message: String
        var hint: String
    }

    /// The pieces in order; neighbouring texts are joined.
    let pieces: [Piece]

    /// Splits a text.
    init(_ text: String) throws(Problem) {
        var pieces: [Piece] = []
        var plain = ""
        var backslashes = 0
        var rest = Substring(text).unicodeScalars[...]
        while let scalar = rest.first {
            rest.removeFirst()
            if scalar == "\\" {
                backslashes += 1
                continue
            }
            guard scalar == "{", rest.first == "{" else {
                plain += String(repeating: "\\", count: backslashes)
                backslashes = 0
                plain.unicodeScalars.append(scalar)
                continue
            }
            rest.removeFirst()
            plain += String(repeating: "\\", count: backslashes / 2)
            let isLiteral = backslashes % 2 == 1
            backslashes = 0
            if isLiteral {
                plain += "{{"
                continue
            }
            let name = try Self.readName(&rest)
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.variable(name))
        }
        plain += String(repeating: "\\", count: backslashes)
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
    }

    /// The variables used, in order.
    var variables: [String] {
        pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    /// Whether a text may name a variable: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    static func isVariableName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x5F
    }

    private static func readName(_ rest: inout Substring.UnicodeScalarView) throws(Problem) -> String {
        let escapeHint = #"write \{{ for literal braces (in JSON: "\\{{")"#
        var index = rest.startIndex
        while index < rest.endIndex, rest[index] != "}" { index = rest.index(after: index) }
        let name = String(Substring(rest[..<index])).trimmingBlanks
        guard index < rest.endIndex, rest[rest.index(after: index)...].first == "}" else {
            throw Problem(message: "\"{{\" is not closed by \"}}\"", hint: escapeHint)
        }
        guard isVariableName(name) else {
            throw Problem(message: "\"\(name)\" is no name of a variable", hint: escapeHint)
        }
        rest = rest[rest.index(index, offsetBy: 2)...]
        return name
    }
}

/// The names that variables may have.
public enum ScenarioVariableName {
    /// Whether a text may name a variable: a letter or `_`, then letters, digits, `_`, `-` and `.`.
    public static func isValid(_ name: String) -> Bool { TemplateText.isVariableName(name) }
}

extension String {
    /// The text without spaces and tabs at its ends.
    var trimmingBlanks: String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
