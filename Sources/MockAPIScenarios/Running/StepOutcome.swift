import MockAPICore

/// How the call of a step ended.
enum StepOutcome: Sendable {
    /// A typed request gave a model.
    case model(JSONValue)
    /// A plain request gave a response.
    case response
    /// The call failed.
    case error(ErrorDescription)

    /// The error, where the call failed.
    var error: ErrorDescription? {
        if case .error(let error) = self { error } else { nil }
    }
}
