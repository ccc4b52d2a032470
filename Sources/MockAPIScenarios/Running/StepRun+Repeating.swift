import MockAPICore
import MockAPIMatching

extension StepRun {
    /// Runs the step as often as it says, up to the first time that fails; also returns what the last time captured.
    func run() async -> (StepReport, [String: JSONValue]) {
        guard let repeats = step.repeats else { return await poll() }
        let count = repeats.resolved(variables)
        guard StepRepetitions.problem(of: count) == nil, let total = count.number?.int else {
            let problem = StepRepetitions.problem(of: count) ?? ""
            let failure = StepFailure(.parameters, at: repeats.location, path: "repeat", found: count, problem)
            return (StepReport(step, failures: [failure]), [:])
        }
        var duration = Duration.zero
        var iteration = 0
        var stubs: [StubReference] = []
        var known: Set<StubReference> = []
        var rounds: [StepReport.Round] = []
        while true {
            iteration += 1
            var variables = self.variables
            variables[ScenarioStep.iterationVariable] = .integer(iteration)
            var (report, captured) = await again(with: variables).poll()
            duration += report.duration
            report.duration = duration
            report.iterations = StepReport.Iterations(run: iteration, total: total)
            // A stub that answers many times is told once.
            stubs += report.stubs.filter { known.insert($0).inserted }
            let isOver = report.status != .passed || iteration >= total
            let reason = isOver ? nil : endReason
            guard isOver || reason != nil else {
                if options.keepsRounds { rounds.append(report.lastRound(after: rounds.last)) }
                continue
            }
            report.stubs = stubs
            report.earlierRounds = rounds
            guard let reason else { return (report, captured) }
            report.skip(reason)
            return (report, [:])
        }
    }

    /// Runs the step until what it expects holds, where it is to be waited for; otherwise once.
    private func poll() async -> (StepReport, [String: JSONValue]) {
        guard let eventually = step.eventually else { return await again(with: variables).attempt() }
        if let failure = timeFailure(eventually) { return (StepReport(step, failures: [failure]), [:]) }
        let within = seconds(eventually.within) ?? .zero
        let every = seconds(eventually.every) ?? .seconds(EventualExpectation.defaultEvery)
        let clock = ContinuousClock()
        let start = clock.now
        var attempts = StepReport.Attempts()
        while true {
            var (report, captured) = await again(with: variables).attempt()
            let elapsed = clock.now - start
            attempts.append(report.failures, at: elapsed)
            report.duration = elapsed
            report.attempts = attempts
            // What cannot be sent now cannot be sent later either.
            let isFinal = report.status != .failed || report.failures.contains { $0.kind == .parameters }
            if isFinal || elapsed >= within { return (report, captured) }
            if endReason == nil { try? await clock.sleep(for: every) }
            if let reason = endReason {
                report.skip(reason)
                return (report, [:])
            }
        }
    }

    /// Times that variables gave are checked here, all others when the file is read.
    private func timeFailure(_ eventually: EventualExpectation) -> StepFailure? {
        for (name, time) in [("within", eventually.within), ("every", eventually.every)] {
            guard let time, let problem = StepSeconds.problem(of: time.resolved(variables), name) else { continue }
            return StepFailure(
                .parameters, at: time.location, path: name, found: time.resolved(variables), problem)
        }
        return nil
    }
}
