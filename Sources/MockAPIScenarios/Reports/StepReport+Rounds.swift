import MockAPICore
import MockAPIMatching

extension StepReport {
    /// What came of sending a step once, for who compares it with another run.
    struct Round: Sendable {
        /// Which iteration it was, counted from 1; `nil` where the step is not to be repeated.
        var iteration: Int?
        /// How it ended.
        var status: StepStatus
        /// What did not hold.
        var failures: [StepFailure]
        /// What the last response answers; `nil` where none came.
        var request: HTTPRequest?
        /// The last response; `nil` where none came.
        var response: HTTPResponse?
        /// The stub that answered the last request; `nil` where none did.
        var stub: StubReference?
        /// Where in the body the model is.
        var modelPath: JSONPath?
    }

    /// What came of the last time; content that is the same as before is kept once.
    func lastRound(after before: Round?) -> Round {
        var round = Round(
            iteration: iterations?.run, status: status, failures: failures, stub: stub, modelPath: modelPath)
        for exchange in exchanges.reversed() {
            guard case .response(let response) = exchange.outcome else { continue }
            round.request = exchange.request
            round.response = response
            if let body = before?.response?.body, let bytes = body.bytes, bytes == response.body.bytes {
                round.response?.body = body
            }
            break
        }
        return round
    }

    /// What came of each time that is known, in order.
    var rounds: [Round] { earlierRounds + [lastRound(after: earlierRounds.last)] }
}
