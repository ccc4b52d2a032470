internal import MockAPICore

/// Which requests a stub answers: all conditions have to hold.
public struct RequestPattern: Sendable, Hashable {
    /// The method.
    public var method: MethodPattern
    /// The target.
    public var url: URLPattern
    /// Patterns for parameters of the path's template, looking at decoded values.
    public var pathParameters: [NamedPattern<ValuePattern>]
    /// Patterns for query parameters, looking at decoded values.
    public var queryParameters: [NamedPattern<MultiValuePattern>]
    /// Patterns for headers; names are compared without case.
    public var headers: [NamedPattern<MultiValuePattern>]
    /// Patterns for cookies, each looking at all cookies of its name; names are compared with case.
    public var cookies: [NamedPattern<ValuePattern>]
    /// The user name and password of `Authorization: Basic`.
    public var basicAuth: BasicCredentials?
    /// The host that the request names, in lower case and without its port.
    public var host: ValuePattern?
    /// The scheme of the request's URI, in lower case.
    public var scheme: ValuePattern?
    /// The port that the request names, or that of its scheme.
    public var port: Int?
    /// The address that the request came from, without its port; absent where it came over no socket.
    public var clientIP: ValuePattern?
    /// Patterns for the parameters of a form, looking at decoded values.
    ///
    /// Only a body of type `application/x-www-form-urlencoded` has any.
    public var formParameters: [NamedPattern<MultiValuePattern>]
    /// Patterns for the body.
    public var bodyPatterns: [ValuePattern]

    /// Makes a pattern; without arguments it matches every request.
    public init(
        method: MethodPattern = .any, url: URLPattern = .any, pathParameters: [NamedPattern<ValuePattern>] = [],
        queryParameters: [NamedPattern<MultiValuePattern>] = [], headers: [NamedPattern<MultiValuePattern>] = [],
        cookies: [NamedPattern<ValuePattern>] = [], basicAuth: BasicCredentials? = nil, host: ValuePattern? = nil,
        scheme: ValuePattern? = nil, port: Int? = nil, clientIP: ValuePattern? = nil,
        formParameters: [NamedPattern<MultiValuePattern>] = [], bodyPatterns: [ValuePattern] = []
    ) {
        self.method = method
        self.url = url
        self.pathParameters = pathParameters
        self.queryParameters = queryParameters
        self.headers = headers
        self.cookies = cookies
        self.basicAuth = basicAuth
        self.host = host
        self.scheme = scheme
        self.port = port
        self.clientIP = clientIP
        self.formParameters = formParameters
        self.bodyPatterns = bodyPatterns
    }

    /// How many conditions there are; of two stubs that match alike the one with more is the more specific.
    ///
    /// Each pattern of a list and each part of `and` counts; `anything` does not.
    public var conditionCount: Int {
        var count =
            (method == .any ? 0 : 1) + (url == .any ? 0 : 1) + (basicAuth == nil ? 0 : 1) + (port == nil ? 0 : 1)
        for named in pathParameters { count += named.pattern.conditionCount }
        for named in queryParameters { count += named.pattern.conditionCount }
        for named in headers { count += named.pattern.conditionCount }
        for named in cookies { count += named.pattern.conditionCount }
        for named in formParameters { count += named.pattern.conditionCount }
        for pattern in bodyPatterns { count += pattern.conditionCount }
        for pattern in [host, scheme, clientIP] { count += pattern?.conditionCount ?? 0 }
        return count
    }

    /// What the request gave for the pattern's parameters; `nil` where some condition does not hold.
    ///
    /// Cheap conditions are looked at first, and nothing after the first that does not hold.
    public func matches(_ subject: MatchSubject) -> PatternMatch? {
        guard method.matches(subject.methodBytes), let parameters = url.match(subject) else { return nil }
        let match = PatternMatch(parameters: parameters)
        for condition in pathParameters
        where !condition.pattern.matches(MatchInput(match[condition.name]), log: subject.log) { return nil }
        guard matchesOrigin(of: subject) else { return nil }
        for condition in queryParameters where !condition.matchesQuery(of: subject) { return nil }
        for condition in headers where !condition.matchesHeader(of: subject) { return nil }
        for condition in cookies where !condition.matchesCookie(of: subject) { return nil }
        if let basicAuth, !basicAuth.matches(subject) { return nil }
        for condition in formParameters where !condition.matchesForm(of: subject) { return nil }
        for pattern in bodyPatterns where !pattern.matches(.content(subject.body), log: subject.log) { return nil }
        return match
    }

    /// Whether host, scheme, port and the peer's address match.
    private func matchesOrigin(of subject: MatchSubject) -> Bool {
        if let port, subject.port != port { return false }
        if let host, !host.matches(MatchInput(subject.authority?.host), log: subject.log) { return false }
        if let scheme, !scheme.matches(.text(subject.request.scheme), log: subject.log) { return false }
        if let clientIP, !clientIP.matches(MatchInput(subject.request.peerAddress), log: subject.log) { return false }
        return true
    }
}

extension BasicCredentials {
    /// Whether some `Authorization` line of the request carries these credentials.
    func matches(_ subject: MatchSubject) -> Bool {
        subject.headerValues("Authorization").contains { BasicCredentials(authorization: $0) == self }
    }
}
