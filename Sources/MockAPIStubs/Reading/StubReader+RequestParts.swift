import MockAPICore
import MockAPIMatching

// MARK: - Where a request goes and comes from

extension StubReader {
    /// Reads `host`, `port`, `scheme` and `clientIp`.
    mutating func readOrigin(_ members: ObjectMembers, _ pattern: inout RequestPattern) {
        if let node = members["host"] {
            pattern.host = textOrPattern(node, "host", ignoringCase: true)
            checkHost(node, &pattern)
        }
        if let node = members["scheme"] {
            pattern.scheme = textOrPattern(node, "scheme", ignoringCase: true)
            if let text = node.string, text.isEmpty || text.utf8.contains(UInt8(ascii: ":")) {
                error(at: node, "\(Self.quoted(text)) is no scheme", hint: "write \"http\" or \"https\"")
            }
        }
        if let node = members["port"] { pattern.port = integer(node, "port", in: 1...65535) }
        if let node = members["clientIp"] {
            pattern.clientIP = textOrPattern(node, "clientIp", ignoringCase: false)
        }
    }

    /// A text stands for what is equal to it.
    private mutating func textOrPattern(_ node: JSONNode, _ key: String, ignoringCase: Bool) -> ValuePattern? {
        if let text = node.string { return .equalTo(text, ignoringCase: ignoringCase) }
        guard node.kind == .object else {
            error(at: node, "\"\(key)\" must be a string or a pattern, found \(Self.found(node))")
            return nil
        }
        return valuePattern(node)
    }

    /// Hosts are compared in lower case and without their ports.
    private mutating func checkHost(_ node: JSONNode, _ pattern: inout RequestPattern) {
        guard case .equalTo(let text, let ignoringCase)? = pattern.host else { return }
        let place = node.string == nil ? node["equalTo"] ?? node : node
        let lower = text.lowercased()
        if let scheme = text.firstRange(of: "://") {
            let rest = text[scheme.upperBound...].prefix { $0 != "/" }
            error(
                at: place, "\"host\" is a host alone, found \(Self.quoted(text))",
                hint: "write \(Self.quoted(String(rest))), and \"scheme\" and \"port\" beside it")
        } else if let authority = Authority(text), let port = authority.port {
            error(
                at: place, "\"host\" holds a port and is compared with the host alone",
                hint: "write \(Self.quoted(authority.host)), and \"port\": \(port) beside it")
        } else if !ignoringCase, lower != text {
            ambiguity(
                at: place, "hosts are compared in lower case, so \(Self.quoted(text)) is never found",
                hint: isLenient ? "it is read as \(Self.quoted(lower))" : "write \(Self.quoted(lower))")
            pattern.host = .equalTo(lower)
        }
    }
}

// MARK: - Cookies, credentials and forms

extension StubReader {
    /// Reads `cookies`, the credentials and `formParameters`.
    mutating func readNamedParts(_ members: ObjectMembers, _ pattern: inout RequestPattern) {
        if let node = members["cookies"] {
            pattern.cookies = namedPatterns(node, "cookies") { $0.valuePattern($1) }
            checkCookieNames(node)
        }
        pattern.basicAuth = credentials(members)
        if let node = members["formParameters"] {
            pattern.formParameters = namedPatterns(node, "formParameters") { $0.multiValuePattern($1) }
        }
    }

    private mutating func checkCookieNames(_ node: JSONNode) {
        for member in node.members {
            let bytes = member.key.utf8
            guard bytes.isEmpty || bytes.contains(where: { "=; \t".utf8.contains($0) || $0 < 0x20 }) else { continue }
            error(
                at: member.keyNode, "\(Self.quoted(member.key)) is no name of a cookie",
                hint: "names have no \"=\", no \";\" and no blanks")
        }
    }

    /// `basicAuth`, or its other name `basicAuthCredentials`.
    private mutating func credentials(_ members: ObjectMembers) -> BasicCredentials? {
        let found = ["basicAuth", "basicAuthCredentials"].compactMap { key -> (JSONNode, BasicCredentials)? in
            guard let node = members[key], let credentials = credentials(node, key) else { return nil }
            return (members.keyNode(key) ?? node, credentials)
        }
        if let first = found.first, let other = found.dropFirst().first, first.1 != other.1 {
            ambiguity(
                at: other.0, "\"basicAuth\" and \"basicAuthCredentials\" differ",
                hint: isLenient ? "\"basicAuth\" is read" : "keep one of them")
        }
        return found.first?.1
    }

    private mutating func credentials(_ node: JSONNode, _ key: String) -> BasicCredentials? {
        guard node.kind == .object else {
            error(
                at: node, "\"\(key)\" must be an object, found \(Self.found(node))",
                hint: "write {\"username\": \"user\", \"password\": \"secret\"}")
            return nil
        }
        guard let members = members(of: node, .credentials) else { return nil }
        var texts: [String] = []
        for name in ["username", "password"] {
            if let value = members[name] {
                if let text = string(value, name) { texts.append(text) }
            } else if members.members.count == node.members.count {
                error(at: node, "\"\(key)\" needs \"\(name)\"")
            }
        }
        guard texts.count == 2 else { return nil }
        if texts[0].utf8.contains(UInt8(ascii: ":")), let value = members["username"] {
            error(at: value, "a user name with a colon can never be sent", hint: "what follows it is the password")
        }
        return BasicCredentials(username: texts[0], password: texts[1])
    }
}

extension [NamedPattern<MultiValuePattern>] {
    /// What a query in the shorthand asks for: each pair has to be there; further pairs are allowed.
    static func asked(by pairs: [QueryPair]) -> [NamedPattern<MultiValuePattern>] {
        var patterns: [NamedPattern<MultiValuePattern>] = []
        for pair in pairs {
            let wanted = ValuePattern.equalTo(pair.value)
            guard let place = patterns.firstIndex(where: { $0.name.utf8.elementsEqual(pair.name.utf8) }) else {
                patterns.append(NamedPattern(pair.name, .any(wanted)))
                continue
            }
            patterns[place].pattern = .includes(patterns[place].pattern.patterns + [wanted])
        }
        return patterns
    }
}
