import Foundation
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
        var request = exchange.request
        if case .provider(let baseURL, let service) = self, let provider = URLPlace(baseURL),
            let real = URLPlace(service), let place = URLPlace(request.url.absoluteString),
            place.origin == provider.origin
        {
            if !request.headers.contains(name: "Host") { request.headers.add("Host", real.host) }
            let rest =
                provider.hasPath && place.rest.hasPrefix(provider.path)
                ? place.rest.dropFirst(provider.path.count) : place.rest[...]
            let path = provider.hasPath ? real.path + rest : String(rest)
            request.url = URL(string: "\(real.origin.scheme)://\(real.host)\(path)") ?? request.url
        }
        return StepEvidence.Arrival(request: ReceivedRequest(request, body: request.body.bytes ?? []))
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
