extension CacheEntry {
    /// Whether the response answers a request with these headers (RFC 9111, section 4.1).
    func matches(_ headers: HTTPFields) -> Bool {
        selectors.allSatisfy { $0.digest == Self.digest(of: $0.name, in: headers) }
    }

    /// The newest of the entries that answer a request with these headers.
    static func select(_ entries: [CacheEntry], for headers: HTTPFields) -> CacheEntry? {
        entries.filter { $0.matches(headers) }.max { $0.responseTime < $1.responseTime }
    }

    /// The request headers that a response depends on; `nil` for `Vary: *`, which no request matches.
    static func selectors(of response: HTTPFields, request: HTTPFields) -> [Selector]? {
        let names = response[values: "Vary"].flatMap { CacheDirectives.split($0) }
            .map { CacheDirectives.trimmed($0).lowercased() }.filter { !$0.isEmpty }
        guard !names.contains("*") else { return nil }
        return Set(names).sorted().map { Selector(name: $0, digest: digest(of: $0, in: request)) }
    }

    /// The hash of all values of a name as one list, blanks around commas left out.
    private static func digest(of name: String, in headers: HTTPFields) -> String? {
        let values = headers[values: name]
        guard !values.isEmpty else { return nil }
        let items = values.flatMap { CacheDirectives.split($0) }.map { CacheDirectives.trimmed($0) }
        return SHA256.hex(items.joined(separator: ","))
    }
}
