public import MockAPICore

/// One step of a scenario: something that is sent, and what is expected of it.
public struct ScenarioStep: Sendable {
    /// The name; `step N` where the file gives none.
    public let name: String
    /// Where the step begins.
    public let location: FileLocation
    /// Stubs that are added for this step and removed after it.
    let stubs: StepStubs
    /// Client settings of this step.
    let client: ClientSettings
    /// What is sent.
    let send: StepSend
    /// What is expected.
    let expect: StepExpectation
    /// What is kept for later steps.
    let captures: [StepCapture]
    /// The variables that the step uses, in order of places.
    let variables: [ScenarioValue.VariableUse]
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
}

/// A request that is written out in a scenario file.
struct PlainRequest: Sendable {
    /// The content.
    enum Content: Sendable {
        case none
        case json(ScenarioValue)
        case text(ScenarioValue)
    }

    /// The method, a blank, and a path with its query or an absolute URL.
    let line: ScenarioValue
    var headers: [ExpectedMember] = []
    var content: Content = .none
}

/// A value that is kept for later steps.
struct StepCapture: Sendable {
    let name: String
    let path: JSONPath
    let location: FileLocation
}
