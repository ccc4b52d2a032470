import MockAPIServer
import MockAPIStubs

/// Something about the requests of a test that makes it fail.
enum FixtureFailure: Sendable {
    case unmatched(JournalEntry)
    case unused(Stub)

    /// What is wrong, with the nearest stubs where a request met none.
    var message: String {
        switch self {
        case .unmatched(let entry):
            let summary = "no stub matches \(entry.request.method) \(entry.request.rawTarget)"
            return entry.report.map { "\(summary)\n\($0.text(color: false))" } ?? summary
        case .unused(let stub):
            let place = stub.location.map { " at \($0)" } ?? ""
            return "stub \(stub.name.map { "\"\($0)\"" } ?? stub.id)\(place) answered no request"
        }
    }
}
