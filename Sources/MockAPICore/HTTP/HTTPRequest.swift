#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request as a client sends it.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL; its path and query are sent as they are escaped here.
    public var url: URL
    /// The header section.
    ///
    /// `Host` and the framing fields are added by the transport where they are missing.
    public var headers: HTTPFields
    /// The content.
    public var body: HTTPBody
    /// How long the peer may stay silent; `nil` leaves it to the transport.
    public var timeout: Duration?

    /// Makes a request.
    public init(
        _ method: HTTPMethod = .get, _ url: URL, headers: HTTPFields = [:], body: HTTPBody = .empty,
        timeout: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}
