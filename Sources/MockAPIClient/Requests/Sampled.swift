/// A request together with an answer of choice, for one call in a stubbed client.
public struct Sampled<Base: APIRequest>: RequestWrapper, SampleProviding {
    /// What the response is parsed into.
    public typealias Response = Base.Response

    /// The request.
    public var request: Base
    private let makeSample: @Sendable () throws -> SampleAnswer

    init(_ request: Base, sample: @escaping @Sendable () throws -> SampleAnswer) {
        self.request = request
        makeSample = sample
    }

    /// The answer of choice.
    public var sample: SampleAnswer { get throws { try makeSample() } }

    /// Parses as the request does.
    public func parse(_ data: ResponseData) throws -> Response { try request.parse(data) }
}

extension APIRequest {
    /// This request with an answer of choice.
    public func sampled(_ answer: @autoclosure @escaping @Sendable () throws -> SampleAnswer) -> Sampled<Self> {
        Sampled(self, sample: answer)
    }
}

extension SampleProviding {
    /// This request with its own sample under another status.
    ///
    /// A sample that is a failure stays one.
    public func sampled(status: HTTPStatus) -> Sampled<Self> {
        Sampled(self) {
            guard case .response(var response) = try sample else { return try sample }
            response.status = status
            return .response(response)
        }
    }

    /// This request without a response, for a reason.
    public func sampled(failure: TransportError.Reason) -> Sampled<Self> {
        Sampled(self) { .failure(TransportError(failure, "a sample failure")) }
    }
}
