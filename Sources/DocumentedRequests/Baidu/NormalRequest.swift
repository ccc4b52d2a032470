public import MockAPIClient

/// A request to any URL, generic in its model.
///
///     let user = try await client.send(NormalRequest(User.self, urlString: "https://www.baidu.com/user"))
public struct NormalRequest<Response: Codable & Sendable>: APIRequest {
    /// The absolute URL; one that is none makes the request invalid when it is sent.
    public var urlString: String
    /// The method.
    public var method: HTTPMethod
    /// Names and values; in the query, or in a form for POST.
    public var parameters: Parameters
    /// The headers.
    public var headers: HTTPFields

    /// Makes a request for a model.
    public init(
        _ response: Response.Type, urlString: String, method: HTTPMethod = .get, parameters: Parameters = [:],
        headers: HTTPFields = [:]
    ) {
        self.urlString = urlString
        self.method = method
        self.parameters = parameters
        self.headers = headers
    }

    /// The URL.
    public var base: BaseURL { .url(urlString) }
    /// The host's.
    public var errorModel: (any (Decodable & Sendable).Type)? { BaiduFailure.self }
}
