/// Goes through header sections, URLs and bodies, and takes out what a rule says is secret.
package struct SecretWalker: Sendable {
    /// What stands for a secret.
    private let mark: String
    /// Whether the values of a name are secret.
    private let hides: @Sendable (String) -> Bool
    /// A text without the secrets that stand in it, whatever its name.
    private let text: @Sendable (String) -> String

    /// Makes a walker with a rule for names and one for texts, which by default stay as they are.
    package init(
        mark: String, hides: @escaping @Sendable (String) -> Bool,
        text: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.mark = mark
        self.hides = hides
        self.text = text
    }

    /// A header section without secrets.
    package func fields(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField($0.name, hides($0.name) ? mark : text($0.value)) })
    }

    /// A value without secrets; those of secret names are masked whatever they are.
    package func json(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let string): .string(text(string))
        case .number(let number): text(number.literal) == number.literal ? value : .string(mark)
        case .array(let elements): .array(elements.map { json($0) })
        case .object(let object):
            .object(JSONObject(object.map { ($0.key, hides($0.key) ? .string(mark) : json($0.value)) }))
        case .null, .bool: value
        }
    }

    /// The text of a URL without secrets.
    package func url(_ url: String) -> String {
        guard let question = url.firstIndex(of: "?") else { return text(url) }
        return text(String(url[..<question])) + "?" + pairs(url[url.index(after: question)...])
    }

    /// A text body without secrets: the pairs of a form, the members of JSON, or else the text as such.
    ///
    /// JSON that has none is returned as it is written.
    package func body(_ body: String, contentType: String?) -> String {
        let type = contentType.flatMap { MediaType($0) }
        if type?.essence == "application/x-www-form-urlencoded" { return pairs(body[...]) }
        let first = body.utf8.first { !" \t\r\n".utf8.contains($0) }
        guard let first, "{[\"".utf8.contains(first) || type?.isJSON == true,
            let value = try? JSONValue(parsing: Array(body.utf8))
        else { return text(body) }
        let redacted = json(value)
        return redacted == value ? body : redacted.rendered(.compact)
    }

    /// The pairs of a query or a form without secrets; all else stays as it is.
    private func pairs(_ pairs: Substring) -> String {
        pairs.split(separator: "&", omittingEmptySubsequences: false).map { piece in
            guard let equals = piece.firstIndex(of: "="),
                hides(PercentCoding.decode(String(piece[..<equals]), plusIsSpace: true))
            else { return text(String(piece)) }
            return String(piece[...equals]) + mark
        }.joined(separator: "&")
    }
}
