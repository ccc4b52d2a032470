/// Adds an access token to every request, when there is one, and gets a new one when it is found to be invalid.
///
///     AccessToken(
///         header: "Authorization", prefix: "Bearer ", token: { session.token },
///         refresh: { _ in try await session.refresh() },          // stores the new token and returns it
///         onInvalid: { _ in session.signOut() })
///
/// - A header of this name that the request has already stays as it is; then nothing of this happens.
/// - A response with one of the `signs` makes the token invalid. However many calls meet one, there is one `refresh`; each
///   of them is then sent again, once. A call that finds another token in place by then is sent again without a refresh.
/// - Where `refresh` throws, all that wait get its error. Where it returns `nil`, they get the responses that they had.
///   A later call begins anew.
/// - A waiting call that is cancelled ends at once; the refresh goes on for the others.
/// - Calls that `refresh` itself makes, with this client or another, pass without a token and without waiting.
public struct AccessToken: ClientPlugin {
    /// The header's name.
    public let header: String
    /// What stands before the token in the header.
    public let prefix: String
    private let signs: [TokenSign]
    private let refresher: TokenRefresher?
    private let onInvalid: (@Sendable (InvalidToken) -> Void)?
    /// The token that `onInvalid` was told last.
    private let told: Locked<String?>
    private let token: @Sendable () async throws -> String?

    /// Asks `token` before each request; `nil` and an empty text send no header.
    ///
    /// - Parameters:
    ///   - token: the token there is.
    ///   - signs: what says that a token is invalid; by default the status 401.
    ///   - refresh: gets a new token for an invalid one; without it, the response reaches the caller as it is.
    ///   - onInvalid: called once for each token that is invalid and for which there is no new one, also where the new one
    ///     is invalid in turn; on any thread.
    public init(
        header: String = "access-token", prefix: String = "",
        token: @escaping @Sendable () async throws -> String?, signs: [TokenSign] = [.status(401)],
        refresh: (@Sendable (_ invalid: String) async throws -> String?)? = nil,
        onInvalid: (@Sendable (InvalidToken) -> Void)? = nil
    ) {
        self.header = header
        self.prefix = prefix
        self.signs = signs
        self.refresher = refresh.map { TokenRefresher($0) }
        self.onInvalid = onInvalid
        told = Locked(nil)
        self.token = token
    }

    /// Asks `token` before each request; `nil` and an empty text send no header.
    public init(
        header: String = "access-token", prefix: String = "", _ token: @escaping @Sendable () async throws -> String?
    ) {
        self.init(header: header, prefix: prefix, token: token)
    }

    /// Uses one token for every request; `nil` and an empty text send no header.
    public init(header: String = "access-token", prefix: String = "", _ token: String?) {
        self.init(header: header, prefix: prefix, token: { token })
    }

    /// The header, so that it does not go to another origin.
    public var credentialHeaders: [String] { [header] }

    /// Adds the header, and sends the request once more where a new token was needed.
    public func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws
        -> HTTPResponse
    {
        if request.headers.contains(name: header) || refresher?.isActive == true { return try await next(request) }
        let mark = refresher?.mark ?? 0
        guard let token = try await currentToken() else { return try await next(request) }
        let first = with(token, request)
        let response = try await next(first)
        guard isInvalid(response) else { return response }
        guard let refresher else {
            tell(token, first, response)
            return response
        }
        let other: String
        if let now = try await currentToken(), now != token {
            other = now
        } else {
            switch try await refresher.renew(token, since: mark) {
            case .renewed(let new): other = new
            case .refused:
                tell(token, first, response)
                return response
            case .failed(let error):
                tell(token, first, response)
                throw error
            }
        }
        let second = with(other, request)
        let answer = try await next(second)
        if isInvalid(answer) { tell(other, second, answer) }
        return answer
    }

    private func with(_ token: String, _ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headers[header] = prefix + token
        return request
    }

    private func currentToken() async throws -> String? {
        guard let token = try await token(), !token.isEmpty else { return nil }
        return refresher?.current(token) ?? token
    }

    private func isInvalid(_ response: HTTPResponse) -> Bool { signs.contains { $0.isSeen(in: response) } }

    private func tell(_ token: String, _ request: HTTPRequest, _ response: HTTPResponse) {
        guard let onInvalid else { return }
        let isNew = told.withLock { told in
            defer { told = token }
            return told != token
        }
        if isNew { onInvalid(InvalidToken(token: token, request: request, response: response)) }
    }
}
