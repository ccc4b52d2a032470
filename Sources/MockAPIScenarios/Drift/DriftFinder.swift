import MockAPIClient
import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Compares two runs of the same scenarios, one on stubs and one on a provider.
///
/// Where a step passes on stubs, the answer of the stub is compared with that of the provider.
struct DriftFinder {
    /// The two runs of a step.
    private struct Pair {
        var scenario: ScenarioReport
        var stubs: StepReport
        var provider: StepReport
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
            compare(Pair(scenario: own, stubs: step, provider: step))
        }
        for step in own.steps where step.status == .passed {
            guard let other = others["\(step.location) \(step.title)"], other.status != .skipped else { continue }
            comparedSteps += 1
            compare(Pair(scenario: own, stubs: step, provider: other, stub: step.stub.flatMap { stubs[$0.id] }))
        }
    }

    private mutating func compare(_ pair: Pair) {
        let step = Drift.Step(scenario: pair.scenario.name, title: pair.stubs.title, location: pair.stubs.location)
        var isExplained = false
        if pair.stubs.number > 0, let own = pair.stubs.lastAnswer?.response,
            let (request, other) = pair.provider.lastAnswer
        {
            let asked = ProviderAnswer.Asked(pair.provider)
            let comparison = AnswerComparison(own: own, other: other, asked: asked, allowsExtra: allowsExtra)
            let answer = pair.stub.map { stub in
                ProviderAnswer(
                    stub: stub, step: step, response: other, isOfHead: request.method == .head, asked: asked)
            }
            if let answer { answers.append(answer) }
            for difference in comparison.differences { add(difference, step, answer) }
            isExplained = comparison.isExplained
        }
        guard pair.provider.status == .failed, !isExplained else { return }
        // Nothing in the answers tells why the step fails on the provider: an error of the network, a time, a request.
        let failure = pair.provider.failures.first
        drifts.append(
            Drift(
                part: .outcome, kind: .value, path: failure?.path, stubValue: failure?.expected ?? "an answer",
                providerValue: failure?.found ?? .string(failure?.message ?? "a failure"), isAsked: true,
                location: pair.stub.flatMap { location(of: .outcome, nil, $0) } ?? failure?.location,
                stubName: name(of: pair.stub), steps: [step]))
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
            drifts[known].steps.append(step)
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
    /// Whether both are about the same place of the same stub.
    fileprivate func isSame(as other: Drift) -> Bool {
        part == other.part && path == other.path && part != .outcome && target != nil
            && target?.answer.key == other.target?.answer.key && stubName == other.stubName
    }
}

extension StepReport {
    /// The response that came last, and what it answers.
    fileprivate var lastAnswer: (request: HTTPRequest, response: HTTPResponse)? {
        for exchange in exchanges.reversed() {
            if case .response(let response) = exchange.outcome { return (exchange.request, response) }
        }
        return nil
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
