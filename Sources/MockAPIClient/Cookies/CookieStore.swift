import Foundation

/// Keeps cookies for a client that is asked to, and sends them where they belong (RFC 6265).
///
/// Cookies are kept in memory, those of redirects too. A request that has a `Cookie` of its own gets no others. Where a
/// service is replaced and keeps its host, cookies belong to that host.
public final class CookieStore: Sendable {
    /// How many cookies are kept; the oldest go first.
    public static let limit = 1000

    private let time: TimeSource
    private let storage = Locked<[Cookie]>([])

    /// Makes an empty store.
    public init(time: TimeSource = .system) { self.time = time }

    /// The cookies that have not ended, the oldest first.
    public var cookies: [Cookie] {
        let now = time.unixTime()
        return storage.withLock { cookies in
            cookies.removeAll { ($0.expires ?? .infinity) <= now }
            return cookies
        }
    }

    /// Forgets everything.
    public func removeAll() { storage.withLock { $0 = [] } }

    /// Takes in what a response sets.
    func store(_ response: HTTPResponse, to request: HTTPRequest) {
        guard let place = Place(request) else { return }
        let now = time.unixTime()
        for text in response.headers[values: "Set-Cookie"] {
            guard let cookie = Cookie(text, host: place.host, path: place.path, now: now) else { continue }
            storage.withLock { cookies in
                let old = cookies.firstIndex {
                    $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
                }
                // One that has ended takes the old one away.
                if (cookie.expires ?? .infinity) <= now {
                    if let old { cookies.remove(at: old) }
                } else if let old {
                    cookies[old] = cookie
                } else {
                    cookies.append(cookie)
                    if cookies.count > Self.limit { cookies.removeFirst() }
                }
            }
        }
    }

    /// The value of `Cookie` for a request, longer paths first; `nil` where none fits.
    func header(for request: HTTPRequest) -> String? {
        guard let place = Place(request) else { return nil }
        let fitting = cookies.filter { $0.fits(host: place.host, path: place.path, isSecure: place.isSecure) }
        let sorted = fitting.enumerated().sorted {
            ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
        }
        return sorted.isEmpty ? nil : sorted.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
    }

    /// Host and path that the server takes a request for.
    private struct Place {
        var host: String
        var path: String
        var isSecure: Bool

        init?(_ request: HTTPRequest) {
            guard let parts = try? URLText(request.url.absoluteString) else { return nil }
            let named = request.headers["Host"].flatMap { Authority($0) }
            host = (named?.host ?? parts.origin.authority.host).lowercased()
            path = parts.path.isEmpty ? "/" : parts.path
            isSecure = parts.scheme == "https"
        }
    }
}
