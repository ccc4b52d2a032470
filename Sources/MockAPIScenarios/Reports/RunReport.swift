public import MockAPICore

/// What a run of scenarios found.
public struct RunReport: Sendable {
    /// The scenarios in the order in which they were given.
    public var scenarios: [ScenarioReport]
    /// How long the run took.
    public var duration: Duration
    /// Whether the run was interrupted, so that some steps were skipped.
    public var wasInterrupted: Bool

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

    /// Whether nothing failed.
    public var isSuccess: Bool { scenarios.allSatisfy { $0.status != .failed } }

    /// Whether a provider could not be reached.
    public var providerWasUnreachable: Bool {
        scenarios.contains { $0.steps.contains(where: \.providerWasUnreachable) }
    }

    /// Whether a scenario's own server could not be started, so that its expectations were not checked.
    public var serverCouldNotStart: Bool {
        scenarios.contains { $0.steps.contains { $0.failures.contains { $0.kind == .server } } }
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

    /// Failed where a step failed, skipped where all were skipped.
    public var status: StepStatus {
        if count(.failed) > 0 { return .failed }
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

    /// The number of the step, and its name where it has one.
    var title: String {
        if number == 0 { return name }
        let numbered = "\(phase.noun) \(number)"
        return name == numbered ? name : "\(numbered) \(Wording.quoted(name))"
    }

    /// The title, and which time it was that failed.
    var fullTitle: String {
        guard let iterations, status == .failed else { return title }
        return "\(title), iteration \(iterations.run) of \(iterations.total)"
    }
}
