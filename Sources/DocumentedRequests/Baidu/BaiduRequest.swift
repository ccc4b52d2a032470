public import MockAPIClient

/// A request to the Baidu host, generic in its model.
///
///     let user = try await client.send(BaiduRequest(User.self, path: .user))
public struct BaiduRequest<Response: Codable & Sendable>: APIRequest {
    /// Which endpoint.
    public var endpoint: BaiduAPI.Path
    /// Names and values; in the query, or in a form for POST.
    public var parameters: Parameters

    /// Makes a request for a model.
    public init(_ response: Response.Type, path: BaiduAPI.Path, parameters: Parameters = [:]) {
        endpoint = path
        self.parameters = parameters
    }

    /// The Baidu host.
    public var base: BaseURL { .service(BaiduAPI.service.name) }
    /// The endpoint's.
    public var path: String { endpoint.rawValue }
    /// The endpoint's.
    public var method: HTTPMethod { endpoint.method }
    /// The host's.
    public var errorModel: (any (Decodable & Sendable).Type)? { BaiduFailure.self }
}
