/// The protocol versions that are spoken here.
public enum HTTPVersion: String, Sendable, Hashable {
    /// HTTP/1.0 (RFC 1945): no chunks, closed after the answer unless asked otherwise.
    case http10 = "HTTP/1.0"
    /// HTTP/1.1 (RFC 9112).
    case http11 = "HTTP/1.1"
}
