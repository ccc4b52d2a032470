/// A host with the headers that all requests to it share.
public struct Service: Sendable, Hashable {
    /// The name that requests use.
    public var name: String
    /// The absolute URL, `http` or `https`, that paths are joined to.
    public var baseURL: String
    /// Headers of every request to the service; a request's own win over them, and they win over the client's.
    public var headers: HTTPFields

    /// Makes a service.
    public init(_ name: String, baseURL: String, headers: HTTPFields = [:]) {
        self.name = name
        self.baseURL = baseURL
        self.headers = headers
    }
}
