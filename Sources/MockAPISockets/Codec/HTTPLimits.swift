/// How much a peer may send, and how long it may take.
///
/// Every limit is on by default. Sizes are in bytes. What is over a size limit is answered with the status named here,
/// as soon as the limit is passed, and the connection is closed.
public struct HTTPLimits: Sendable, Hashable {
    /// The request line without its line end (414); 16 KiB, at least 8000 being recommended (RFC 9112, section 3).
    public var requestLineBytes: Int
    /// All field lines of a header section with their line ends (431); 64 KiB.
    ///
    /// Chunk extensions and trailer fields together have the same limit once more.
    public var headerBytes: Int
    /// The number of field lines, those of the trailer section counted too (431); 200.
    public var headerLines: Int
    /// The content of a request, without its chunks (413); 64 MiB.
    public var bodyBytes: Int
    /// The time from the first byte of a request to the end of its header section (408); 10 s.
    public var headerTimeout: Duration
    /// The time between two pieces of content (408); 30 s.
    public var bodyIdleTimeout: Duration
    /// The time between a response and the next request, after which the connection is closed; 75 s.
    public var keepAliveTimeout: Duration
    /// The time that a peer may leave a response unread, after which the connection is closed; 30 s.
    public var writeTimeout: Duration
    /// The number of connections at a time; `nil`: as many as the descriptor limit allows, less a reserve.
    public var maxConnections: Int?

    /// Makes limits; those not named have their documented defaults.
    public init(
        requestLineBytes: Int = 16 << 10, headerBytes: Int = 64 << 10, headerLines: Int = 200,
        bodyBytes: Int = 64 << 20, headerTimeout: Duration = .seconds(10), bodyIdleTimeout: Duration = .seconds(30),
        keepAliveTimeout: Duration = .seconds(75), writeTimeout: Duration = .seconds(30), maxConnections: Int? = nil
    ) {
        self.requestLineBytes = requestLineBytes
        self.headerBytes = headerBytes
        self.headerLines = headerLines
        self.bodyBytes = bodyBytes
        self.headerTimeout = headerTimeout
        self.bodyIdleTimeout = bodyIdleTimeout
        self.keepAliveTimeout = keepAliveTimeout
        self.writeTimeout = writeTimeout
        self.maxConnections = maxConnections
    }
}
