import MockAPICore

/// How the client is asked for what a typed request gives.
enum StepForm: Sendable {
    /// One model.
    case model
    /// One model, handed to a completion.
    case callback
    /// The content of the response in a file.
    case download
}

/// How the models that come are thinned out.
enum StepThinning: Sendable {
    /// Those after which nothing came for a time.
    case debounced(Duration)
    /// The first, and then one in each span of time.
    case throttled(Duration)
}

/// How far the transfers of a step are expected to come.
struct ProgressExpectation: Sendable {
    /// The bytes of content sent in all.
    var sent: ScenarioValue?
    /// The bytes of content received in all.
    var received: ScenarioValue?
}

/// How a step gets a new access token in the place of an invalid one.
struct TokenRefresh: Sendable {
    /// What asks for it.
    let request: PlainRequest
    /// Where in the answer it is.
    let token: JSONPath
}
