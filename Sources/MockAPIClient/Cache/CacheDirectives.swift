/// The directives of `Cache-Control` (RFC 9111, section 5.2).
///
/// Names are compared without case, an argument may be quoted, and of a directive that stands there twice the first one
/// counts. `no-cache` and `private` with names of fields are read as if they named none, which is always allowed.
struct CacheDirectives: Sendable, Hashable {
    private var arguments: [String: String] = [:]

    /// Reads the directives of a header section; `Pragma: no-cache` counts where there is no `Cache-Control`
    /// (RFC 9111, section 5.4).
    init(_ headers: HTTPFields) {
        let lines = headers[values: "Cache-Control"]
        for piece in lines.flatMap({ Self.split($0) }) {
            let equals = piece.firstIndex(of: "=")
            let name = Self.trimmed(piece[..<(equals ?? piece.endIndex)]).lowercased()
            guard !name.isEmpty, arguments[name] == nil else { continue }
            arguments[name] = equals.map { Self.unquoted(Self.trimmed(piece[piece.index(after: $0)...])) } ?? ""
        }
        guard lines.isEmpty else { return }
        let pragmas = headers[values: "Pragma"].flatMap { Self.split($0) }
        if pragmas.contains(where: { Self.trimmed($0).lowercased() == "no-cache" }) { arguments["no-cache"] = "" }
    }

    /// Whether a directive stands there; its name in lower case.
    func contains(_ name: String) -> Bool { arguments[name] != nil }

    /// The seconds of a directive: `nil` where it is not there, 0 where its argument is no number, and never more than
    /// 2^31 (RFC 9111, section 1.2.2).
    func seconds(_ name: String) -> Double? { arguments[name].map { DeltaSeconds.parse($0) ?? 0 } }

    /// Whether a directive stands there without an argument.
    func isBare(_ name: String) -> Bool { arguments[name] == "" }

    /// The pieces between commas that stand outside of quotes.
    static func split(_ value: String) -> [Substring] {
        var isQuoted = false
        var escapes = false
        return value.split(omittingEmptySubsequences: true) { character in
            if escapes {
                escapes = false
                return false
            }
            if isQuoted, character == "\\" { escapes = true }
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    /// Without blanks and tabs at its ends.
    static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = text.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return start[...last]
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        return String(text.dropFirst().dropLast())
    }
}

/// A number of seconds as field values write it (RFC 9111, section 1.2.2).
enum DeltaSeconds {
    /// Reads digits, more than 2^31 as 2^31; `nil` for anything else.
    static func parse(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return min(Double(text) ?? 0, 2_147_483_648)
    }
}
