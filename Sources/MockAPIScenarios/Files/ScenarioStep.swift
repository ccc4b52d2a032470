public import MockAPICore

/// One step of a scenario: something that is sent, and what is expected of it.
public struct ScenarioStep: Sendable {
    /// The name; `step N` where the file gives none.
    public let name: String
    /// Where the step begins.
    public let location: FileLocation
    /// The list of the file that the step stands in.
    public let phase: StepPhase
    /// What tells the step from others where the file gives it no name: a hash of what is written; `nil` where it has one.
    let content: String?
    /// The place of the step in its list, counted from 1; the steps of a parallel group count as well.
    public let number: Int
    /// Why the step is not run.
    public let skip: String?
    /// The steps that run at the same time; `nil` where the step runs alone.
    let group: StepGroup?
    /// What the provider has to be like.
    let given: [ProviderState]
    /// Stubs that are added for this step and removed after it.
    let stubs: StepStubs
    /// Client settings of this step.
    let client: ClientSettings
    /// What is sent.
    let send: StepSend
    /// How often it is sent; `nil` is once.
    let repeats: ScenarioValue?
    /// How long it is sent again until what is expected holds.
    let eventually: EventualExpectation?
    /// What is expected.
    let expect: StepExpectation
    /// What is kept for later steps.
    let captures: [StepCapture]
    /// The variables that the step uses, in order of places.
    let variables: [ScenarioValue.VariableUse]

    /// The variable that has the number of the iteration in a step that is repeated.
    static let iterationVariable = "iteration"
}

/// The lists of steps that a scenario has; the raw values are the keys of the file.
public enum StepPhase: String, Sendable, Hashable, CaseIterable {
    /// Before the steps; if one of these fails, the steps are skipped.
    case setup
    /// The steps themselves.
    case steps
    /// After the steps, whatever became of them.
    case teardown

    /// What the numbers of steps are told with, such as `setup step`.
    var noun: String { self == .steps ? "step" : "\(rawValue) step" }
}

/// What the steps of a parallel group share.
struct StepGroup: Sendable {
    /// Where the group begins.
    let location: FileLocation
    /// The stubs of all its steps.
    let stubs: StepStubs
    /// What the provider has to be like for all its steps.
    let given: [ProviderState]
}

/// A state that a provider has to be in.
struct ProviderState: Sendable {
    let name: String
    let parameters: ScenarioValue?
    let location: FileLocation
}

/// How long a step is tried until what it expects holds.
struct EventualExpectation: Sendable {
    let location: FileLocation
    /// After how many seconds no further attempt is made.
    let within: ScenarioValue
    /// How many seconds lie between the end of an attempt and the next.
    let every: ScenarioValue?

    /// How many seconds lie between attempts where the file does not say.
    static let defaultEvery = 0.2
}

/// What a step sends.
struct StepSend: Sendable {
    /// The two kinds of request.
    enum Kind: Sendable {
        /// A typed request of the catalog, with its parameters.
        case catalog(CatalogEntry, with: ScenarioValue?)
        /// A plain request: `METHOD target` and what goes with it.
        case http(PlainRequest)
    }

    let kind: Kind
    let location: FileLocation
    /// How long the peer may stay silent, in seconds.
    var timeout: ScenarioValue?
    /// After how many seconds the call is cancelled.
    var cancelAfter: ScenarioValue?
    /// How the client is asked.
    var form = StepForm.model
    /// How the models that come are thinned out, and by how many seconds.
    var thinning: (key: String, seconds: ScenarioValue)?

    /// Whether it is a plain request, which has no model.
    var isPlain: Bool { if case .http = kind { true } else { false } }
}
