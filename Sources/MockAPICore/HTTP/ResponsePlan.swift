/// A response together with how it is to be given: late, slowly, or not whole.
public struct ResponsePlan: Sendable {
    /// The response.
    public var response: HTTPResponse
    /// How long to wait before the first byte.
    public var delay: Duration
    /// A fault instead of the response.
    public var fault: Fault?
    /// Close the connection after this many content bytes, the announced length being that of the whole.
    public var truncateAfter: Int?
    /// Fall silent after this many content bytes, until the peer or the server ends.
    public var stallAfter: Int?
    /// The pace of the content.
    public var bytesPerSecond: Int?

    /// Makes a plan.
    public init(
        _ response: HTTPResponse, delay: Duration = .zero, fault: Fault? = nil, truncateAfter: Int? = nil,
        stallAfter: Int? = nil, bytesPerSecond: Int? = nil
    ) {
        self.response = response
        self.delay = delay
        self.fault = fault
        self.truncateAfter = truncateAfter
        self.stallAfter = stallAfter
        self.bytesPerSecond = bytesPerSecond
    }

    /// Whether the response goes out at once and whole.
    public var isPlain: Bool {
        delay == .zero && fault == nil && truncateAfter == nil && stallAfter == nil && bytesPerSecond == nil
    }
}
