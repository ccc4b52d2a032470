/// What the exit status of a command says.
public enum ExitCode: Int32, Sendable, Hashable, CaseIterable {
    /// All is well; a server was stopped by a signal.
    case success = 0
    /// An expectation failed, or no stub answers the request that was to be explained.
    case failed = 1
    /// The command line is wrong.
    case usage = 2
    /// A file is wrong or missing.
    case badFile = 3
    /// The provider cannot be reached, or the port cannot be bound.
    case network = 4
    /// There is nothing to run.
    case nothingToRun = 5
    /// Something went wrong that is no fault of the user's.
    case internalError = 70
    /// The command was interrupted by a signal.
    case interrupted = 130

    /// What the status means, as help texts say it.
    var meaning: String {
        switch self {
        case .success: "all is well"
        case .failed: "an expectation failed, or no stub answers (explain)"
        case .usage: "the command line is wrong"
        case .badFile: "a file is wrong or missing"
        case .network: "the provider cannot be reached, or the port cannot be bound"
        case .nothingToRun: "there is nothing to run"
        case .internalError: "internal error"
        case .interrupted: "interrupted by a signal"
        }
    }
}
