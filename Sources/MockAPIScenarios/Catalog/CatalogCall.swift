import Foundation
import MockAPIClient
import MockAPICore

/// A typed request of which the type is known to its closures only.
struct CatalogCall: Sendable {
    /// What came of a call: a model, a response, or both.
    typealias Outcome = (model: JSONValue?, response: HTTPResponse?)

    /// The request, for who needs to know where it goes.
    let request: any APIRequest
    /// Sends the request through a client in a way of choice and turns the model into JSON.
    let send: @Sendable (Client, StepForm, ProgressWatch) async throws -> Outcome
    /// Sends the request through a client and hands over each model that comes, thinned out if need be.
    let values: @Sendable (Client, StepThinning?, _ onValue: (JSONValue) -> Void) async throws -> Void

    /// Makes a call of a request.
    init<Request: APIRequest>(_ request: Request) {
        self.request = request
        send = { client, form, watch in
            switch form {
            case .model where watch.isWanted:
                return (try ModelJSON.json(of: try await client.upload(request) { watch.sent.append($0) }), nil)
            case .model:
                let exchange = try await client.exchange(request)
                return (try ModelJSON.json(of: exchange.value), exchange.response)
            case .callback: return (try ModelJSON.json(of: try await Self.call(request, client)), nil)
            case .download: return (nil, try await Self.download(request, client, watch))
            }
        }
        values = { client, thinning, onValue in
            let values = client.values(for: request)
            switch thinning {
            case nil: for try await value in values { onValue(try ModelJSON.json(of: value)) }
            case .debounced(let time)?:
                for try await value in values.debounced(for: time) { onValue(try ModelJSON.json(of: value)) }
            case .throttled(let time)?:
                for try await value in values.throttled(for: time) { onValue(try ModelJSON.json(of: value)) }
            }
        }
    }

    /// Sends a request in the callback form.
    private static func call<Request: APIRequest>(_ request: Request, _ client: Client) async throws
        -> Request.Response
    {
        let (results, result) = AsyncStream<Result<Request.Response, APIError>>.makeStream()
        let pending = client.send(request) { result.yield($0) }
        return try await withTaskCancellationHandler {
            for await result in results { return try result.get() }
            // The task was cancelled: the call still ends, and says so.
            throw CancellationError()
        } onCancel: {
            pending.cancel()
        }
    }

    /// Has the content of a response written to a file, and reads it from there.
    private static func download(_ request: some APIRequest, _ client: Client, _ watch: ProgressWatch) async throws
        -> HTTPResponse
    {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        var response = try await client.download(request, to: file) { watch.received.append($0) }
        response.body = HTTPBody(try Data(contentsOf: file))
        return response
    }
}

/// Remembers how far the transfers of a step came.
struct ProgressWatch: Sendable {
    /// Whether the step compares it.
    var isWanted = false
    let sent = Recorder<TransferProgress>()
    let received = Recorder<TransferProgress>()
}
