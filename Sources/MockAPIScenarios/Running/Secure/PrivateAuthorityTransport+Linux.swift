#if !canImport(Darwin)
import Foundation
import MockAPICore
import MockAPISockets

/// Sends `https` requests to servers whose certificates private authorities have signed, by way of tunnels.
final class PrivateAuthorityTransport: Transport, @unchecked Sendable {
    private let library: OpenSSL
    private let context: OpenSSL.Pointer
    private let base: any Transport
    private let tunnels = Locked<[String: TLSTunnel]>([:])

    /// Makes a transport that trusts the authorities of a PEM file and those of the system.
    ///
    /// - Throws: `TransportError` where the file has none, or the machine no OpenSSL.
    init(authorities path: String) throws(TransportError) {
        library = try OpenSSL()
        guard let context = library.newContext(library.clientMethod()) else {
            throw TransportError(.tls, library.complaint())
        }
        self.context = context
        var configuration = SocketTransport.Configuration()
        configuration.decodesContent = false
        base = SocketTransport(configuration)
        _ = library.loadSystemAuthorities(context)
        library.setVerify(context, OpenSSL.Constant.verifyPeer, nil)
        guard library.loadAuthorities(context, path, nil) == 1 else {
            _ = library.complaint()
            throw TransportError(.tls, "\(path) has no certificate in PEM form that can be read")
        }
    }

    deinit { library.freeContext(context) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let authority = request.authority else { throw TransportError(.other, "\(request.url) has no host") }
        let tunnel = try tunnel(authority)
        var local = request
        guard let url = URL(string: "http://127.0.0.1:\(tunnel.port)\(request.target)") else {
            throw TransportError(.other, "\(request.url) cannot be sent")
        }
        local.url = url
        if !request.headers.contains(name: "Host") {
            local.headers.insert(HTTPField("Host", authority.description), at: 0)
        }
        do {
            var response = try await base.send(local)
            response.url = request.url
            return response
        } catch let error as TransportError where error.reason == .reset {
            throw tunnel.failure ?? error
        }
    }

    private func tunnel(_ authority: Authority) throws -> TLSTunnel {
        try tunnels.withLock { tunnels in
            let key = "\(authority.host):\(authority.port ?? 443)"
            if let known = tunnels[key] { return known }
            let tunnel = try TLSTunnel(library, context, host: authority.host, port: authority.port ?? 443)
            tunnels[key] = tunnel
            return tunnel
        }
    }
}
#endif
