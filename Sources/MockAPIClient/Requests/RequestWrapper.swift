/// A request that is another one in all but what it says itself.
///
/// What `APIRequest` asks for is handed on here and nowhere else; only `parse(_:)` is left to the wrapper, since which of the
/// ways to parse is meant cannot be told for all of them.
public protocol RequestWrapper: APIRequest where Response == Base.Response {
    /// The type of the request within.
    associatedtype Base: APIRequest

    /// The request within.
    var request: Base { get }
}

extension RequestWrapper {
    /// The request's.
    public var base: BaseURL { request.base }
    /// The request's.
    public var path: String { request.path }
    /// The request's.
    public var method: HTTPMethod { request.method }
    /// The request's.
    public var parameters: Parameters { request.parameters }
    /// The request's.
    public var parameterEncoding: ParameterEncoding { request.parameterEncoding }
    /// The request's.
    public var headers: HTTPFields { request.headers }
    /// The request's.
    public var body: RequestBody? { get throws { try request.body } }
    /// The request's.
    public var timeout: Duration? { request.timeout }
    /// The request's.
    public var acceptedStatus: AcceptedStatus { request.acceptedStatus }
    /// The request's.
    public var decoder: (any ModelDecoder)? { request.decoder }
    /// The request's.
    public var cachePolicy: CachePolicy? { request.cachePolicy }
    /// The request's.
    public func cacheKey(_ standard: CacheKey) -> CacheKey { request.cacheKey(standard) }
    /// The request's.
    public var modelPath: ModelPath? { request.modelPath }
    /// The request's.
    public var errorModel: (any (Decodable & Sendable).Type)? { request.errorModel }
}
