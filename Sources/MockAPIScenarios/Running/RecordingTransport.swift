import Foundation
import MockAPICore

/// Passes requests on to another transport and remembers what was sent and what came back.
struct RecordingTransport: Transport {
    let base: any Transport
    /// How long the peer may stay silent, whatever the request says.
    let timeout: Duration?
    let exchanges: Recorder<Exchange>

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request) { try await base.send($0) }
    }

    func send(_ request: HTTPRequest, transfer: Transfer) async throws -> HTTPResponse {
        try await send(request) { try await base.send($0, transfer: transfer) }
    }

    private func send(
        _ request: HTTPRequest, by send: (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var request = request
        if let timeout { request.timeout = timeout }
        do {
            let response = try await send(request)
            var recorded = response
            // The file is gone when the report is made.
            if case .file(let path, _) = response.body.source, let content = FileManager.default.contents(atPath: path)
            {
                recorded.body = HTTPBody(content)
            }
            exchanges.append(Exchange(request: request, outcome: .response(recorded)))
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
