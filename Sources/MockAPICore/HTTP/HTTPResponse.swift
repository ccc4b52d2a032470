#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A response as a server means it, or as a client got it.
public struct HTTPResponse: Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The reason phrase, where it is not the registered one.
    public var reason: String?
    /// The header section.
    public var headers: HTTPFields
    /// The content.
    public var body: HTTPBody
    /// On the client's side, the URL that answered, after redirects.
    public var url: URL?

    /// Makes a response.
    public init(
        _ status: HTTPStatus = 200, reason: String? = nil, headers: HTTPFields = [:], body: HTTPBody = .empty,
        url: URL? = nil
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.url = url
    }
}
