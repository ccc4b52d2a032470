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

    /// Hands requests on as they came in, and answers as well; `secure` is for `https`.
    static func passingThrough(secure: any Transport) -> any Transport {
        var configuration = SocketTransport.Configuration()
        configuration.decodesContent = false
        return SchemeTransport(http: SocketTransport(configuration), https: secure)
    }

    /// A transport by which `https` goes as another one does it.
    static func secured(_ transport: any Transport, by secure: any Transport) -> any Transport {
        SchemeTransport(http: transport, https: secure)
    }

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
