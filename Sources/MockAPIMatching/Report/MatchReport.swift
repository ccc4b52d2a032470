/// Why no stub answered a request: the nearest stubs, and which of their conditions do not hold.
///
/// The same report is the 404 body, the journal entry, the line on the console and the failure of a test.
public struct MatchReport: Sendable, Hashable {
    /// The request.
    public var request: RequestSummary
    /// The nearest stubs, the nearest first.
    public var nearest: [NearMiss]
    /// What matching noticed, such as a regular expression that ran away.
    public var diagnostics: [MatchDiagnostic]

    /// Makes a report.
    public init(request: RequestSummary, nearest: [NearMiss], diagnostics: [MatchDiagnostic] = []) {
        self.request = request
        self.nearest = nearest
        self.diagnostics = diagnostics
    }

    /// Makes the report of a request that none of the candidates matches.
    ///
    /// The candidates are scored by how far their conditions are from holding, URL and method above all; of equally near
    /// ones the earlier comes first. Only the nearest `limit` are explained.
    public init<Candidate>(
        _ subject: MatchSubject, candidates: some Sequence<Candidate>, limit: Int = 3,
        pattern: (Candidate) -> RequestPattern, reference: (Candidate) -> StubReference
    ) {
        var nearest: [(candidate: Candidate, distance: Double)] = []
        for candidate in candidates {
            let bound = nearest.count >= limit ? nearest.last?.distance : nil
            let distance = pattern(candidate).distance(to: subject, below: bound ?? .infinity)
            subject.didAsk(reference(candidate))
            if let bound, distance >= bound { continue }
            let place = nearest.firstIndex { $0.distance > distance } ?? nearest.count
            nearest.insert((candidate, distance), at: place)
            if nearest.count > limit { nearest.removeLast() }
        }
        let misses = nearest.map { near in
            NearMiss(stub: reference(near.candidate), conditions: pattern(near.candidate).report(subject))
        }
        self.init(request: RequestSummary(subject), nearest: misses, diagnostics: subject.diagnostics)
    }
}
