import MockAPICore
import MockAPIMatching

extension StubReader {
    /// Reads a request pattern or its shorthand; without one, anything matches.
    mutating func request(_ node: JSONNode?) -> RequestPattern? {
        guard let node else { return RequestPattern() }
        if node.kind == .string { return shorthand(node) }
        guard node.kind == .object else {
            error(
                at: node, "a request must be an object or a text such as \"GET /users\", found \(Self.found(node))")
            return nil
        }
        let errorsBefore = errorCount
        guard let members = members(of: node, .request) else { return nil }
        var pattern = RequestPattern()
        if let node = members["method"] { pattern.method = method(node) ?? .any }
        pattern.url = url(members) ?? .any
        if let node = members["pathParameters"] {
            pattern.pathParameters = pathParameters(node, of: pattern.url, keyNode: members.keyNode("pathParameters"))
        }
        if let node = members["queryParameters"] {
            pattern.queryParameters = namedPatterns(node, "queryParameters") { $0.multiValuePattern($1) }
        }
        if let node = members["headers"] {
            pattern.headers = namedPatterns(node, "headers") { $0.multiValuePattern($1) }
            checkHeaderNames(node)
        }
        readOrigin(members, &pattern)
        readNamedParts(members, &pattern)
        if let node = members["bodyPatterns"] {
            pattern.bodyPatterns = list(node, "bodyPatterns").compactMap { valuePattern($0, in: .body) }
        }
        return errorCount == errorsBefore ? pattern : nil
    }

    // MARK: Method

    private mutating func method(_ node: JSONNode) -> MethodPattern? {
        if node.kind == .object { return methods(node) }
        guard let text = string(node, "method") else { return nil }
        return method(text, at: node)
    }

    private mutating func method(_ text: String, at node: JSONNode) -> MethodPattern? {
        text == "ANY" ? .any : oneMethod(text, at: node).map(MethodPattern.one)
    }

    /// Reads `{"oneOf": ["GET", "PUT"]}` or `{"noneOf": ...}`, in which `ANY` is a name like any other.
    private mutating func methods(_ node: JSONNode) -> MethodPattern? {
        guard let members = members(of: node, .method) else { return nil }
        guard let first = members.members.first else {
            if node.members.isEmpty {
                error(at: node, "\"method\" names no method", hint: "write {\"oneOf\": [\"GET\", \"HEAD\"]}")
            }
            return nil
        }
        if let second = members.members.dropFirst().first {
            error(
                at: second.keyNode, "\"\(first.key)\" and \"\(second.key)\" exclude each other",
                hint: "keep one of them")
        }
        let hint = "write {\"\(first.key)\": [\"GET\", \"HEAD\"]}"
        guard first.value.kind == .array else {
            error(
                at: first.value, "\"\(first.key)\" must be a list of methods, found \(Self.found(first.value))",
                hint: hint)
            return nil
        }
        let elements = first.value.elements
        if elements.isEmpty { error(at: first.value, "\"\(first.key)\" names no method", hint: hint) }
        let methods = elements.compactMap { element in
            string(element, first.key).flatMap { oneMethod($0, at: element) }
        }
        guard !methods.isEmpty, methods.count == elements.count else { return nil }
        return first.key == "oneOf" ? .oneOf(methods) : .noneOf(methods)
    }

    private mutating func oneMethod(_ text: String, at node: JSONNode) -> HTTPMethod? {
        guard !text.isEmpty, text.utf8.allSatisfy(HTTPToken.isTokenByte) else {
            error(at: node, "\(Self.quoted(text)) is no request method", hint: "write one such as \"GET\", or \"ANY\"")
            return nil
        }
        let upper = text.uppercased()
        if text != upper, Self.commonMethods.contains(upper) {
            ambiguity(
                at: node, "methods are compared with case, so \(Self.quoted(text)) is not \"\(upper)\"",
                hint: "did you mean \"\(upper)\"?")
        }
        return HTTPMethod(text)
    }

    private static let commonMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "ANY",
    ]

    // MARK: URL

    /// The forms of a URL, the first winning where the lenient reader finds several.
    private static let urlKeys = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]

    private mutating func url(_ members: ObjectMembers) -> URLPattern? {
        let present = members.present(Self.urlKeys)
        let ranked = Self.urlKeys.compactMap { key in present.last { $0.key == key } }
        guard let form = ranked.first else { return nil }
        if ranked.count > 1, let second = present.dropFirst().first {
            let names = present.map { "\"\($0.key)\"" }
            ambiguity(
                at: second.keyNode, "several URL forms: \(names.joined(separator: " and "))",
                hint: isLenient ? "\"\(form.key)\" is read" : "keep one of them")
        }
        guard let text = string(form.value, form.key) else { return nil }
        switch form.key {
        case "url":
            check(path: text, form.key, at: form.value, mayHaveQuery: true)
            return .url(EncodedText(text))
        case "urlPath":
            check(path: text, form.key, at: form.value, mayHaveQuery: false)
            return .urlPath(EncodedText(text))
        case "urlPathTemplate":
            check(path: text, form.key, at: form.value, mayHaveQuery: false)
            return template(text, at: form.value).map(URLPattern.urlPathTemplate)
        case "urlPattern": return regex(text, at: form.value).map(URLPattern.urlPattern)
        default: return regex(text, at: form.value).map(URLPattern.urlPathPattern)
        }
    }

    /// Reports a path that no request can have: targets begin with a slash, are escaped, and have no fragment.
    private mutating func check(path: String, _ key: String, at node: JSONNode, mayHaveQuery: Bool) {
        if path.utf8.first != UInt8(ascii: "/") {
            let hint: String
            if let scheme = path.firstRange(of: "://") {
                let slash = path[scheme.upperBound...].firstIndex(of: "/")
                hint = "leave scheme and host out: \(Self.quoted(slash.map { String(path[$0...]) } ?? "/"))"
            } else {
                hint = "write \(Self.quoted("/\(path)"))"
            }
            ambiguity(at: node, "\"\(key)\" must begin with a slash, found \(Self.quoted(path))", hint: hint)
        } else if path.utf8.contains(UInt8(ascii: "#")) {
            ambiguity(at: node, "\"\(key)\" has a fragment, which is never sent", hint: "remove the # and what follows")
        } else if !mayHaveQuery, path.utf8.contains(UInt8(ascii: "?")) {
            ambiguity(
                at: node, "\"\(key)\" holds a query and is compared with the path alone",
                hint: "use \"url\" or \"queryParameters\"")
        } else if !path.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            ambiguity(
                at: node, "\"\(key)\" has characters that are always escaped in a request",
                hint: "write \(Self.quoted(Self.escaped(path)))")
        }
    }

    private static func escaped(_ path: String) -> String {
        path.unicodeScalars.map { scalar in
            0x21...0x7E ~= scalar.value ? String(scalar) : PercentCoding.encode(String(scalar), for: .pathSegment)
        }.joined()
    }

    mutating func template(_ text: String, at node: JSONNode) -> PathTemplate? {
        do {
            return try PathTemplate(text)
        } catch {
            self.error(at: node, error.description, hint: "a parameter is written {name}")
            return nil
        }
    }

    /// A regular expression that compiles.
    mutating func regex(_ text: String, at node: JSONNode) -> RegexPattern? {
        do {
            let regex = try RegexPattern(text)
            checkRepetitions(regex, at: node)
            return regex
        } catch {
            var plain = error
            plain.hint = nil
            self.error(at: node, plain.description, hint: error.hint)
            return nil
        }
    }

    /// Reports a repetition of a repetition, on which a match may take very long.
    mutating func checkRepetitions(_ regex: RegexPattern, at node: JSONNode) {
        guard let place = regex.nestedRepetition else { return }
        warning(
            at: node,
            "the regular expression \(Self.quoted(regex.pattern)) repeats a repetition at character \(place + 1), "
                + "so a match may take very long",
            hint: "leave one of them out: (a+)+ matches what a+ does")
    }

    private mutating func pathParameters(
        _ node: JSONNode, of url: URLPattern, keyNode: JSONNode?
    ) -> [NamedPattern<ValuePattern>] {
        let patterns = namedPatterns(node, "pathParameters") { $0.valuePattern($1) }
        guard case .urlPathTemplate(let template) = url else {
            if case .any = url, errorCount > 0 { return patterns }
            ambiguity(
                at: keyNode ?? node, "\"pathParameters\" needs \"urlPathTemplate\"",
                hint: "write the path as a template such as \"/users/{id}\"")
            return patterns
        }
        let names = template.parameterNames
        for member in node.members where !names.contains(member.key) {
            let suggestion = Spelling.suggestion(for: member.key, among: names).map { "did you mean \"\($0)\"?" }
            error(
                at: member.keyNode,
                "the template \(Self.quoted(template.text)) has no parameter "
                    + Self.quoted(member.key),
                hint: suggestion ?? (names.isEmpty ? nil : "it has \(names.joined(separator: ", "))"))
        }
        return patterns
    }

    private mutating func checkHeaderNames(_ node: JSONNode) {
        guard node.kind == .object else { return }
        for member in node.members where member.key.isEmpty || !member.key.utf8.allSatisfy(HTTPToken.isTokenByte) {
            error(
                at: member.keyNode, "\(Self.quoted(member.key)) is no header name",
                hint: "names have letters, digits and any of !#$%&'*+-.^_`|~")
        }
    }

    // MARK: Shorthand

    /// Reads `GET /users/{name}/repos?page=1`.
    private mutating func shorthand(_ node: JSONNode) -> RequestPattern? {
        let errorsBefore = errorCount
        let text = node.string ?? ""
        let pieces = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard pieces.count == 2, let first = pieces.first, let target = pieces.last else {
            let isPath = text.utf8.first == UInt8(ascii: "/")
            let hint = "write \(isPath ? Self.quoted("GET \(text)") : "one such as \"GET /users\"")"
            error(
                at: node, "a request as text is a method, one blank and a path, found \(Self.quoted(text))", hint: hint)
            return nil
        }
        var pattern = RequestPattern()
        pattern.method = method(String(Substring(first)), at: node) ?? .any
        let pathBytes = target.prefix { $0 != UInt8(ascii: "?") }
        let path = String(Substring(pathBytes))
        check(path: path, "request", at: node, mayHaveQuery: false)
        if path.utf8.contains(UInt8(ascii: "{")) || path.utf8.contains(UInt8(ascii: "}")) {
            pattern.url = template(path, at: node).map(URLPattern.urlPathTemplate) ?? .any
        } else {
            pattern.url = .urlPath(EncodedText(path))
        }
        let query = target[pathBytes.endIndex...].dropFirst()
        if query.contains(UInt8(ascii: "#")) {
            error(at: node, "\"request\" has a fragment, which is never sent", hint: "remove the # and what follows")
        }
        pattern.queryParameters = .asked(by: QueryPair.parse(query))
        return errorCount == errorsBefore ? pattern : nil
    }
}
