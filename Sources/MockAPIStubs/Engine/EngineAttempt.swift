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
    public func report() -> MatchReport { stubs.nearest(MatchSubject(request, json: json)) }
}
