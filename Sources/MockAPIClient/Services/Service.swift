/// A host with the headers that all requests to it share.
public struct Service: Sendable, Hashable {
    /// The name that requests use.
    public var name: String
    /// The absolute URL, `http` or `https`, that paths are joined to.
    public var baseURL: String
    /// Headers of every request to the service; a request's own win over them, and they win over the client's.
    public var headers: HTTPFields
    /// Base URLs of environments, where they are not `baseURL`.
    public var environments: [ServiceEnvironment: String] = [:]

    /// Makes a service.
    public init(_ name: String, baseURL: String, headers: HTTPFields = [:]) {
        self.name = name
        self.baseURL = baseURL
        self.headers = headers
    }

    /// Makes a service with a base URL for each environment; the first one is for those not named.
    ///
    ///     Service("shop", baseURLs: [.release: "https://shop.example", .debug: "https://staging.shop.example"])
    public init(
        _ name: String, baseURLs: KeyValuePairs<ServiceEnvironment, String>, headers: HTTPFields = [:]
    ) {
        self.init(name, baseURL: baseURLs.first?.value ?? "", headers: headers)
        environments = Dictionary(baseURLs.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The service with the base URL of an environment.
    func inEnvironment(_ environment: ServiceEnvironment) -> Service {
        guard let url = environments[environment] else { return self }
        var service = self
        service.baseURL = url
        return service
    }
}
