import Foundation
import MockAPIClient
public import MockAPICore
import MockAPISockets

/// The ways for requests to reach servers; the raw values are those of `--transport`.
public enum RunTransport: String, Sendable, Hashable, CaseIterable {
    /// Our own sockets for `http`, which keep header bytes as they are; URLSession for `https`.
    case socket
    /// What apps ship.
    case urlsession

    /// Makes the transport.
    public func make() -> any Transport {
        switch self {
        case .socket: SchemeTransport(http: SocketTransport(), https: URLSessionTransport())
        case .urlsession: URLSessionTransport()
        }
    }
}

/// Sends `http` requests by one transport and all others by another.
private struct SchemeTransport: Transport {
    let http: any Transport
    let https: any Transport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await (request.url.scheme?.lowercased() == "http" ? http : https).send(request)
    }
}
