import MockAPICore

/// How the call of a step ended.
enum StepOutcome: Sendable {
    /// A typed request gave a model.
    case model(JSONValue)
    /// A typed request gave any number of models, and then an error or none.
    case values([JSONValue], ErrorDescription?)
    /// A plain request gave a response.
    case response
    /// The call failed.
    case error(ErrorDescription)

    /// The error, where the call failed.
    var error: ErrorDescription? {
        switch self {
        case .model, .response: nil
        case .values(_, let error): error
        case .error(let error): error
        }
    }
}
