/// The services that requests name, and where they are in this run.
///
/// A service can be replaced, for tests or another environment, without a change to the requests. Where the
/// replacement has no path (`http://127.0.0.1:8080`), scheme, host and port are exchanged and the path of the base URL
/// stays; where it has one (`https://staging.example.com/v3`), the whole base URL is exchanged. An absolute URL on the
/// origin of a replaced service goes where the service goes.
public struct ServiceDirectory: Sendable, Hashable {
    /// Where a service is instead.
    public struct Replacement: Sendable, Hashable {
        /// An absolute URL, `http` or `https`.
        public var baseURL: String
        /// Whether `Host` still names the real host, for servers that tell services apart by it.
        public var keepsHost: Bool

        /// Makes a replacement.
        public init(baseURL: String, keepsHost: Bool) {
            self.baseURL = baseURL
            self.keepsHost = keepsHost
        }
    }

    /// The environment whose base URLs are used; by default that of this build.
    ///
    /// Set it at run time to move every service that has a base URL for it; replacements stay.
    public var environment = ServiceEnvironment.current
    private var registered: [Service]
    private var replacements: [String: Replacement] = [:]

    /// Makes a directory; of services of the same name the last one counts.
    public init(_ services: [Service] = []) {
        registered = []
        for service in services { register(service) }
    }

    /// The services at the base URLs of the environment.
    private var services: [Service] { registered.map { $0.inEnvironment(environment) } }

    /// The names, in the order of registration.
    public var names: [String] { registered.map(\.name) }

    /// The service of a name, at the base URL of the environment.
    public subscript(name: String) -> Service? {
        registered.first { $0.name == name }?.inEnvironment(environment)
    }

    /// Adds a service, or changes the one of this name.
    public mutating func register(_ service: Service) {
        if let place = registered.firstIndex(where: { $0.name == service.name }) {
            registered[place] = service
        } else {
            registered.append(service)
        }
    }

    /// Replaces a service; the name may be unknown as yet.
    ///
    /// `keepsHost` sends the real host as `Host`, which a mock server wants and a real one may refuse.
    public mutating func replace(_ name: String, with baseURL: String, keepsHost: Bool = true) {
        replacements[name] = Replacement(baseURL: baseURL, keepsHost: keepsHost)
    }

    /// Replaces every registered service.
    public mutating func replaceAll(with baseURL: String, keepsHost: Bool = true) {
        for name in names { replace(name, with: baseURL, keepsHost: keepsHost) }
    }

    /// Takes a replacement back.
    public mutating func restore(_ name: String) { replacements[name] = nil }

    /// The replacement of a service.
    public func replacement(of name: String) -> Replacement? { replacements[name] }
}

extension ServiceDirectory {
    /// Where a request goes.
    struct Destination: Equatable {
        /// The absolute URL that the path is joined to.
        var base: String
        /// The real host, where it is to be sent as `Host`.
        var host: String?
        /// The service's headers.
        var headers: HTTPFields = [:]
    }

    /// Finds the place of a base.
    func destination(of base: BaseURL) throws(InvalidRequest) -> Destination {
        switch base {
        case .service(let name):
            guard let service = self[name] else { throw unknown(name) }
            var destination = Destination(base: service.baseURL, headers: service.headers)
            if let replacement = replacements[name] {
                let real = try URLText(service.baseURL)
                let other = try URLText(replacement.baseURL)
                destination.base = other.hasPath ? replacement.baseURL : real.onOrigin(of: other)
                destination.host = replacement.keepsHost ? real.host : nil
            }
            return destination
        case .url(let text):
            guard let moved = try replaced(URLText(text)) else { return Destination(base: text) }
            return moved
        }
    }

    /// Where an absolute URL goes if it is on the origin of a replaced service.
    func replaced(_ url: URLText) throws(InvalidRequest) -> Destination? {
        for service in services {
            guard let replacement = replacements[service.name] else { continue }
            let real = try URLText(service.baseURL)
            guard real.origin == url.origin else { continue }
            let other = try URLText(replacement.baseURL)
            let rest = other.hasPath ? url.removing(pathPrefix: real.path) : url
            return Destination(base: rest.below(other), host: replacement.keepsHost ? url.host : nil)
        }
        return nil
    }

    private func unknown(_ name: String) -> InvalidRequest {
        let known = names.isEmpty ? "no service is known" : "known: \(names.joined(separator: ", "))"
        let hint = Spelling.suggestion(for: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
        return InvalidRequest("unknown service \"\(name)\" (\(known))\(hint)")
    }
}
