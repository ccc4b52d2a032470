import MockAPICore
import MockAPIMatching

extension JournalEntry: CustomStringConvertible {
    /// Method, target, status, and the stub that answered or why none did, in one line.
    public var description: String {
        let outcome = status.map { "\($0.code)" } ?? fault?.rawValue ?? "-"
        return "\(request.method) \(request.rawTarget) \(outcome) \(answerer)"
    }

    /// The stub that answered, or the nearest one and why it did not.
    private var answerer: String {
        if let stub { return stub.description }
        return report.map { "no stub: \($0.nearestInOneLine)" } ?? "no stub"
    }
}

extension Journal: CustomStringConvertible {
    /// The requests, one a line, after a line that says how many were dropped.
    public var description: String {
        let dropped = droppedCount > 0 ? ["(\(droppedCount) older requests were dropped)"] : []
        return (dropped + entries.map(\.description)).joined(separator: "\n")
    }
}
