import MockAPICore
import MockAPIMatching

/// All that is known of a step after its call ended.
struct StepEvidence: Sendable {
    /// A request as it arrived at the server, or at the stubs in process.
    struct Arrival: Sendable {
        var request: ReceivedRequest
        /// Why no stub answered; `nil` where one did.
        var miss: MatchReport?
        /// The stub that answered.
        var stub: StubReference?
    }

    /// How the call ended.
    var outcome: StepOutcome
    /// The last response that came.
    var response: HTTPResponse?
    /// The requests in the order of arrival.
    var arrivals: [Arrival]
    /// How long the call took.
    var duration: Duration
    /// How much of the request's content was sent, as it was told.
    var sent: [TransferProgress] = []
    /// How much of the response's content came, as it was told.
    var received: [TransferProgress] = []

    /// The content of the response as text; bytes that are no UTF-8 become U+FFFD.
    var bodyText: String { String(decoding: response?.body.bytes ?? [], as: UTF8.self) }

    /// The content of the response as JSON, or why it is none.
    var bodyJSON: Result<JSONValue, JSONSyntaxError> {
        do {
            return .success(try JSONValue(parsing: response?.body.bytes ?? []))
        } catch {
            return .failure(error)
        }
    }

    /// Where a value stands in the body of the response, if it is what is found there.
    func place(of path: JSONPath, found: JSONValue?) -> BodyPlace? {
        response?.body.bytes.flatMap { BodyPlace.root(of: $0) }.flatMap { BodyPlace(of: path, found: found, in: $0) }
    }
}

extension BodyPlace {
    /// What places in content are looked up in; `nil` where it is no JSON.
    static func root(of bytes: [UInt8]) -> JSONNode? {
        bytes.isEmpty ? nil : try? JSONDocument(parsing: bytes, file: "").root
    }

    /// Where a value stands in JSON, if it is what is found there; of what is missing, the place of what it is missing from.
    init?(of path: JSONPath, found: JSONValue?, in root: JSONNode) {
        let node = path.node(in: root)
        if let found {
            guard let node, node.value == found else { return nil }
            self.init(node.location)
            return
        }
        guard node == nil, let parent = JSONPath(path.components.dropLast()).node(in: root) else { return nil }
        self.init(parent.location)
    }

    /// Where content stops being JSON; `nil` where there is none.
    init?(of error: JSONSyntaxError, in bytes: [UInt8]) {
        if bytes.isEmpty { return nil }
        self.init(error.location(in: bytes))
    }

    private init(_ location: FileLocation) { self.init(line: location.line, column: location.column) }
}
