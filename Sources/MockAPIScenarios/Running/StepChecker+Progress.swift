import MockAPICore

extension StepChecker {
    /// The failures of transfers that did not come as far as expected, or went back on their way.
    func progressFailures() -> [StepFailure] {
        guard let progress = expect.progress else { return [] }
        return failures(progress.sent, evidence.sent, path: "sent")
            + failures(progress.received, evidence.received, path: "received")
    }

    private func failures(_ expected: ScenarioValue?, _ steps: [TransferProgress], path: String) -> [StepFailure] {
        guard let expected else { return [] }
        let counts = steps.map(\.count)
        if counts != counts.sorted() {
            return [
                StepFailure(
                    .progress, at: expected.location, path: path, found: .array(counts.map { .integer($0) }),
                    "the progress went back")
            ]
        }
        let last = counts.last.map { JSONValue.integer($0) }
        return [equal(.progress, expected, last, path: path, "the progress ended elsewhere")].compactMap(\.self)
    }
}
