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
    /// Patterns for the body.
    public var bodyPatterns: [ValuePattern]

    /// Makes a pattern; without arguments it matches every request.
    public init(
        method: MethodPattern = .any, url: URLPattern = .any, pathParameters: [NamedPattern<ValuePattern>] = [],
        queryParameters: [NamedPattern<MultiValuePattern>] = [], headers: [NamedPattern<MultiValuePattern>] = [],
        bodyPatterns: [ValuePattern] = []
    ) {
        self.method = method
        self.url = url
        self.pathParameters = pathParameters
        self.queryParameters = queryParameters
        self.headers = headers
        self.bodyPatterns = bodyPatterns
    }

    /// How many conditions there are; of two stubs that match alike the one with more is the more specific.
    public var conditionCount: Int {
        (method == .any ? 0 : 1) + (url == .any ? 0 : 1) + pathParameters.count + queryParameters.count + headers.count
            + bodyPatterns.count
    }

    /// What the request gave for the pattern's parameters; `nil` where some condition does not hold.
    ///
    /// Cheap conditions are looked at first, and nothing after the first that does not hold.
    public func matches(_ subject: MatchSubject) -> PatternMatch? {
        guard method.matches(subject.methodBytes), let parameters = url.match(subject) else { return nil }
        let match = PatternMatch(parameters: parameters)
        for condition in pathParameters
        where !condition.pattern.matches(MatchInput(match[condition.name]), log: subject.log) { return nil }
        for condition in queryParameters where !condition.matchesQuery(of: subject) { return nil }
        for condition in headers where !condition.matchesHeader(of: subject) { return nil }
        for pattern in bodyPatterns where !pattern.matches(.content(subject.body), log: subject.log) { return nil }
        return match
    }
}
