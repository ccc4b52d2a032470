internal import MockAPICore

/// One condition of a request pattern.
enum RequestCondition {
    case method(MethodPattern)
    case url(URLPattern)
    case pathParameter(NamedPattern<ValuePattern>, URLPattern)
    case query(NamedPattern<MultiValuePattern>)
    case header(NamedPattern<MultiValuePattern>)
    case cookie(NamedPattern<ValuePattern>)
    case basicAuth(BasicCredentials)
    case host(ValuePattern)
    case scheme(ValuePattern)
    case port(Int)
    case clientIP(ValuePattern)
    case form(NamedPattern<MultiValuePattern>)
    case body(Int, ValuePattern)

    var part: String {
        switch self {
        case .method: "method"
        case .url: "url"
        case .pathParameter(let named, _): "path.\(named.name)"
        case .query(let named): "query.\(named.name)"
        case .header(let named): "header.\(named.name)"
        case .cookie(let named): "cookie.\(named.name)"
        case .basicAuth: "basicAuth"
        case .host: "host"
        case .scheme: "scheme"
        case .port: "port"
        case .clientIP: "clientIp"
        case .form(let named): "form.\(named.name)"
        case .body(let index, _): "body[\(index)]"
        }
    }

    /// How much a condition counts for nearness.
    var weight: Double {
        switch self {
        case .url, .host, .port: 10
        case .method, .scheme, .clientIP: 3
        case .pathParameter, .query, .header, .cookie, .basicAuth, .form, .body: 1
        }
    }

    /// How far the condition is from holding: 0 where it holds, 1 at most.
    func distance(to subject: MatchSubject) -> Double {
        switch self {
        case .method(let pattern): pattern.distance(to: subject)
        case .url(let pattern): pattern.distance(to: subject)
        case .pathParameter(let named, let url):
            named.pattern.distance(to: Self.pathInput(named, url, subject), log: subject.log)
        case .query(let named): named.pattern.distance(to: subject.queryValues(named.name), log: subject.log)
        case .header(let named): named.pattern.distance(to: subject.headerValues(named.name), log: subject.log)
        case .cookie(let named): named.pattern.distance(toAnyOf: subject.cookieValues(named.name), log: subject.log)
        case .basicAuth(let credentials): credentials.distance(to: subject)
        case .host(let pattern): pattern.distance(to: MatchInput(subject.authority?.host), log: subject.log)
        case .scheme(let pattern): pattern.distance(to: .text(subject.request.scheme), log: subject.log)
        case .port(let port): subject.port == port ? 0 : 1
        case .clientIP(let pattern): pattern.distance(to: MatchInput(subject.request.peerAddress), log: subject.log)
        case .form(let named): named.pattern.distance(to: subject.formValues(named.name), log: subject.log)
        case .body(_, let pattern): pattern.distance(to: .content(subject.body), log: subject.log)
        }
    }

    /// The condition with its verdict, what was found, and a hint where it does not hold.
    func explain(_ subject: MatchSubject) -> MatchCondition {
        switch self {
        case .method(let pattern):
            let isMet = pattern.matches(subject.methodBytes)
            let found = String(decoding: subject.methodBytes, as: UTF8.self)
            return condition(isMet, pattern.explanation, [found], hint: Hints.method(pattern, subject))
        case .url(let pattern):
            let found = pattern.includesQuery ? subject.rawPathAndQuery : subject.rawPath
            return condition(
                pattern.match(subject) != nil, pattern.explanation, [found], hint: Hints.url(pattern, subject))
        case .pathParameter(let named, let url):
            let input = Self.pathInput(named, url, subject)
            return condition(
                named.pattern.matches(input, log: subject.log), named.pattern.explanation,
                named.pattern.shown(input).map { [$0] } ?? [],
                hint: Hints.pathParameter(named.pattern, input, subject.log),
                differences: named.pattern.differences(input))
        case .query(let named):
            let values = subject.queryValues(named.name)
            return condition(
                named.matchesQuery(of: subject), named.pattern.explanation, named.pattern.shown(values),
                hint: Hints.query(named, values, subject), differences: named.pattern.differences(values))
        case .header(let named):
            let values = subject.headerValues(named.name)
            return condition(
                named.matchesHeader(of: subject), named.pattern.explanation, named.pattern.shown(values),
                hint: Hints.header(named, values, subject), differences: named.pattern.differences(values))
        case .cookie(let named):
            let pattern = MultiValuePattern.any(named.pattern)
            let values = subject.cookieValues(named.name)
            return condition(
                named.matchesCookie(of: subject), pattern.explanation, pattern.shown(values),
                hint: Hints.cookie(named, values, subject), differences: pattern.differences(values))
        case .basicAuth(let credentials): return explain(credentials, subject)
        case .host(let pattern):
            return condition(
                pattern, MatchInput(subject.authority?.host), subject, hint: { Hints.host(pattern, $0, subject.log) })
        case .scheme(let pattern):
            return condition(
                pattern, .text(subject.request.scheme), subject, hint: { Hints.scheme(pattern, $0, subject.log) })
        case .port(let port):
            return condition(
                subject.port == port, "\(port)", subject.port.map { ["\($0)"] } ?? [],
                hint: Hints.port(subject))
        case .clientIP(let pattern):
            return condition(
                pattern, MatchInput(subject.request.peerAddress), subject,
                hint: { Hints.clientIP(pattern, $0, subject.log) })
        case .form(let named):
            let values = subject.formValues(named.name)
            return condition(
                named.matchesForm(of: subject), named.pattern.explanation, named.pattern.shown(values),
                hint: Hints.form(named, values, subject), differences: named.pattern.differences(values))
        case .body(_, let pattern):
            let input = MatchInput.content(subject.body)
            return condition(
                pattern.matches(input, log: subject.log), pattern.explanation, pattern.shown(input).map { [$0] } ?? [],
                hint: Hints.body(pattern, subject), differences: pattern.differences(input))
        }
    }

    /// Hint and differences are made only for what does not hold.
    private func condition(
        _ isMet: Bool, _ expected: String, _ found: [String], hint: @autoclosure () -> String?,
        differences: @autoclosure () -> [JSONDifference] = []
    ) -> MatchCondition {
        MatchCondition(
            part: part, verdict: isMet ? .passed : .failed, expected: expected, found: found,
            hint: isMet ? nil : hint(), differences: isMet ? [] : differences())
    }

    private func condition(
        _ pattern: ValuePattern, _ input: MatchInput, _ subject: MatchSubject, hint: (MatchInput) -> String?
    ) -> MatchCondition {
        condition(
            pattern.matches(input, log: subject.log), pattern.explanation, pattern.shown(input).map { [$0] } ?? [],
            hint: hint(input), differences: pattern.differences(input))
    }

    /// Names users only; no report shows a password.
    private func explain(_ wanted: BasicCredentials, _ subject: MatchSubject) -> MatchCondition {
        let found = subject.headerValues("Authorization").map { value in
            guard let found = BasicCredentials(authorization: value) else { return "no Basic credentials" }
            let isSameUser = found.username.utf8.elementsEqual(wanted.username.utf8)
            return isSameUser && found != wanted ? "\(found) with another password" : found.description
        }
        return condition(
            wanted.matches(subject), "\(wanted) with the stub's password", found, hint: Hints.basicAuth(wanted, subject)
        )
    }

    private static func pathInput(
        _ named: NamedPattern<ValuePattern>, _ url: URLPattern, _ subject: MatchSubject
    ) -> MatchInput {
        MatchInput(url.match(subject)?.first { $0.name == named.name }?.value)
    }
}
