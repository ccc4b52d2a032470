/// Why bytes from a peer are no request that can be answered as it asks.
///
/// The answer has `status`, and the connection is closed after it, since nobody knows where the next request starts.
public struct RequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status of the answer: 400, 408, 413, 414, 431, 501 or 505.
    public var status: Int
    /// What is wrong, for people, in one line.
    public var message: String

    /// Makes an error.
    public init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The text shown to people.
    public var description: String { "\(status): \(message)" }
}
