public import MockAPIMatching

extension StubSet {
    /// So many stubs are compared with a request that none matches.
    static let mostNearStubs = 200

    /// Explains why no stub matches: the stubs that come nearest, with the conditions that hold and that do not.
    ///
    /// Of a large set, the 200 stubs are compared that the index holds for the likeliest.
    public func nearest(_ subject: MatchSubject, limit: Int = 3) -> MatchReport {
        MatchReport(
            subject, candidates: nearStubs(subject), limit: limit, pattern: { $0.request },
            reference: { $0.reference })
    }
}
