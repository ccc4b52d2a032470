import MockAPICore

/// Passes requests on to another transport and remembers what was sent and what came back.
struct RecordingTransport: Transport {
    let base: any Transport
    /// How long the peer may stay silent, whatever the request says.
    let timeout: Duration?
    let exchanges: Recorder<Exchange>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        if let timeout { request.timeout = timeout }
        do {
            let response = try await base.send(request)
            exchanges.append(Exchange(request: request, outcome: .response(response)))
            return response
        } catch {
            let outcome: Exchange.Outcome =
                switch error {
                case let error as TransportError: .failure(error)
                case is CancellationError: .cancelled
                default: .failure(TransportError(.other, "\(error)"))
                }
            exchanges.append(Exchange(request: request, outcome: outcome))
            throw error
        }
    }
}

/// A list that grows from any thread.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Locked<[Element]>([])

    func append(_ element: Element) { elements.withLock { $0.append(element) } }

    /// What was recorded so far.
    var all: [Element] { elements.withLock { $0 } }
}
