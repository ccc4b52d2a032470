/// Where the response of a call comes from, in a client that has a cache.
///
/// The raw values are those of `cachePolicy` in scenario files. A policy of the client concerns GET and HEAD; any other
/// method uses the cache only if its request names a policy itself, since sending is what it is about.
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
    /// From the network; nothing is read from the cache and nothing is written to it.
    case networkOnly
    /// From the network, and stored; where the network cannot be reached, what is stored, be it stale.
    case networkFirst
    /// What is stored while it is fresh, as RFC 9111 says; else from the network, which is asked whether the stored one
    /// is still right if it can be; where it cannot be reached, what is stored, be it stale.
    case cacheFirst
    /// What is stored, be it stale, then what the network says, or its error; both only with `Client.values(for:)`.
    ///
    /// A call that returns one value returns the network's.
    case cachedThenNetwork
    /// What is stored, be it stale, and an error where there is nothing; never from the network.
    case cacheOnly
}
