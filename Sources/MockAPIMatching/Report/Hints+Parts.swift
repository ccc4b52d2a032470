internal import MockAPICore

extension Hints {
    static func cookie(_ named: NamedPattern<ValuePattern>, _ values: [String], _ subject: MatchSubject) -> String? {
        if !values.isEmpty { return multiValue(.any(named.pattern), values, subject.log, in: .cookie) }
        if subject.cookies.isEmpty { return "the request has no cookies" }
        return otherName(named.name, subject.cookies.map(\.name), "cookies")
    }

    static func form(
        _ named: NamedPattern<MultiValuePattern>, _ values: [String], _ subject: MatchSubject
    ) -> String? {
        if !values.isEmpty { return multiValue(named.pattern, values, subject.log, in: .form) }
        guard subject.isForm else {
            let found = subject.headerValues("Content-Type").first.map { "the Content-Type is \(Quoted.text($0))" }
            return "\(found ?? "the request has no Content-Type"); a form is application/x-www-form-urlencoded"
        }
        if !subject.queryValues(named.name).isEmpty { return "it is in the query; use queryParameters" }
        if subject.body.bytes.isEmpty { return "the request has no body" }
        return otherName(named.name, subject.form.map(\.name), "parameters")
    }

    static func basicAuth(_ wanted: BasicCredentials, _ subject: MatchSubject) -> String? {
        let values = subject.headerValues("Authorization")
        if values.isEmpty { return "the request has no header \"Authorization\"" }
        let found = values.compactMap { BasicCredentials(authorization: $0) }
        if found.contains(where: { ByteText.equal($0.username, wanted.username) }) {
            return "the password is another one"
        }
        if found.contains(where: { ByteText.equalIgnoringCase($0.username, wanted.username) }) {
            return "only the letter case of the user name differs"
        }
        guard found.isEmpty, let first = values.first else { return nil }
        let scheme = first.prefix { $0 != " " }
        guard HTTPToken.equalsIgnoringCase(scheme.utf8, "Basic".utf8) else {
            // What stands alone may be the secret itself.
            return scheme.utf8.count == first.utf8.count
                ? "the scheme \"Basic\" is missing"
                : "the scheme is \(Quoted.text(String(scheme), limit: 40)), \"Basic\" is expected"
        }
        return "what follows \"Basic\" is not user:password in Base64"
    }

    static func host(_ pattern: ValuePattern, _ input: MatchInput, _ log: MatchLog) -> String? {
        guard let found = input.text else { return "the request names no host" }
        if case .equalTo(let wanted, _) = pattern {
            if !ByteText.equal(wanted, found), ByteText.equal(wanted.lowercased(), found) {
                return "hosts are compared in lower case"
            }
            if let authority = Authority(wanted), authority.port != nil, ByteText.equal(authority.host, found) {
                return "the host is compared without its port; use \"port\""
            }
            if let hint = otherHost(wanted, found) { return hint }
        }
        return value(pattern, input, log, in: .origin)
    }

    private static func otherHost(_ wanted: String, _ found: String) -> String? {
        let loopbacks = ["localhost", "127.0.0.1", "[::1]", "::1"]
        switch (loopbacks.contains(wanted.lowercased()), loopbacks.contains(found)) {
        case (true, true): return "the client used another name of this machine; \"or\" would allow both"
        case (false, true):
            return "the request names the mock server itself; leave \"host\" out, or have the client send Host: "
                + Quoted.plain(wanted, limit: 100)
        case (_, false):
            let isPrefix = ByteText.equal("www.\(wanted)", found) || ByteText.equal(wanted, "www.\(found)")
            return isPrefix ? "only \"www.\" differs" : nil
        }
    }

    static func port(_ subject: MatchSubject) -> String {
        guard let authority = subject.authority else { return "the request names no host" }
        if authority.port == nil { return "the request names no port, so it is that of \(subject.request.scheme)" }
        return "it is compared with the port of the Host header; leave \"port\" out where the server's may change"
    }

    static func scheme(_ pattern: ValuePattern, _ input: MatchInput, _ log: MatchLog) -> String? {
        if case .equalTo(let wanted, _) = pattern, let found = input.text, ByteText.equal(wanted.lowercased(), found) {
            return "schemes are compared in lower case"
        }
        return value(pattern, input, log, in: .origin)
    }

    static func clientIP(_ pattern: ValuePattern, _ input: MatchInput, _ log: MatchLog) -> String? {
        guard let found = input.text else { return "the request came over no socket" }
        let loopbacks = ["127.0.0.1", "::1"]
        if case .equalTo(let wanted, _) = pattern, loopbacks.contains(wanted), loopbacks.contains(found) {
            return "the client used the other loopback address; \"or\" would allow both"
        }
        return value(pattern, input, log, in: .origin)
    }
}
