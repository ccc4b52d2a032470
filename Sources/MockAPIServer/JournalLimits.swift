/// How much of its requests a server remembers.
public struct JournalLimits: Sendable, Hashable {
    /// The number of requests; the oldest are dropped.
    public var entries: Int
    /// The number of body bytes kept of each request; longer bodies are cut.
    public var bodyBytes: Int

    /// Makes limits; negative numbers count as 0.
    public init(entries: Int = 1000, bodyBytes: Int = 64 * 1024) {
        self.entries = max(0, entries)
        self.bodyBytes = max(0, bodyBytes)
    }
}
