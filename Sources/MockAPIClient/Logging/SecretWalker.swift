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
        case .object(let object): .object(members(object))
        case .null, .bool: value
        }
    }

    /// The members of an object; where one says which name the object is about, those that tell its value are masked.
    private func members(_ object: JSONObject) -> JSONObject {
        let isAboutSecret = Self.naming.contains { key in
            guard case .string(let name)? = object[key] else { return false }
            return hides(name) || Self.names(inPath: name).contains { hides(String($0)) }
        }
        return JSONObject(
            object.map { key, value in
                let isHidden = hides(key) || isAboutSecret && Self.telling.contains(key) && value != .null
                return (text(key), isHidden ? .string(mark) : json(value))
            })
    }

    /// The names in a path such as `headers.Date` or `$.users[0]['first name']`, of what it leads to and all that this is part of.
    package static func names(inPath path: String) -> [Substring] {
        path.split { $0 == "." || $0 == "[" || $0 == "]" || $0 == "'" || $0 == "\"" }
    }

    /// The members that say which field, part or place an object is about.
    private static let naming = ["name", "part", "path"]
    /// The members that tell its value.
    private static let telling: Set = ["value", "body", "base64", "json", "expected", "found", "hint", "differences"]

    /// The text of a URL without secrets.
    package func url(_ url: String) -> String {
        // Before the pairs are taken apart, since a secret may hold what parts them.
        let url = text(url)
        guard let question = url.firstIndex(of: "?") else { return url }
        return url[...question] + pairs(url[url.index(after: question)...])
    }

    /// A text body without secrets: the pairs of a form, the parts of one, the members of JSON, or else the text as such.
    ///
    /// JSON that has none is returned as it is written. Where JSON is broken, its members are found all the same.
    package func body(_ body: String, contentType: String?) -> String {
        let type = contentType.flatMap { MediaType($0) }
        if type?.essence == "application/x-www-form-urlencoded" { return pairs(text(body)[...]) }
        if type?.essence == "multipart/form-data", let boundary = type?.boundary {
            return String(decoding: parts(Array(body.utf8), boundary: boundary), as: UTF8.self)
        }
        let first = body.utf8.first { !" \t\r\n".utf8.contains($0) }
        guard let first, "{[\"".utf8.contains(first) || type?.isJSON == true else { return text(body) }
        if let value = try? JSONValue(parsing: Array(body.utf8)) {
            let redacted = json(value)
            if redacted != value { return redacted.rendered(.compact) }
        }
        return LooseText(mark: mark, hides: hides).members(text(body))
    }

    /// A form of parts without secrets: the content of parts of secret names, and those that stand in the others.
    package func parts(_ body: [UInt8], boundary: String) -> [UInt8] {
        let delimiter = Array("--\(boundary)".utf8)
        var output: [UInt8] = []
        var start = 0
        var next = Self.find(delimiter, in: body[...], from: 0)
        while let end = next {
            output += part(body[start..<end])
            start = end
            next = Self.find(delimiter, in: body[...], from: end + delimiter.count)
        }
        return output + part(body[start...])
    }

    /// The part behind a delimiter: its header lines, an empty line and its content.
    private func part(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard let blank = Self.find([0x0D, 0x0A, 0x0D, 0x0A], in: bytes, from: bytes.startIndex) else {
            return Self.map(bytes, text)
        }
        let lines = String(decoding: bytes[..<blank], as: UTF8.self).split(separator: "\r\n")
        let field = { (name: String) in
            lines.first { HTTPToken.equalsIgnoringCase(String($0.prefix { $0 != ":" }), name) }
                .map { String($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
        }
        let name = field("Content-Disposition").flatMap { MultipartParser.name(ofDisposition: $0) }
        let head = Self.map(bytes[..<(blank + 4)], text)
        let content = bytes[(blank + 4)...]
        if let name, hides(name) {
            return head + Array(mark.utf8) + (content.suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [])
        }
        return head + Self.map(content) { body($0, contentType: field("Content-Type")) }
    }

    /// Changes text; what is none stays as it is.
    private static func map(_ bytes: ArraySlice<UInt8>, _ change: (String) -> String) -> [UInt8] {
        String(validating: bytes, as: UTF8.self).map { Array(change($0).utf8) } ?? Array(bytes)
    }

    private static func find(_ part: [UInt8], in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + part.count <= bytes.endIndex {
            if bytes[index] == part[0], bytes[index...].starts(with: part) { return index }
            index += 1
        }
        return nil
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
