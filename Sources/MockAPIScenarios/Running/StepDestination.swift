import Foundation
import MockAPIClient
import MockAPICore

/// Where the request of a step goes.
enum StepDestination: Sendable, Equatable {
    /// To the scenario's own server.
    case own
    /// To stubs in process.
    case stubs
    /// To a real server that the run names, instead of a service's real place.
    case provider(baseURL: String, insteadOf: String)
    /// To a host that is no service.
    case elsewhere

    /// Whether it is a real server that the run names.
    var isProvider: Bool { if case .provider = self { true } else { false } }

    /// The request of an exchange as it would have arrived at the service itself; `nil` where nothing was sent.
    func arrival(_ exchange: Exchange) -> StepEvidence.Arrival? {
        if case .failure(let error) = exchange.outcome, error.reason.isUnreachable { return nil }
        return arrival(exchange.request)
    }

    /// A request that came into the pass-through as it would have arrived at the service itself; `sent` is what the client
    /// handed over.
    func arrival(_ received: ReceivedRequest, sent: HTTPRequest) -> StepEvidence.Arrival {
        var request = sent
        request.method = received.method
        request.headers = received.headers
        request.headers[PassThrough.field] = nil
        request.body = HTTPBody(Array(received.body))
        if let authority = sent.authority, let scheme = sent.url.scheme {
            request.url = URL(string: "\(scheme)://\(authority)\(received.rawTarget)") ?? sent.url
        }
        return arrival(request)
    }

    private func arrival(_ sent: HTTPRequest) -> StepEvidence.Arrival {
        var request = sent
        if case .provider(let baseURL, let service) = self, let provider = URLPlace(baseURL),
            let real = URLPlace(service), let place = URLPlace(request.url.absoluteString),
            place.origin == provider.origin
        {
            // The run, not the request, names the provider.
            let host = request.headers["Host"]
            if host == nil || host.flatMap({ Origin("\(provider.origin.scheme)://\($0)") }) == provider.origin {
                request.headers["Host"] = real.host
            }
            let rest =
                provider.hasPath && place.rest.hasPrefix(provider.path)
                ? place.rest.dropFirst(provider.path.count) : place.rest[...]
            let path = provider.hasPath ? real.path + rest : String(rest)
            request.url = URL(string: "\(real.origin.scheme)://\(real.host)\(path)") ?? request.url
        }
        return StepEvidence.Arrival(request: ReceivedRequest(request, body: request.body.bytes ?? []))
    }
}

extension BaseURL {
    /// Whether it is a URL of this machine: `localhost`, a name below it, or a loopback address (RFC 6761, section 6.3; RFC
    /// 6890).
    var isLoopback: Bool {
        guard case .url(let text) = self, let host = Origin(text)?.authority.host.lowercased() else { return false }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        let isFour = name.hasPrefix("127.") && name.utf8.allSatisfy { $0 == 0x2E || 0x30...0x39 ~= $0 }
        return isFour || ["::1", "[::1]"].contains(name)
    }
}

extension TransportError.Reason {
    /// Whether nothing was sent, since there was no connection.
    var isUnreachable: Bool { self == .refused || self == .unreachable || self == .dns }
}

/// An absolute URL, split after its host.
private struct URLPlace {
    let origin: Origin
    /// Host and port as they are written.
    let host: String
    /// What follows the host.
    let rest: String
    /// The path without a slash at its end.
    let path: String

    /// Whether there is more than `/`.
    var hasPath: Bool { !path.isEmpty }

    init?(_ url: String) {
        guard let origin = Origin(url), let colon = url.range(of: "://") else { return nil }
        self.origin = origin
        let host = url[colon.upperBound...].prefix { !"/?#".contains($0) }
        self.host = String(host)
        rest = String(url[host.endIndex...])
        let path = rest.prefix { !"?#".contains($0) }
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    }
}

/// Scheme, host and port, by which two URLs belong together (RFC 6454, section 4).
struct Origin: Equatable {
    var scheme: String
    var authority: Authority

    init?(_ url: String) {
        guard let colon = url.range(of: "://") else { return nil }
        scheme = url[..<colon.lowerBound].lowercased()
        let host = url[colon.upperBound...].prefix { !"/?#".contains($0) }
        guard var authority = Authority(String(host)) else { return nil }
        authority.port = authority.port ?? (scheme == "https" ? 443 : 80)
        self.authority = authority
    }
}
