/// What may be stored (RFC 9111, section 3), for a cache that one user has to himself.
enum StorageRules {
    /// The entry of a response; `nil` where it must not be stored.
    ///
    /// Errors are never stored. Redirects are, so that they can be followed without a network, but count as stale unless
    /// the response says otherwise; so do responses whose status alone does not allow it to be stored, where
    /// `isExplicit` says that the request itself asked for a cache.
    static func entry(
        of response: HTTPResponse, to request: HTTPRequest, resource: String, requestTime: Double,
        responseTime: Double, isExplicit: Bool = false
    ) -> CacheEntry? {
        let directives = CacheDirectives(response.headers)
        guard let body = response.body.bytes, !directives.contains("no-store"),
            !CacheDirectives(request.headers).contains("no-store"), isStorable(response, directives, isExplicit),
            let selectors = CacheEntry.selectors(of: response.headers, request: request.headers)
        else { return nil }
        return CacheEntry(
            status: response.status, reason: response.reason, headers: HTTPFields(stored(response.headers)), body: body,
            requestTime: requestTime, responseTime: responseTime, resource: resource, selectors: selectors)
    }

    /// Whether a status may be stored without being said to be storable (RFC 9110, section 15.1); errors left out.
    static func isHeuristic(_ status: HTTPStatus) -> Bool { [200, 203, 204, 300, 301, 308].contains(status.code) }

    /// A header section without what belongs to one connection or one exchange (RFC 9111, section 3.1).
    static func stored(_ headers: HTTPFields) -> [HTTPField] {
        let named = headers[values: "Connection"].flatMap { CacheDirectives.split($0) }
            .map { String(CacheDirectives.trimmed($0)) }
        let names = transient + named
        return headers.filter { field in !names.contains { HTTPToken.equalsIgnoringCase($0, field.name) } }
    }

    private static func isStorable(_ response: HTTPResponse, _ directives: CacheDirectives, _ isExplicit: Bool) -> Bool
    {
        let status = response.status
        guard 200..<400 ~= status.code, status != 206, status != 304 else { return false }
        if isHeuristic(status) || isExplicit { return true }
        if status.isRedirection { return response.headers.contains(name: "Location") }
        return directives.contains("public") || directives.contains("private") || directives.contains("max-age")
            || response.headers.contains(name: "Expires")
    }

    private static let transient = [
        "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authentication-Info",
        "Proxy-Authorization", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Set-Cookie", "Set-Cookie2",
    ]
}
