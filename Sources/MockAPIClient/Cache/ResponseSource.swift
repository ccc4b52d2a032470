/// Where a response came from.
public enum ResponseSource: String, Sendable, Hashable, CaseIterable {
    /// From the network, or from whoever stands in for it: a sample, the stub transport, a plugin.
    case network
    /// From the cache, without asking.
    case cache
    /// From the cache, after the network had said that it is still right (304).
    case validatedCache
}
