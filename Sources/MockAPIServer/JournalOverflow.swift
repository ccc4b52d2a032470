/// A question that the journal cannot answer, since requests that it may be about were dropped.
public struct JournalOverflow: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of requests in the journal.
    public let kept: Int
    /// The number of older requests that were dropped.
    public let dropped: Int

    /// The text shown to people.
    public var description: String {
        """
        the journal cannot tell: it holds the last \(kept) requests, \(dropped) older ones were dropped; \
        raise the limit of entries, or reset the server between tests
        """
    }
}
