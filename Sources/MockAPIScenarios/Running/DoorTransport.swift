import Foundation
import MockAPICore
import MockAPIServer

/// Sends what is for a server by another port of the same stubs, at which requests are told apart from those of others.
///
/// Nobody but the socket sees the other port: not the client's cache, and not the `Host` field.
struct DoorTransport: Transport {
    let base: any Transport
    let server: MockServer
    let door: MockServer

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let text = request.url.absoluteString
        let here = server.baseURL.absoluteString
        guard text.hasPrefix(here), Origin(text) == Origin(here),
            let url = URL(string: door.baseURL.absoluteString + text.dropFirst(here.count))
        else { return try await base.send(request) }
        var request = request
        request.url = url
        if !request.headers.contains(name: "Host") {
            request.headers.add("Host", "\(server.configuration.hosts.first ?? "127.0.0.1"):\(server.port)")
        }
        return try await base.send(request)
    }
}
