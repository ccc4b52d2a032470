/// Something odd that happened while a request was matched, and that changed the outcome.
public struct MatchDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The pattern concerned, as it was written.
    public var pattern: String
    /// What happened, in one line without a full stop.
    public var message: String
    /// The stub that the pattern belongs to, where that is known.
    public var stub: StubReference?

    /// Makes a diagnostic.
    public init(pattern: String, message: String, stub: StubReference? = nil) {
        self.pattern = pattern
        self.message = message
        self.stub = stub
    }

    /// The text shown to people.
    public var description: String {
        let owner = stub.map { $0.name == nil && $0.file == nil ? " of \($0)" : " of stub \($0)" } ?? ""
        return "\(Quoted.text(pattern))\(owner): \(message)"
    }
}

/// What one matching pass remembers: its diagnostics, and the regular expressions that ran away.
///
/// Not `Sendable`: one log belongs to one request and one thread.
public final class MatchLog {
    private struct Runaway: Hashable {
        var pattern: String
        var text: String
    }

    /// Longer texts are no matter for a hasty pass.
    private static let longestHastyText = 4096

    /// Whether the pass must not take long, since others wait for its thread: a regular expression on a long text, or one that
    /// is not done within a millisecond or so, comes to no verdict and the pass is void.
    let isHasty: Bool
    /// Whether a hasty pass is void and has to be done anew where nobody waits.
    private(set) var isCutShort = false

    /// What happened so far, in order.
    public private(set) var diagnostics: [MatchDiagnostic] = []
    /// How often a regular expression came to no verdict.
    private(set) var undecidedCount = 0
    private var runaways: Set<Runaway> = []

    /// Makes an empty log.
    public init() { isHasty = false }

    /// Makes the log of a pass that may have to be hasty.
    init(isHasty: Bool) { self.isHasty = isHasty }

    /// Whether a regular expression may look at a text now; a hasty pass that would take long is cut short.
    func mayLook(at text: String) -> Bool {
        if isHasty, text.utf8.count > Self.longestHastyText { isCutShort = true }
        return !isCutShort
    }

    /// Ends a hasty pass.
    func cutShort() { isCutShort = true }

    /// Whether it is not said yet which stub the latest diagnostics belong to.
    var hasUnnamed: Bool { diagnostics.last.map { $0.stub == nil } ?? false }

    /// Names the stub that the diagnostics belong to which have none yet.
    func name(_ stub: StubReference) {
        for index in diagnostics.indices where diagnostics[index].stub == nil { diagnostics[index].stub = stub }
    }

    var regexLimit: RegexLimit {
        if isHasty { return .hasty }
        return switch runaways.count {
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
