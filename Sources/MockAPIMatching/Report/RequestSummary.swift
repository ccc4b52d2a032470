public import MockAPICore

/// What a report shows of a request.
public struct RequestSummary: Sendable, Hashable {
    /// The method.
    public var method: String
    /// The target as it was sent.
    public var target: String
    /// The header section.
    public var headers: HTTPFields
    /// The body as UTF-8, its first 4,096 characters at most; `nil` where there is none.
    public var body: String?

    /// Makes a summary.
    public init(method: String, target: String, headers: HTTPFields = [:], body: String? = nil) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// Makes the summary of a request.
    public init(_ subject: MatchSubject) {
        let request = subject.request
        method = request.method.rawValue
        target = request.rawTarget
        headers = request.headers
        body = request.body.isEmpty ? nil : Excerpt.of(subject.body.text, limit: 4_096)
    }
}
