/// A request method, compared with case (RFC 9110, section 9.1).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method's token, such as `GET`.
    public var rawValue: String

    /// Makes a method of its token, which is sent as it is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a method of its token, which is sent as it is.
    public init(_ token: String) { rawValue = token }

    /// Makes a method of its token, which is sent as it is.
    public init(stringLiteral value: String) { rawValue = value }

    /// The text shown to people.
    public var description: String { rawValue }

    /// Asks for a representation.
    public static let get: HTTPMethod = "GET"
    /// Asks for the header section that `get` would have.
    public static let head: HTTPMethod = "HEAD"
    /// Has the target process the content.
    public static let post: HTTPMethod = "POST"
    /// Replaces the target's state with the content.
    public static let put: HTTPMethod = "PUT"
    /// Changes a part of the target (RFC 5789).
    public static let patch: HTTPMethod = "PATCH"
    /// Removes the target.
    public static let delete: HTTPMethod = "DELETE"
    /// Asks what the target allows.
    public static let options: HTTPMethod = "OPTIONS"
    /// Asks for the request to be sent back.
    public static let trace: HTTPMethod = "TRACE"
    /// Asks for a tunnel.
    public static let connect: HTTPMethod = "CONNECT"

    /// Whether the method asks for nothing but reading (RFC 9110, section 9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }

    /// Whether sending twice means the same as sending once (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// Whether the token consists of token characters only (RFC 9110, section 5.6.2).
    public var isValid: Bool { !rawValue.isEmpty && rawValue.utf8.allSatisfy(HTTPToken.isTokenByte) }
}
