import Foundation
import MockAPICore

/// Sends requests by way of a pass-through, by whatever transport a client uses.
///
/// Time-outs are left to the way from the pass-through on, where silence is the server's.
struct PassThroughTransport: Transport {
    let passThrough: PassThrough
    let base: any Transport
    /// Called for each request that came in and was sent on, with the request as the client handed it over.
    let onArrival: @Sendable (HTTPRequest, ReceivedRequest) -> Void

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let id = passThrough.begin(request)
        let result: Result<HTTPResponse, any Error>
        do {
            result = .success(try await base.send(local(request, id)))
        } catch {
            result = .failure(error)
        }
        let outcome = passThrough.end(id)
        if let received = outcome.received, !(outcome.failure?.reason.isUnreachable ?? false) {
            onArrival(request, received)
        }
        if let failure = outcome.failure {
            try Task.checkCancellation()
            throw failure
        }
        var response = try result.get()
        if let coding = outcome.coding { response.headers["Content-Encoding"] = coding }
        response.url = request.url
        return response
    }

    private func local(_ request: HTTPRequest, _ id: String) throws -> HTTPRequest {
        guard let url = URL(string: "http://127.0.0.1:\(passThrough.port)\(request.target)") else {
            throw TransportError(.other, "\(request.url) cannot be sent")
        }
        var local = request
        local.url = url
        if !request.headers.contains(name: "Host"), let authority = request.authority {
            local.headers.insert(HTTPField("Host", authority.description), at: 0)
        }
        local.headers.add(PassThrough.field, id)
        local.timeout = .seconds(24 * 3600)
        return local
    }
}
