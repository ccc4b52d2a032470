import MockAPICore

/// An answer as it was read and, where it goes out at once, whole and from memory, as bytes; stubs may share it.
final class StubAnswer: Sendable {
    let plan: ResponsePlan
    let prepared: PreparedResponse?

    /// Makes an answer; `stub` is the id and the name of the stub that it names in its headers.
    init(_ plan: ResponsePlan, naming stub: (id: String, name: String?)? = nil) {
        self.plan = plan
        let isAtHand = plan.isPlain && plan.response.body.bytes != nil
        prepared =
            isAtHand
            ? PreparedResponse(stub.map { plan.response.naming($0.id, $0.name) } ?? plan.response) : nil
    }
}
