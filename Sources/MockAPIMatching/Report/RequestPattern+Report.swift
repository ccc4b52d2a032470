extension RequestPattern {
    var conditions: [RequestCondition] {
        var conditions: [RequestCondition] = []
        if url != .any { conditions.append(.url(url)) }
        if method != .any { conditions.append(.method(method)) }
        conditions += pathParameters.map { .pathParameter($0, url) }
        conditions += queryParameters.map { .query($0) }
        conditions += headers.map { .header($0) }
        conditions += bodyPatterns.enumerated().map { .body($0.offset, $0.element) }
        return conditions
    }

    /// Every condition, whether it holds or not, in the order method, URL, path, query, headers, body.
    public func report(_ subject: MatchSubject) -> [MatchCondition] {
        var conditions = conditions
        if url != .any, method != .any { conditions.swapAt(0, 1) }
        return conditions.map { $0.explain(subject) }
    }

    /// How far a request is from matching: 0 where it matches; a URL counts most, then the method, then the rest.
    ///
    /// All conditions count, whichever fails first. As soon as the sum reaches `bound` it is returned as it is.
    public func distance(to subject: MatchSubject, below bound: Double = .infinity) -> Double {
        var total = 0.0
        for condition in conditions {
            total += condition.weight * condition.distance(to: subject)
            if total >= bound { break }
        }
        return total
    }
}
