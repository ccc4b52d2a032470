public import MockAPIMatching

extension StubSet {
    /// Explains why no stub matches: the stubs that come nearest, with the conditions that hold and that do not.
    public func nearest(_ subject: MatchSubject, limit: Int = 3) -> MatchReport {
        MatchReport(
            subject, candidates: stubs, limit: limit, pattern: { $0.request }, reference: { $0.reference })
    }
}
