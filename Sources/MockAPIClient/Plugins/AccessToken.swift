/// Adds an access token to every request, when there is one.
public struct AccessToken: ClientPlugin {
    /// The header's name.
    public let header: String
    private let token: @Sendable () async throws -> String?

    /// Asks `token` before each request; `nil` and an empty text send no header.
    ///
    /// A header of this name that the request has already stays as it is.
    public init(header: String = "access-token", _ token: @escaping @Sendable () async throws -> String?) {
        self.header = header
        self.token = token
    }

    /// Uses one token for every request; `nil` and an empty text send no header.
    public init(header: String = "access-token", _ token: String?) {
        self.init(header: header) { token }
    }

    /// The header, so that it does not go to another origin.
    public var credentialHeaders: [String] { [header] }

    /// Adds the header.
    public func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws
        -> HTTPResponse
    {
        var request = request
        if !request.headers.contains(name: header), let token = try await token(), !token.isEmpty {
            request.headers[header] = token
        }
        return try await next(request)
    }
}
