import MockAPIScenarios

/// Which scenarios `verify` runs, and how often.
struct ScenarioChoice {
    private let filter: String?
    private let tags: TagExpression?
    private let repeats: Int
    private let wantsLastFailed: Bool

    /// Reads the command line.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        filter = arguments.value("filter")
        wantsLastFailed = arguments.hasFlag("last-failed")
        repeats = try arguments.integer("repeat", in: 1...1_000_000) ?? 1
        guard let text = arguments.value("tags") else {
            tags = nil
            return
        }
        do { tags = try TagExpression(parsing: text) } catch {
            throw .invalidValue(
                option: "--tags", found: text, expected: "tags with and, or, not and parentheses (\(error.message))")
        }
    }

    /// Those of the scenarios that are chosen, each as often as it is to run.
    ///
    /// Where only those that failed last are wanted and none did, all are run.
    func scenarios(_ all: [Scenario], _ redaction: ReportRedaction, _ console: Console) -> [Scenario] {
        let chosen = all.compactMap { scenario -> Scenario? in
            if let tags, !tags.holds(for: scenario.tags) { return nil }
            guard let filter else { return scenario }
            return ScenarioFilter(filter).narrowed(scenario)
        }
        return (wantsLastFailed ? lastFailed(chosen, redaction, console) : chosen).flatMap { $0.repeated(repeats) }
    }

    private func lastFailed(_ chosen: [Scenario], _ redaction: ReportRedaction, _ console: Console) -> [Scenario] {
        let (failures, isDamaged) = FailureMemory().read()
        if isDamaged { console.warning("\(FailureMemory.file) is damaged, so that nothing is known to have failed") }
        let failed = chosen.compactMap { failures.narrowed($0, redaction) { FailureMemory.name($0) } }
        if failed.isEmpty, !chosen.isEmpty {
            console.warning("nothing is known to have failed, so that everything is run")
        }
        return failed.isEmpty ? chosen : failed
    }

    /// What is chosen, after "there are no scenarios in PATH".
    var explanation: String {
        let parts = [filter.map { " that match \"\($0)\"" }, tags == nil ? nil : " with these tags"]
        return parts.compactMap(\.self).joined()
    }
}
