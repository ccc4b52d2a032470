/// Which values are secret, and so are not shown in logs.
public struct Redaction: Sendable, Hashable {
    /// What stands for a secret.
    public static let mark = "***"

    /// Words that make a name a secret one, in lower case, without hyphens and underscores.
    public var words: [String]

    /// Makes a redaction of names that contain one of these words.
    public init(words: [String]) { self.words = words.map(Self.letters) }

    /// Credentials, cookies, tokens, keys, passwords and signatures.
    public static let standard = Redaction(words: [
        "authorization", "cookie", "token", "secret", "password", "passwd", "apikey", "accesskey", "session",
        "credential", "signature",
    ])

    /// Whether the values of a name are secret.
    public func isSecret(_ name: String) -> Bool {
        let name = Self.letters(name)
        return words.contains { name.contains($0) }
    }

    /// A header section without the values of secret fields.
    public func applied(to fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { isSecret($0.name) ? HTTPField($0.name, Self.mark) : $0 })
    }

    /// The text of a URL without the values of secret query pairs; all else stays as it is.
    public func applied(toURL text: String) -> String {
        guard let question = text.firstIndex(of: "?") else { return text }
        return String(text[...question]) + applied(toPairs: text[text.index(after: question)...])
    }

    /// A text body without its secrets: members of JSON objects, pairs of a form.
    ///
    /// JSON that has none is returned as it is; other types than JSON and forms are not looked into.
    public func applied(toBody text: String, contentType: String?) -> String {
        guard let type = contentType.flatMap({ MediaType($0) }) else { return text }
        if type.essence == "application/x-www-form-urlencoded" { return applied(toPairs: text[...]) }
        guard type.isJSON, let value = try? JSONValue(parsing: Array(text.utf8)) else { return text }
        let redacted = applied(to: value)
        return redacted == value ? text : redacted.rendered(.compact)
    }

    private func applied(to value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object):
            .object(
                JSONObject(object.map { ($0.key, isSecret($0.key) ? .string(Self.mark) : applied(to: $0.value)) }))
        case .array(let elements): .array(elements.map { applied(to: $0) })
        default: value
        }
    }

    private func applied(toPairs text: Substring) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { piece in
            guard let equals = piece.firstIndex(of: "="), isSecret(PercentCoding.decode(String(piece[..<equals])))
            else { return String(piece) }
            return String(piece[...equals]) + Self.mark
        }.joined(separator: "&")
    }

    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
