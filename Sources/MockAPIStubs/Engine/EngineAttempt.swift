public import MockAPICore
public import MockAPIMatching

/// An answer, or a miss that is not explained yet.
package enum EngineAttempt: Sendable {
    /// A stub answers with bytes at hand, at once.
    case prepared(StubHandle, PreparedResponse)
    /// A stub answers late, slowly, wrongly or from a file.
    indirect case plan(StubHandle, ResponsePlan)
    /// No stub matches.
    indirect case miss(UnexplainedMiss)
    /// A regular expression needs longer than others would like to wait.
    indirect case undecided(UndecidedRequest)
}

/// A request that no stub of a set matches.
///
/// To say why takes longer the more stubs there are and the longer the body is.
public struct UnexplainedMiss: Sendable {
    /// The request.
    public let request: ReceivedRequest
    let stubs: StubSet
    /// The JSON of the body, if it was read already.
    let json: Result<JSONValue, JSONSyntaxError>?

    /// The number of stubs that are to be compared.
    public var stubCount: Int { stubs.count }

    /// Compares the request with the stubs as they were when it came.
    public func report() -> MatchReport { stubs.nearest(MatchSubject(request, json: json, isHasty: false)) }

    /// Compares the request as `report()` does, unless a regular expression needs longer than others would like to wait.
    package func reportInHaste() -> MatchReport? {
        let subject = MatchSubject(request, json: json, isHasty: true)
        let report = stubs.nearest(subject)
        return subject.isCutShort ? nil : report
    }
}

/// A request for which a regular expression needs some time.
package struct UndecidedRequest: Sendable {
    /// What was decided in the end.
    package enum Outcome: Sendable {
        case hit(StubHandle, ResponsePlan)
        case miss(MatchReport)
    }

    /// The request.
    package let request: ReceivedRequest
    let stubs: StubSet
    /// The JSON of the body, if it was read already.
    let json: Result<JSONValue, JSONSyntaxError>?

    /// Matches the request with the stubs as they were when it came, which may take a good part of a second; with what was
    /// noticed, such as regular expressions that ran away.
    package func decide() -> (outcome: Outcome, diagnostics: [MatchDiagnostic]) {
        let subject = MatchSubject(request, json: json, isHasty: false)
        let stub = RequestLookup.with(request, subject: subject) { stubs.find(&$0)?.stub }
        let outcome = stub.map { Outcome.hit($0, $0.stub.plan()) } ?? .miss(stubs.nearest(subject))
        return (outcome, subject.diagnostics)
    }
}
