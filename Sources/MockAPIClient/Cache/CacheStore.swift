/// Where a cache keeps its entries; whatever it does, calls go on.
///
/// What is thrown here is handed to `ResponseCache.onProblem`, and the call goes on as if nothing were stored.
public protocol CacheStore: Sendable {
    /// The entries of a key: one for each combination of the request headers that the responses depend on.
    func entries(for key: String) async throws -> [CacheEntry]
    /// Stores an entry in place of the one of the same key and the same `variant`.
    func store(_ entry: CacheEntry, for key: String) async throws
    /// Removes all entries of a key.
    func removeEntries(for key: String) async throws
    /// Removes all entries of a URL, given as the hash in `CacheEntry.resource`.
    func removeEntries(of resource: String) async throws
    /// Removes everything.
    func removeAll() async throws
}
