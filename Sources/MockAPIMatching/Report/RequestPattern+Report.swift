extension RequestPattern {
    var conditions: [RequestCondition] {
        var conditions: [RequestCondition] = []
        if url != .any { conditions.append(.url(url)) }
        if method != .any { conditions.append(.method(method)) }
        if let host { conditions.append(.host(host)) }
        if let port { conditions.append(.port(port)) }
        if let scheme { conditions.append(.scheme(scheme)) }
        if let clientIP { conditions.append(.clientIP(clientIP)) }
        conditions += pathParameters.map { .pathParameter($0, url) }
        conditions += queryParameters.map { .query($0) }
        conditions += headers.map { .header($0) }
        conditions += cookies.map { .cookie($0) }
        if let basicAuth { conditions.append(.basicAuth(basicAuth)) }
        conditions += formParameters.map { .form($0) }
        conditions += bodyPatterns.enumerated().map { .body($0.offset, $0.element) }
        return conditions
    }

    /// Every condition, whether it holds or not, in the order method, URL, host, port, scheme, client, path,
    /// query, headers, cookies, credentials, form, body.
    public func report(_ subject: MatchSubject) -> [MatchCondition] {
        var conditions = conditions
        if url != .any, method != .any { conditions.swapAt(0, 1) }
        var report = conditions.map { $0.explain(subject) }
        let failed = report.indices.filter { report[$0].verdict == .failed }
        if failed == [0], method != .any, report[0].hint == nil { report[0].hint = Hints.onlyMethod(method, subject) }
        return report
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
