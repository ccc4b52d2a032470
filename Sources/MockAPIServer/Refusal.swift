public import MockAPICore

/// Bytes of a peer that a server refused before they became a request: no HTTP, too large, or too slow.
public struct Refusal: Sendable, Hashable, CustomStringConvertible {
    /// When it happened, in seconds since 1970.
    public let time: Double
    /// The status of the answer.
    public let status: HTTPStatus
    /// What is wrong.
    public let message: String
    /// The address of the peer without its port.
    public let peerAddress: String?

    /// The text shown to people.
    public var description: String { "refused \(status.code): \(message)" }
}
