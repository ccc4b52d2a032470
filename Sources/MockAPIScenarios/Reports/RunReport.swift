public import MockAPICore
import MockAPIMatching

/// What a run of scenarios found.
public struct RunReport: Sendable {
    /// The scenarios in the order in which they were given.
    public var scenarios: [ScenarioReport]
    /// How long the run took.
    public var duration: Duration
    /// Whether the run was interrupted, so that some steps were skipped.
    public var wasInterrupted: Bool
    /// Where a provider does not say what the stubs say; `nil` where nothing was compared.
    public private(set) var drifts: [Drift]?
    /// How many steps were compared with the provider; those that were skipped there were not.
    public private(set) var comparedSteps = 0
    /// What the scenarios found on the provider that was compared with; none where nothing was.
    public private(set) var providerScenarios: [ScenarioReport] = []
    /// What the provider answered to the steps that were compared, for who changes the stubs.
    private(set) var providerAnswers: [ProviderAnswer] = []
    /// Whether the provider may have what the stubs lack.
    private(set) var allowsExtra = false
    /// What the scenarios exercised; `nil` where nobody counted.
    public private(set) var coverage: Coverage?
    /// What the scenarios should have exercised and did not.
    public private(set) var coverageProblems: [String] = []

    /// Makes a report.
    public init(scenarios: [ScenarioReport], duration: Duration, wasInterrupted: Bool = false) {
        self.scenarios = scenarios
        self.duration = duration
        self.wasInterrupted = wasInterrupted
    }

    /// The number of steps.
    public var stepCount: Int { scenarios.reduce(0) { $0 + $1.steps.count } }

    /// The number of steps of a status.
    public func count(_ status: StepStatus) -> Int { scenarios.reduce(0) { $0 + $1.count(status) } }

    /// Whether a comparison with a provider was asked for, and nothing was compared.
    public var comparedNothing: Bool { drifts != nil && comparedSteps == 0 }

    /// Whether nothing failed, drifted or was left out against what is required.
    public var isSuccess: Bool {
        scenarios.allSatisfy { $0.status != .failed } && drifts?.isEmpty ?? true && coverageProblems.isEmpty
    }

    /// Whether a provider could not be reached.
    public var providerWasUnreachable: Bool {
        (scenarios + providerScenarios).contains { $0.steps.contains(where: \.providerWasUnreachable) }
    }

    /// Whether a scenario's own server could not be started, so that its expectations were not checked.
    public var serverCouldNotStart: Bool {
        scenarios.contains { $0.steps.contains { $0.failures.contains { $0.kind == .server } } }
    }
}

extension RunReport {
    /// Counts what the steps exercised.
    public mutating func add(_ scenarios: [Scenario], _ catalog: RequestCatalog, _ required: RequiredCoverage) {
        let coverage = Coverage(scenarios, self.scenarios, catalog: catalog)
        self.coverage = coverage
        coverageProblems = required.problems(coverage)
    }

    /// Compares this run on stubs with one of the same scenarios on a provider.
    public mutating func compare(with other: RunReport, _ scenarios: [Scenario], allowsExtra: Bool) {
        let found = DriftFinder(
            scenarios, onStubs: self.scenarios, onProvider: other.scenarios, allowsExtra: allowsExtra)
        drifts = found.drifts
        comparedSteps = found.comparedSteps
        providerAnswers = found.answers
        self.allowsExtra = allowsExtra
        providerScenarios = other.scenarios
        duration += other.duration
        wasInterrupted = wasInterrupted || other.wasInterrupted
    }

    /// The report with other drifts and scenarios, such as those without secrets; stubs cannot be changed by it.
    mutating func replace(drifts: [Drift]?, providerScenarios: [ScenarioReport], coverage: Coverage?) {
        self.drifts = drifts
        self.coverage = coverage
        self.providerScenarios = providerScenarios
        providerAnswers = []
    }
}

/// How a step or a scenario ended.
public enum StepStatus: String, Sendable, Hashable, CaseIterable {
    /// All expectations held.
    case passed
    /// An expectation did not hold.
    case failed
    /// Nothing was sent, for a reason that is told.
    case skipped
}

/// What a run found for one scenario.
public struct ScenarioReport: Sendable {
    /// The name.
    public var name: String
    /// The file, as the user gave it.
    public var file: String
    /// The labels.
    public var tags: [String]
    /// How long the scenario took.
    public var duration: Duration
    /// The steps in order.
    public var steps: [StepReport]
    /// The place among the scenarios of the run, counted from 0.
    var position = 0
    /// Whether all steps of the file were to be run, and not only those up to one of them.
    var isWhole = true

    /// Failed where a step failed, skipped where one was interrupted or all were skipped.
    public var status: StepStatus {
        if count(.failed) > 0 { return .failed }
        if steps.contains(where: \.wasInterrupted) { return .skipped }
        return count(.passed) > 0 ? .passed : .skipped
    }

    /// The number of steps of a status.
    public func count(_ status: StepStatus) -> Int { steps.count { $0.status == status } }
}

/// What a run found for one step.
public struct StepReport: Sendable {
    /// The name.
    public var name: String
    /// The place of the step in its list, counted from 1; 0 for what no step of the file does.
    public var number: Int
    /// The list of the file that the step stands in.
    public var phase: StepPhase = .steps
    /// Where the step begins.
    public var location: FileLocation
    /// How it ended.
    public var status: StepStatus
    /// How long the call took.
    public var duration: Duration = .zero
    /// What did not hold.
    public var failures: [StepFailure] = []
    /// What is doubtful about the step though it passed.
    public var warnings: [Finding] = []
    /// Why the step was skipped.
    public var skipReason: String?
    /// Whether the file says that the step is to be skipped.
    var isLeftOut = false
    /// Whether an interrupt kept the step from being run to its end.
    var wasInterrupted = false
    /// What tells a step without a name from others; `nil` where it has one.
    var content: String?
    /// What was sent and what came back, redirects and repetitions included.
    public var exchanges: [Exchange] = []
    /// How often the step was sent, where it is to be repeated; what else is told is of the last time.
    public var iterations: Iterations?
    /// How often the step was tried, where its expectations are waited for; what else is told is of the last attempt.
    public var attempts: Attempts?
    /// Whether the step was for a provider that could not be reached.
    public var providerWasUnreachable = false
    /// The command that runs the step again; only of steps that failed.
    public var rerunCommand: String?
    /// The stubs that answered, in the order of their answers; those of repetitions, too.
    var stubs: [StubReference] = []
    /// What came of the repetitions before the last, where they are kept.
    var earlierRounds: [Round] = []
    /// The name of the typed request, where one was sent.
    var request: String?
    /// The kind of the error that the call ended with.
    var errorKind: String?
    /// Where in the body the model is.
    var modelPath: JSONPath?

    /// The stub that answered the last request; `nil` where none did.
    var stub: StubReference?

    /// The number of the step, and its name where it has one.
    var title: String {
        if number == 0 { return Wording.visible(name) }
        let numbered = "\(phase.noun) \(number)"
        return name == numbered ? name : "\(numbered) \(Wording.quoted(name))"
    }

    /// The title, and which time it was that failed.
    var fullTitle: String {
        guard let iterations, status == .failed else { return title }
        return "\(title), iteration \(iterations.run) of \(iterations.total)"
    }
}

extension StepReport {
    /// Why a step was skipped that an interrupt kept from being run to its end.
    static let interruption = "interrupted"
    /// Why a step was skipped after another one failed.
    static let failureBefore = "a step has failed before"

    /// Makes the step one that was skipped; what it sent by then stays.
    mutating func skip(_ reason: String) {
        status = .skipped
        skipReason = reason
        failures = []
        wasInterrupted = reason == Self.interruption
    }
}
