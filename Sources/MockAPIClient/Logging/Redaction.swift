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
    public func applied(to fields: HTTPFields) -> HTTPFields { walker.fields(fields) }

    /// The text of a URL without the values of secret query pairs; all else stays as it is.
    public func applied(toURL text: String) -> String { walker.url(text) }

    /// A text body without its secrets: members of JSON, pairs of a form.
    ///
    /// JSON that has none is returned as it is; other texts are not looked into.
    public func applied(toBody text: String, contentType: String?) -> String {
        walker.body(text, contentType: contentType)
    }

    private var walker: SecretWalker { SecretWalker(mark: Self.mark, hides: isSecret) }

    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
