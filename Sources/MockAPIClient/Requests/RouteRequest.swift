/// A request of one case of a `Route`.
public struct RouteRequest<Path: Route, Response: Decodable & Sendable>: APIRequest {
    /// The route.
    public var route: Path
    /// Names and values.
    public var parameters: Parameters
    /// Where the parameters go.
    public var parameterEncoding: ParameterEncoding
    /// The body.
    public var body: RequestBody?
    /// Where in the body of the response the model is.
    public var modelPath: ModelPath?

    /// The route's.
    public var base: BaseURL { Path.base }
    /// The raw value of the route.
    public var path: String { route.rawValue }
    /// The route's.
    public var method: HTTPMethod { route.method }
    /// The route's.
    public var headers: HTTPFields { route.headers }
}
