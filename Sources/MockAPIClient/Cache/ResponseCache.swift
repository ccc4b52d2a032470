import Foundation

/// A private cache (RFC 9111) of a client: a store, and how it is used.
///
///     var configuration = ClientConfiguration()
///     configuration.cache = ResponseCache()
///     configuration.cachePolicy = .cachedThenNetwork
public struct ResponseCache: Sendable {
    /// Where entries are kept.
    public var store: any CacheStore
    /// Whether a stale response is used, where the policy wants one, although it says `must-revalidate` or `no-cache`.
    ///
    /// RFC 9111, section 4.2.4, forbids that; some servers say so on every response without meaning it.
    public var overridesValidation: Bool
    /// Headers that carry credentials, besides those that `CacheKey.user` names.
    public var credentialHeaders: [String]
    /// The clock by which responses age.
    public var time: TimeSource
    /// Told what a store threw, such as that a damaged database was set aside; the call goes on without the store.
    public var onProblem: @Sendable (any Error) -> Void

    /// Makes a cache; by default one in memory, whose problems are written to the standard error.
    public init(
        store: any CacheStore = MemoryCacheStore(), overridesValidation: Bool = false,
        credentialHeaders: [String] = [], time: TimeSource = .system,
        onProblem: @escaping @Sendable (any Error) -> Void = ResponseCache.printProblem
    ) {
        self.store = store
        self.overridesValidation = overridesValidation
        self.credentialHeaders = credentialHeaders
        self.time = time
        self.onProblem = onProblem
    }

    /// Removes everything, as when a user signs out.
    public func removeAll() async { await attempt { try await $0.removeAll() } }

    /// Writes a problem to the standard error, one line each.
    public static let printProblem: @Sendable (any Error) -> Void = { problem in
        FileHandle.standardError.write(Data("response cache: \(problem)\n".utf8))
    }

    /// Runs something with the store; `nil` where that failed, which is told.
    func attempt<Value>(_ body: (any CacheStore) async throws -> Value) async -> Value? {
        do {
            return try await body(store)
        } catch {
            onProblem(error)
            return nil
        }
    }
}

/// Nothing that is stored answers a request that may not go to the network.
public struct CacheMiss: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text shown to people.
    public var description: String { "no stored response can be used, and the network may not be asked" }
}
