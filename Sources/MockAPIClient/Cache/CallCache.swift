import Foundation

/// The cache of one pass of a call; what is to be stored is kept back until the call has made sense of its response.
final class CallCache: Sendable {
    typealias Network = (HTTPRequest) async throws -> HTTPResponse

    private struct State {
        /// What is to be stored, or removed where there is no entry.
        var writes: [(key: String, entry: CacheEntry?)] = []
        /// The keys of the stored responses that were used.
        var used: [String] = []
        var source = ResponseSource.network
    }

    private let cache: ResponseCache
    private let use: CacheUse
    /// Whether the request itself asked for a cache.
    private let isExplicit: Bool
    private let isStubbed: Bool
    private let credentialHeaders: [String]
    private let adjustKey: @Sendable (CacheKey) -> CacheKey
    private let state = Locked(State())

    init(
        _ cache: ResponseCache, _ use: CacheUse, isExplicit: Bool = false, isStubbed: Bool = false,
        credentialHeaders: [String] = [], adjustKey: @escaping @Sendable (CacheKey) -> CacheKey = { $0 }
    ) {
        self.cache = cache
        self.use = use
        self.isExplicit = isExplicit
        self.isStubbed = isStubbed
        self.credentialHeaders = cache.credentialHeaders + credentialHeaders
        self.adjustKey = adjustKey
    }

    /// Where the last response came from.
    var source: ResponseSource { state.withLock { $0.source } }

    /// Answers one request, from the store or from the network.
    ///
    /// - Throws: what `network` throws; `APIError` in the phase `cache` where the network may not be asked.
    func answer(_ request: HTTPRequest, network: Network) async throws -> HTTPResponse {
        state.withLock { $0.source = .network }
        let directives = CacheDirectives(request.headers)
        let key = key(of: request)?.digest
        var entry: CacheEntry?
        if let key, use.looks {
            let entries = await cache.attempt { try await $0.entries(for: key) }
            entry = CacheEntry.select(entries ?? [], for: request.headers)
        }
        if let entry, let key, isUsable(entry, directives) { return reuse(entry, key, request) }
        guard use.asksNetwork, !directives.contains("only-if-cached") else {
            throw APIError(.network(.other), phase: .cache, request: request, cause: CacheMiss())
        }
        guard let key else {
            let response = try await network(request)
            await invalidate(request, response)
            return response
        }
        do {
            return try await ask(request, key, entry, network)
        } catch let error as APIError where use.fallsBack && error.isOffline {
            guard let entry, mayBeStale(entry), !directives.contains("no-cache") else { throw error }
            return reuse(entry, key, request)
        }
    }

    /// Stores what was kept back.
    func commit() async {
        let writes = state.withLock { state in
            defer { state.writes = [] }
            return state.writes
        }
        for (key, entry) in writes {
            await cache.attempt { store in
                if let entry {
                    try await store.store(entry, for: key)
                } else {
                    try await store.removeEntries(for: key)
                }
            }
        }
    }

    /// Removes what was used, since no sense can be made of it.
    func discard() async {
        for key in state.withLock({ $0.used }) { await cache.attempt { try await $0.removeEntries(for: key) } }
    }

    private func ask(_ request: HTTPRequest, _ key: String, _ entry: CacheEntry?, _ network: Network) async throws
        -> HTTPResponse
    {
        let candidate = use.validates ? entry.flatMap { $0.hasValidator ? $0 : nil } : nil
        let start = cache.time.unixTime()
        let response = try await network(candidate?.validating(request) ?? request)
        let end = cache.time.unixTime()
        if let candidate, response.status == 304 {
            guard let updated = candidate.validated(by: response, requestTime: start, responseTime: end) else {
                return try await ask(request, key, nil, network)
            }
            if !CacheDirectives(request.headers).contains("no-store") {
                keep(updated.directives.contains("no-store") ? nil : updated, key)
            }
            state.withLock {
                $0.used.append(key)
                $0.source = .validatedCache
            }
            return updated.response(to: request)
        }
        await invalidate(request, response)
        if let entry = StorageRules.entry(
            of: response, to: request, resource: Self.resource(request.url, host: request.headers["Host"]),
            requestTime: start, responseTime: end, isExplicit: isExplicit)
        {
            keep(entry, key)
        } else if response.status == 404 || response.status == 410 {
            await cache.attempt { try await $0.removeEntries(for: key) }
        } else if response.status.isSuccess, !CacheDirectives(request.headers).contains("no-store") {
            // Its responses must not be stored any more.
            keep(nil, key)
        }
        return response
    }

    private func keep(_ entry: CacheEntry?, _ key: String) {
        if use.stores { state.withLock { $0.writes.append((key, entry)) } }
    }

    private func reuse(_ entry: CacheEntry, _ key: String, _ request: HTTPRequest) -> HTTPResponse {
        state.withLock {
            $0.used.append(key)
            $0.source = .cache
        }
        return entry.response(to: request, at: cache.time.unixTime())
    }

    private func isUsable(_ entry: CacheEntry, _ directives: CacheDirectives) -> Bool {
        guard use.reading != .nothing, !directives.contains("no-cache") else { return false }
        if use.reading == .any || entry.isFresh(at: cache.time.unixTime(), for: directives) { return true }
        return use.reading == .stale && mayBeStale(entry)
    }

    private func mayBeStale(_ entry: CacheEntry) -> Bool { cache.overridesValidation || !entry.forbidsStale }

    /// The key of a request; `nil` where the cache has no part in it.
    private func key(of request: HTTPRequest) -> CacheKey? {
        guard use.looks || use.stores, request.method == .get || request.method == .head || isExplicit,
            !Self.partial.contains(where: { request.headers.contains(name: $0) }),
            let standard = CacheKey(request, credentialHeaders: credentialHeaders)
        else { return nil }
        var key = adjustKey(standard)
        key.isStubbed = isStubbed
        return key
    }

    /// Headers by which a request asks for a part, or validates what the caller has stored itself.
    private static let partial = [
        "Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
    ]
}

extension CallCache {
    /// Lets go of what an unsafe request has changed (RFC 9111, section 4.4): its URL, and those of `Location` and
    /// `Content-Location` on the same origin.
    private func invalidate(_ request: HTTPRequest, _ response: HTTPResponse) async {
        guard !request.method.isSafe, !isExplicit, 200..<400 ~= response.status.code else { return }
        let host = request.headers["Host"]
        var resources = [Self.resource(request.url, host: host)]
        for name in ["Location", "Content-Location"] {
            guard let text = response.headers[name],
                let url = URL(string: URLText.escapeReference(text), relativeTo: request.url)?.absoluteURL,
                let target = try? URLText(url.absoluteString), let own = try? URLText(request.url.absoluteString)
            else { continue }
            let real = host.flatMap { try? URLText("\(own.scheme)://\($0)") }
            guard target.origin == own.origin || target.origin == real?.origin,
                let moved = URL(string: target.onOrigin(of: own))
            else { continue }
            resources.append(Self.resource(moved, host: host))
        }
        for resource in resources { await cache.attempt { try await $0.removeEntries(of: resource) } }
    }

    /// The hash of a URL, together with the host that the request names if that is another one.
    private static func resource(_ url: URL, host: String?) -> String {
        SHA256.hex("\(NormalizedURL.text(of: url)) \(host?.lowercased() ?? "")")
    }
}

extension APIError {
    /// Whether the network could not be reached, or broke off.
    var isOffline: Bool {
        guard phase != .cache, case .network(let reason) = kind else { return false }
        switch reason {
        case .refused, .unreachable, .dns, .reset, .timedOut, .truncated: return true
        case .malformed, .tooManyRedirects, .tls, .other: return false
        }
    }
}
