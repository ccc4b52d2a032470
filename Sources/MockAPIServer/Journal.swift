public import MockAPICore
public import MockAPIMatching

/// What a server was asked since its start or its last reset, as of one moment.
public struct Journal: Sendable {
    /// The requests in the order of arrival, at most as many as the limit says.
    public let entries: [JournalEntry]
    /// The number of older requests that were dropped.
    public let droppedCount: Int
    /// The session, counted from 1; each reset begins a new one.
    public let session: Int
    /// What was refused before it became a request, the last hundred.
    public let refusals: [Refusal]

    /// The requests that met no stub.
    public var unmatched: [JournalEntry] { entries.filter(\.isUnmatched) }

    /// The requests that meet a condition, in the order of arrival.
    public func entries(where condition: (JournalEntry) throws -> Bool) rethrows -> [JournalEntry] {
        try entries.filter(condition)
    }

    /// The requests of a method and a path, whatever their query.
    ///
    /// `path` is compared as a stub's `urlPath` is: with the raw path, still escaped.
    public func entries(_ method: HTTPMethod, _ path: String) -> [JournalEntry] {
        entries.filter { $0.request.method == method && $0.request.rawPath == path }
    }

    /// The requests that a pattern matches; conditions on a cut body see the part that was kept.
    public func entries(matching pattern: RequestPattern) -> [JournalEntry] {
        entries.filter { pattern.matches(MatchSubject($0.request)) != nil }
    }

    /// The number of requests of a method and a path, whatever their query.
    ///
    /// - Throws: `JournalOverflow` if requests were dropped, so that the number is not known.
    public func count(_ method: HTTPMethod, _ path: String) throws(JournalOverflow) -> Int {
        try exactCount(entries(method, path))
    }

    /// The number of requests that a pattern matches.
    ///
    /// - Throws: `JournalOverflow` if requests were dropped, so that the number is not known.
    public func count(matching pattern: RequestPattern) throws(JournalOverflow) -> Int {
        try exactCount(entries(matching: pattern))
    }

    /// Whether there was a request of a method and a path, whatever its query.
    ///
    /// - Throws: `JournalOverflow` if there is none in the journal, but requests were dropped.
    public func wasCalled(_ method: HTTPMethod, _ path: String) throws(JournalOverflow) -> Bool {
        try isAny(entries(method, path))
    }

    /// Whether there was a request that a pattern matches.
    ///
    /// - Throws: `JournalOverflow` if there is none in the journal, but requests were dropped.
    public func wasCalled(matching pattern: RequestPattern) throws(JournalOverflow) -> Bool {
        try isAny(entries(matching: pattern))
    }

    private func exactCount(_ found: [JournalEntry]) throws(JournalOverflow) -> Int {
        guard droppedCount == 0 else { throw JournalOverflow(kept: entries.count, dropped: droppedCount) }
        return found.count
    }

    private func isAny(_ found: [JournalEntry]) throws(JournalOverflow) -> Bool {
        guard found.isEmpty, droppedCount > 0 else { return !found.isEmpty }
        throw JournalOverflow(kept: entries.count, dropped: droppedCount)
    }
}
