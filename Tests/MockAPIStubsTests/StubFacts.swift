import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// All that makes a stub what it is, but for its place, so that stubs can be compared.
struct StubFacts: Equatable {
    var id: String
    var name: String?
    var priority: Int
    var request: RequestPattern
    var status: Int
    var reason: String?
    /// By name, since the order of fields of different names means nothing.
    var headers: [String: [String]]
    var body: [UInt8]?
    var bodyFile: String?
    var delay: Duration
    var fault: Fault?
    var ends: [Int?]

    init(_ stub: Stub) {
        id = stub.id
        name = stub.name
        priority = stub.priority
        request = stub.request
        let plan = stub.response
        status = plan.response.status.code
        reason = plan.response.reason
        headers = Dictionary(grouping: plan.response.headers, by: \.name).mapValues { $0.map(\.value) }
        body = plan.response.body.bytes
        if case .file(let path, _) = plan.response.body.source { bodyFile = path }
        delay = plan.delay
        fault = plan.fault
        ends = [plan.truncateAfter, plan.stallAfter, plan.bytesPerSecond]
    }
}
