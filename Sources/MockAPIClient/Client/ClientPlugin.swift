/// A step that every call passes through: it may change the request, look at the response, answer itself, or ask again.
///
/// The first plugin of the list is the outermost: it sees the request first and the response last. Plugins see stubbed,
/// failed and cancelled calls too. A response of any status reaches them, since the status is checked after them;
/// redirects are followed beneath them.
public protocol ClientPlugin: Sendable {
    /// The rest of the call.
    typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Handles a call; called once for each, after its request is built.
    ///
    /// `next` may be called any number of times. It throws `APIError` where no response came, and `CancellationError`
    /// once the call is cancelled. What is thrown here reaches the caller: `APIError` and `CancellationError` as they
    /// are, anything else as the cause of an `APIError`.
    func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws -> HTTPResponse

    /// Headers that must not go to another origin when a redirect leads there, besides `Authorization` and `Cookie`.
    var credentialHeaders: [String] { get }
}

extension ClientPlugin {
    /// None.
    public var credentialHeaders: [String] { [] }
}
