/// An enum whose raw values are the paths of a service.
///
///     enum BookRoute: String, Route {
///         case list = "books"
///         case add = "books/new"
///         static var base: BaseURL { .service("bookshop") }
///         var method: HTTPMethod { self == .add ? .post : .get }
///     }
///
///     let books = try await client.send(BookRoute.list.request([Book].self, parameters: ["page": 1]))
public protocol Route: RawRepresentable<String>, Sendable {
    /// The base URL of all routes, or the service that has it.
    static var base: BaseURL { get }
    /// The method; `GET` by default.
    var method: HTTPMethod { get }
    /// Headers; none by default.
    var headers: HTTPFields { get }
}

extension Route {
    /// `GET`.
    public var method: HTTPMethod { .get }
    /// None.
    public var headers: HTTPFields { [:] }

    /// A request of this route for a model.
    public func request<Response: Decodable & Sendable>(
        _ response: Response.Type = Response.self, parameters: Parameters = [:],
        encoding: ParameterEncoding = .automatic, body: RequestBody? = nil, modelPath: ModelPath? = nil
    ) -> RouteRequest<Self, Response> {
        RouteRequest(
            route: self, parameters: parameters, parameterEncoding: encoding, body: body, modelPath: modelPath)
    }
}
