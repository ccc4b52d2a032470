/// A stub that nearly answered, with the conditions that it sets.
public struct NearMiss: Sendable, Hashable {
    /// The stub.
    public var stub: StubReference
    /// Its conditions, those that hold and those that do not.
    public var conditions: [MatchCondition]

    /// Makes a near miss.
    public init(stub: StubReference, conditions: [MatchCondition]) {
        self.stub = stub
        self.conditions = conditions
    }

    /// The conditions that do not hold.
    public var failures: [MatchCondition] { conditions.filter { $0.verdict == .failed } }
}
