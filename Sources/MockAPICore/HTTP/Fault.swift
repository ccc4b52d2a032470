/// A way for a server to break the protocol on purpose; the raw values are those of stub files.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The connection is reset (RST) without an answer.
    case connectionReset = "CONNECTION_RESET_BY_PEER"
    /// The connection is closed without an answer.
    case emptyResponse = "EMPTY_RESPONSE"
    /// A status line and a header section, then bytes that are no chunk, then the connection is closed.
    case malformedChunk = "MALFORMED_RESPONSE_CHUNK"
    /// Bytes that are no HTTP, then the connection is closed.
    case randomData = "RANDOM_DATA_THEN_CLOSE"
}
