import Foundation

/// Decides where a redirect leads (RFC 9110, section 15.4).
struct Redirects {
    let services: ServiceDirectory
    /// Headers of plugins that stay on their origin.
    let credentialHeaders: [String]

    /// The request to send next; `nil` where the response is the final one.
    ///
    /// Followed are 301, 302, 303, 307 and 308 with a usable `Location`. 303 makes everything but HEAD a GET; 301 and 302
    /// make POST a GET, as all user agents do; 307 and 308 keep method and body. Credentials stay on their origin.
    func next(after request: HTTPRequest, response: HTTPResponse) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status.code), let location = response.headers["Location"],
            let target = target(of: location, from: request)
        else { return nil }
        var next = request
        next.url = target.url
        if let host = target.host {
            next.headers["Host"] = host
        } else if !target.isRelative {
            next.headers["Host"] = nil
        }
        if origin(of: next) != origin(of: request) {
            for name in ["Authorization", "Proxy-Authorization", "Cookie"] + credentialHeaders {
                next.headers[name] = nil
            }
        }
        let becomesGet =
            response.status == 303 ? request.method != .head : response.status.code < 303 && request.method == .post
        if becomesGet {
            next.method = .get
            next.body = .empty
            next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        return next
    }

    private struct Target {
        var url: URL
        var host: String?
        var isRelative: Bool
    }

    private func target(of location: String, from request: HTTPRequest) -> Target? {
        let text = URLText.escapeReference(location)
        guard !text.isEmpty, let absolute = URL(string: text, relativeTo: request.url)?.absoluteURL,
            let parts = try? URLText(absolute.absoluteString)
        else { return nil }
        let isRelative = !text.contains("://") && !text.hasPrefix("//")
        if !isRelative, let moved = try? services.replaced(parts), let url = try? URLText(moved.base).url() {
            return Target(url: url, host: moved.host, isRelative: false)
        }
        guard let url = try? parts.url() else { return nil }
        let stays = (try? URLText(request.url.absoluteString).origin) == parts.origin
        return Target(url: url, host: nil, isRelative: isRelative || stays)
    }

    /// The origin that the server takes the request for: scheme and the real host, if that is sent as `Host`.
    private func origin(of request: HTTPRequest) -> URLText.Origin? {
        guard let actual = try? URLText(request.url.absoluteString).origin else { return nil }
        guard let host = request.headers["Host"].flatMap({ Authority($0) }) else { return actual }
        return URLText.Origin(
            scheme: actual.scheme, authority: Authority(host: host.host, port: host.port ?? actual.authority.port))
    }
}
