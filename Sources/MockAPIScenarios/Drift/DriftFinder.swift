import MockAPIClient
import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Compares two runs of the same scenarios, one on stubs and one on a provider.
///
/// Where a step passes on stubs, the answer of the stub is compared with that of the provider; of a step that is repeated,
/// each time with the same time.
struct DriftFinder {
    /// The two runs of a step, once.
    private struct Pair {
        var step: Drift.Step
        /// What came on stubs; `nil` where there is no such time.
        var own: StepReport.Round?
        var provider: StepReport.Round
        var stub: Stub?
    }

    private let files = WrittenStubs()
    private let allowsExtra: Bool
    /// What differs, in the order of the steps; what shows in several steps is told once.
    private(set) var drifts: [Drift] = []
    /// How many steps were compared.
    private(set) var comparedSteps = 0
    /// What the provider answered to each step that was compared.
    private(set) var answers: [ProviderAnswer] = []

    /// Compares all steps; with `allowsExtra`, what only the provider has is no drift.
    init(
        _ scenarios: [Scenario], onStubs: [ScenarioReport], onProvider: [ScenarioReport], allowsExtra: Bool
    ) {
        self.allowsExtra = allowsExtra
        let providerByPosition = Dictionary(onProvider.map { ($0.position, $0) }) { first, _ in first }
        for own in onStubs {
            guard let other = providerByPosition[own.position], scenarios.indices ~= own.position else { continue }
            compare(own, other, scenarios[own.position].stubsByID)
        }
    }

    private mutating func compare(_ own: ScenarioReport, _ other: ScenarioReport, _ stubs: [String: Stub]) {
        // The steps of both runs are the same, but one run may end before its last step.
        var others: [String: StepReport] = [:]
        for step in other.steps { others["\(step.location) \(step.title)"] = step }
        // What fails before all steps, such as a state, has no other side.
        for step in other.steps where step.number == 0 && step.status == .failed {
            for round in step.rounds { compare(Pair(step: Drift.Step(own, step), provider: round)) }
        }
        for step in own.steps where step.status == .passed {
            guard let other = others["\(step.location) \(step.title)"], other.status != .skipped else { continue }
            comparedSteps += 1
            let rounds = Dictionary(step.rounds.map { ($0.iteration, $0) }) { _, last in last }
            // Where the provider fails, it has no more times; what only one side has is not compared.
            for round in other.rounds {
                let ownRound = rounds[round.iteration]
                compare(
                    Pair(
                        step: Drift.Step(own, step), own: ownRound, provider: round,
                        stub: (ownRound?.stub).flatMap { stubs[$0.id] }))
            }
        }
    }

    private mutating func compare(_ pair: Pair) {
        let step = pair.step
        var isExplained = false
        if let own = pair.own?.response, let request = pair.provider.request, let other = pair.provider.response {
            let asked = ProviderAnswer.Asked(pair.provider)
            let comparison = AnswerComparison(own: own, other: other, asked: asked, allowsExtra: allowsExtra)
            let answer = pair.stub.map { stub in
                ProviderAnswer(
                    stub: stub, step: step, iteration: pair.provider.iteration, request: request, response: other,
                    asked: asked)
            }
            if let answer { answers.append(answer) }
            for difference in comparison.differences { add(difference, step, answer) }
            isExplained = comparison.isExplained
        }
        guard pair.provider.status == .failed, !isExplained else { return }
        // Nothing in the answers tells why the step fails on the provider: an error of the network, a time, a request.
        // What is expected stands in the scenario, since no stub says it.
        let failure = pair.provider.failures.first
        drifts.append(
            Drift(
                part: .outcome, kind: .value, path: failure?.path, expectedValue: failure?.expected,
                providerValue: failure?.found, detail: failure?.message, isAsked: true,
                location: failure?.location ?? step.location, stubName: name(of: pair.stub), steps: [step]))
    }

    /// Adds a drift at its place, or the step to one that is known.
    private mutating func add(
        _ difference: AnswerComparison.Difference, _ step: Drift.Step, _ answer: ProviderAnswer?
    ) {
        let drift = Drift(
            part: difference.part, kind: difference.kind, path: difference.path,
            moreElements: max(0, difference.places.count - 1), stubValue: difference.own,
            providerValue: difference.other, detail: difference.detail, isAsked: difference.isAsked,
            location: answer.flatMap { location(of: difference.part, difference.places.first, $0.stub) },
            stubName: name(of: answer?.stub), steps: [step],
            target: answer.map { Drift.Target(answer: $0, change: difference.change) })
        if let known = drifts.firstIndex(where: { $0.isSame(as: drift) }) {
            if !drifts[known].steps.contains(step) { drifts[known].steps.append(step) }
            drifts[known].isAsked = drifts[known].isAsked || drift.isAsked
        } else {
            drifts.append(drift)
        }
    }

    private func location(of part: Drift.Part, _ path: JSONPath?, _ stub: Stub) -> FileLocation? {
        files.find(stub).map { DriftLocation(written: $0).location(of: part, path) } ?? stub.location
    }

    private func name(of stub: Stub?) -> String { stub?.reference.description ?? "no stub" }
}

extension Drift {
    /// Whether both are the same at the same place of the same stub, or, where no stub answers, of the same step.
    fileprivate func isSame(as other: Drift) -> Bool {
        guard part == other.part, kind == other.kind, part != .outcome, hasPath(of: other) else { return false }
        guard let target, let otherTarget = other.target else {
            return self.target == nil && other.target == nil && steps == other.steps
        }
        return target.answer.key == otherTarget.answer.key && stubName == other.stubName
    }

    /// Whether both are at one place; keys are compared by their Unicode scalars.
    private func hasPath(of other: Drift) -> Bool {
        guard let path, let otherPath = other.path else { return path == nil && other.path == nil }
        return JSONText.isSame(path, otherPath)
    }
}

extension Drift.Step {
    fileprivate init(_ scenario: ScenarioReport, _ step: StepReport) {
        self.init(scenario: scenario.name, title: step.title, location: step.location)
    }
}

extension Scenario {
    /// All stubs of the scenario and its steps by their identity.
    var stubsByID: [String: Stub] {
        var stubs: [String: Stub] = [:]
        for stub in allStubs { stubs[stub.id] = stub }
        return stubs
    }
}
