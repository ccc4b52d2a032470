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
            return entry.report?.text(color: false)
                ?? "\(entry.request.method) \(entry.request.rawTarget) matches no stub"
        case .unused(let stub):
            let place = stub.location.map { " at \($0)" } ?? ""
            return "stub \(stub.name.map { "\"\($0)\"" } ?? stub.id)\(place) answered no request"
        }
    }
}
