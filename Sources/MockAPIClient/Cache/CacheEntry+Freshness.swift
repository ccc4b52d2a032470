extension CacheEntry {
    /// The longest time for which a response without an expiry is taken for fresh, in seconds.
    static let heuristicLimit: Double = 86400

    var directives: CacheDirectives { CacheDirectives(headers) }

    /// How old the response is (RFC 9111, section 4.2.3), in seconds.
    func age(at now: Double) -> Double {
        let apparent = max(0, responseTime - date)
        let corrected = ageValue + max(0, responseTime - requestTime)
        return max(apparent, corrected) + max(0, now - responseTime)
    }

    /// How long the response is fresh (RFC 9111, section 4.2.1), in seconds; 0 where nothing says so.
    ///
    /// Without an expiry it is a tenth of the time since the last change, a day at most (section 4.2.2).
    var freshness: Double { freshness(directives) }

    private func freshness(_ directives: CacheDirectives) -> Double {
        if let seconds = directives.seconds("max-age") { return seconds }
        if let expires = headers["Expires"] {
            return HTTPDate.parse(expires, now: Int(responseTime)).map { max(0, Double($0) - date) } ?? 0
        }
        guard StorageRules.isHeuristic(status),
            let changed = headers["Last-Modified"].flatMap({ HTTPDate.parse($0, now: Int(responseTime)) })
        else { return 0 }
        return min(max(0, (date - Double(changed)) / 10), Self.heuristicLimit)
    }

    /// Whether the response may be used without asking (RFC 9111, section 4.2), the request's own directives heeded.
    func isFresh(at now: Double, for request: CacheDirectives) -> Bool {
        let own = directives
        guard !request.contains("no-cache"), !own.contains("no-cache") else { return false }
        let (age, freshness) = (age(at: now), freshness(own))
        if let most = request.seconds("max-age"), age > most { return false }
        if freshness > age { return request.seconds("min-fresh").map { freshness - age >= $0 } ?? true }
        // The request may take a stale one, of any age or up to a number of seconds (section 5.2.1.2).
        guard request.contains("max-stale"), request.seconds("min-fresh") == nil, !forbidsStale else { return false }
        return request.isBare("max-stale") || age - freshness <= request.seconds("max-stale") ?? 0
    }

    /// Whether a stale response may not be used even where nobody can be asked (RFC 9111, section 4.2.4).
    var forbidsStale: Bool { directives.contains("no-cache") || directives.contains("must-revalidate") }

    /// The response, with its age (RFC 9111, section 5.1).
    func response(to request: HTTPRequest, at now: Double) -> HTTPResponse {
        var response = response(to: request)
        response.headers["Age"] = "\(Int(age(at: now)))"
        return response
    }

    /// The response as it is stored.
    func response(to request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(status, reason: reason, headers: headers, body: HTTPBody(body), url: request.url)
    }

    /// `Date`, or when the response came.
    private var date: Double {
        headers["Date"].flatMap { HTTPDate.parse($0, now: Int(responseTime)) }.map(Double.init) ?? responseTime
    }

    /// The first value of `Age`; 0 where it is no number (RFC 9111, section 5.1).
    private var ageValue: Double {
        guard let text = headers["Age"], let first = CacheDirectives.split(text).first else { return 0 }
        return DeltaSeconds.parse(CacheDirectives.trimmed(first)) ?? 0
    }
}
