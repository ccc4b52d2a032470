/// What the path of a request is joined to.
public enum BaseURL: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The base URL of a service that the client's `ServiceDirectory` knows by this name.
    case service(String)
    /// An absolute URL, `http` or `https`; it may have a path and a query.
    case url(String)

    /// Makes a base of an absolute URL.
    public init(stringLiteral value: String) { self = .url(value) }
}
