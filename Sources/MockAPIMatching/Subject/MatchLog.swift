/// Something odd that happened while a request was matched, and that changed the outcome.
public struct MatchDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The pattern concerned, as it was written.
    public var pattern: String
    /// What happened, in one line without a full stop.
    public var message: String

    /// Makes a diagnostic.
    public init(pattern: String, message: String) {
        self.pattern = pattern
        self.message = message
    }

    /// The text shown to people.
    public var description: String { "\(Quoted.text(pattern)): \(message)" }
}

/// What one matching pass remembers: its diagnostics, and the regular expressions that ran away.
///
/// Not `Sendable`: one log belongs to one request and one thread.
public final class MatchLog {
    private struct Runaway: Hashable {
        var pattern: String
        var text: String
    }

    /// What happened so far, in order.
    public private(set) var diagnostics: [MatchDiagnostic] = []
    /// How often a regular expression came to no verdict.
    private(set) var undecidedCount = 0
    private var runaways: Set<Runaway> = []

    /// Makes an empty log.
    public init() {}

    var regexLimit: RegexLimit {
        switch runaways.count {
        case 0: .normal
        case 1..<5: .afterRunaway
        default: .afterSeveralRunaways
        }
    }

    func hasRunAway(_ pattern: String, on text: String) -> Bool {
        !runaways.isEmpty && runaways.contains(Runaway(pattern: pattern, text: text))
    }

    /// Notes that a condition could not be decided.
    func noteUndecided() { undecidedCount += 1 }

    func noteRunaway(_ pattern: String, on text: String) {
        guard runaways.insert(Runaway(pattern: pattern, text: text)).inserted else { return }
        diagnostics.append(
            MatchDiagnostic(
                pattern: pattern,
                message:
                    "the regular expression took too long on a text of \(text.utf8.count) bytes; the condition counts as not met"
            )
        )
    }
}
