/// Why no whole response came, the same on every platform and for every transport.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The category of a failure; its raw value is the `reason` in scenario files.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Nobody listens at the address.
        case refused
        /// There is no way to the address.
        case unreachable
        /// The name has no address.
        case dns
        /// The peer closed or reset the connection before the first byte of a response, or reset it later.
        case reset
        /// The peer was silent for too long.
        case timedOut
        /// The response ended before its announced end.
        case truncated
        /// What came is no HTTP.
        case malformed
        /// Redirects did not come to an end.
        case tooManyRedirects
        /// No secure connection could be made.
        case tls
        /// Anything else, described by the message.
        case other
    }

    /// The category.
    public var reason: Reason
    /// What happened, for people.
    public var message: String

    /// Makes an error.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// The text shown to people.
    public var description: String { "\(reason.rawValue): \(message)" }
}
