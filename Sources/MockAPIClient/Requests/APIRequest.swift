/// A request whose response has a type.
///
/// A type that says where it goes is enough; everything else has a default:
///
///     struct Repositories: APIRequest {
///         typealias Response = [Repository]      // any Decodable
///         var base: BaseURL { .service("github") }
///         var path: String { "/users/octocat/repos" }
///     }
///
/// The parts are read once for each call, before the plugins see the request.
public protocol APIRequest: Sendable {
    /// What the response is parsed into.
    associatedtype Response: Sendable

    /// The base URL, or the service that has it.
    var base: BaseURL { get }
    /// The path below the base URL, and a query if there is one.
    ///
    /// One slash stands between base and path, whatever slashes either side has. What may not stand in a URL is
    /// escaped, a valid escape stays as it is; so a text from elsewhere that may contain `/`, `?`, `#` or `%` is to be
    /// escaped with `PercentCoding.encode(_:for: .pathSegment)`.
    var path: String { get }
    /// The method; `GET` by default.
    var method: HTTPMethod { get }
    /// Names and values, escaped where they go; none by default.
    var parameters: Parameters { get }
    /// Where the parameters go; by default the query for GET, HEAD and DELETE, a form otherwise.
    var parameterEncoding: ParameterEncoding { get }
    /// Headers, which win over those of the service, which win over the client's; none by default.
    var headers: HTTPFields { get }
    /// A body; none by default.
    ///
    /// GET, HEAD and TRACE have none: such content has no meaning (RFC 9110, section 9.3.1) and URLSession sends none,
    /// so it is an `invalidRequest`.
    var body: RequestBody? { get throws }
    /// How long the peer may stay silent; by default the client's setting.
    var timeout: Duration? { get }
    /// The status codes that are parsed; any other is an error of kind `statusCode`. 200 to 299 by default.
    var acceptedStatus: AcceptedStatus { get }
    /// The decoder for models; by default the client's.
    var decoder: (any ModelDecoder)? { get }
    /// How the client's cache is used; by default as the client says, for GET and HEAD.
    var cachePolicy: CachePolicy? { get }

    /// What tells the stored response apart from others; by default the standard key, which is given.
    func cacheKey(_ standard: CacheKey) -> CacheKey

    /// Where in the body the model is, such as `data.items`; by default the body is the model.
    ///
    /// For `Decodable` responses, by whatever decoder. A key strategy of the decoder is no matter: names are found by their
    /// letters.
    var modelPath: ModelPath? { get }
    /// The type of the service's error object, which is decoded from the body of a status that is not accepted.
    ///
    /// It becomes `APIError.model`; none by default.
    var errorModel: (any (Decodable & Sendable).Type)? { get }

    /// Makes the response of a body whose status is accepted.
    ///
    /// By default that is `Response.parse(_:)` for `Parsable` responses and the decoder for `Decodable` ones.
    func parse(_ data: ResponseData) throws -> Response
}

extension APIRequest {
    /// The base URL itself.
    public var path: String { "" }
    /// `GET`.
    public var method: HTTPMethod { .get }
    /// None.
    public var parameters: Parameters { [:] }
    /// By the method.
    public var parameterEncoding: ParameterEncoding { .automatic }
    /// None.
    public var headers: HTTPFields { [:] }
    /// None.
    public var body: RequestBody? { nil }
    /// The client's.
    public var timeout: Duration? { nil }
    /// 200 to 299.
    public var acceptedStatus: AcceptedStatus { .success }
    /// The client's.
    public var decoder: (any ModelDecoder)? { nil }
    /// The client's.
    public var cachePolicy: CachePolicy? { nil }
    /// The standard one.
    public func cacheKey(_ standard: CacheKey) -> CacheKey { standard }
    /// The whole body.
    public var modelPath: ModelPath? { nil }
    /// None.
    public var errorModel: (any (Decodable & Sendable).Type)? { nil }
}

extension APIRequest where Response: Decodable {
    /// Decodes the model; a type that is parsable, too, parses itself.
    public func parse(_ data: ResponseData) throws -> Response {
        if let parsable = Response.self as? any Parsable.Type, let parsed = try parsable.parse(data) as? Response {
            return parsed
        }
        return try data.decode(Response.self)
    }
}

extension APIRequest where Response: Parsable {
    /// Has the type parse itself.
    public func parse(_ data: ResponseData) throws -> Response { try Response.parse(data) }
}

extension APIRequest where Response: Parsable & Decodable {
    /// Has the type parse itself.
    public func parse(_ data: ResponseData) throws -> Response { try Response.parse(data) }
}
