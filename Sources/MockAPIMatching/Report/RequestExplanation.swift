/// What a set of stubs makes of a request: which stub answers, which others match and lost, and why the rest did not.
public struct RequestExplanation: Sendable, Hashable {
    /// The stub that answers.
    public struct Answer: Sendable, Hashable {
        /// The stub.
        public var stub: StubReference
        /// Its conditions, all of which hold.
        public var conditions: [MatchCondition]
        /// What the request gave for the parameters of the path.
        public var parameters: [PathParameter]
        /// What it answers.
        public var response: ResponseSummary

        /// Makes an answer.
        public init(
            stub: StubReference, conditions: [MatchCondition], parameters: [PathParameter], response: ResponseSummary
        ) {
            self.stub = stub
            self.conditions = conditions
            self.parameters = parameters
            self.response = response
        }
    }

    /// A stub that matches and does not answer.
    public struct Outranked: Sendable, Hashable {
        /// The stub.
        public var stub: StubReference
        /// The rule that puts the answering stub first.
        public var rule: PrecedenceRule
        /// The rule as it applies to the two, in one line without a full stop.
        public var reason: String

        /// Makes an outranked stub.
        public init(stub: StubReference, rule: PrecedenceRule, reason: String) {
            self.stub = stub
            self.rule = rule
            self.reason = reason
        }
    }

    /// The stub that answers; `nil` where none matches.
    public var answer: Answer?
    /// The stubs that match as well, in the order in which they would be tried.
    public var outranked: [Outranked]
    /// The request, the stubs that come nearest of those that do not match, and what matching noticed.
    public var report: MatchReport

    /// Makes an explanation.
    public init(answer: Answer?, outranked: [Outranked], report: MatchReport) {
        self.answer = answer
        self.outranked = outranked
        self.report = report
    }
}

/// What a report shows of a response.
public struct ResponseSummary: Sendable, Hashable {
    /// The status; `nil` where a fault comes instead of an answer.
    public var status: Int?
    /// The value of `Content-Type`.
    public var contentType: String?
    /// The length of the content in bytes; `nil` where it is not known.
    public var length: Int?
    /// The delay in milliseconds; 0 where there is none.
    public var delay: Int
    /// The name of the fault.
    public var fault: String?

    /// Makes a summary; `delay` is in milliseconds.
    public init(status: Int?, contentType: String? = nil, length: Int? = nil, delay: Int = 0, fault: String? = nil) {
        self.status = status
        self.contentType = contentType
        self.length = length
        self.delay = delay
        self.fault = fault
    }

    /// The summary for people, such as `200, application/json, 27 bytes, after 300 ms`.
    public var text: String {
        let parts = [
            fault.map { "fault \($0)" }, status.map { "\($0)" }, contentType.map { Quoted.plain($0, limit: 100) },
            length.map { $0 == 1 ? "1 byte" : "\($0) bytes" }, delay > 0 ? "after \(delay) ms" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
