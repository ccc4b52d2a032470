import MockAPICore
public import MockAPIMatching

extension StubSet {
    /// Says which stub answers a request, which others match and why they lost, and why the nearest of the rest did not.
    ///
    /// Every stub is tried, so this takes longer the more there are.
    public func explain(_ subject: MatchSubject, limit: Int = 3) -> RequestExplanation {
        var winner: (stub: Stub, match: PatternMatch)?
        var outranked: [RequestExplanation.Outranked] = []
        var matching: Set<String> = []
        for stub in stubs {
            guard let match = stub.request.matches(subject) else { continue }
            matching.insert(stub.id)
            guard let first = winner?.stub else {
                winner = (stub, match)
                continue
            }
            let rule = PrecedenceRule(winner: first, loser: stub)
            outranked.append(
                RequestExplanation.Outranked(
                    stub: stub.reference, rule: rule, reason: rule.explanation(winner: first, loser: stub)))
        }
        let report = MatchReport(
            subject, candidates: nearStubs(subject).filter { !matching.contains($0.id) }, limit: limit,
            pattern: { $0.request }, reference: { $0.reference })
        let answer = winner.map { stub, match in
            RequestExplanation.Answer(
                stub: stub.reference, conditions: stub.request.report(subject), parameters: match.parameters,
                response: ResponseSummary(stub.plan()))
        }
        return RequestExplanation(answer: answer, outranked: outranked, report: report)
    }
}

extension ResponseSummary {
    /// Makes the summary of a plan.
    init(_ plan: ResponsePlan) {
        let response = plan.response
        self.init(
            status: plan.fault == nil || plan.fault == .malformedChunk ? response.status.code : nil,
            contentType: plan.fault == nil ? response.headers["Content-Type"] : nil,
            length: plan.fault == nil ? response.body.length : nil,
            delay: Int(plan.delay / .milliseconds(1)), fault: plan.fault?.rawValue)
    }
}
