/// A request with a cache policy, and if need be a key, of choice.
public struct Cached<Base: APIRequest>: RequestWrapper {
    /// What the response is parsed into.
    public typealias Response = Base.Response

    /// The request.
    public var request: Base
    private let policy: CachePolicy
    private let adjustKey: @Sendable (CacheKey) -> CacheKey

    init(_ request: Base, _ policy: CachePolicy, _ adjustKey: @escaping @Sendable (CacheKey) -> CacheKey) {
        self.request = request
        self.policy = policy
        self.adjustKey = adjustKey
    }

    /// The policy of choice.
    public var cachePolicy: CachePolicy? { policy }
    /// The request's key, changed.
    public func cacheKey(_ standard: CacheKey) -> CacheKey { adjustKey(request.cacheKey(standard)) }

    /// Parses as the request does.
    public func parse(_ data: ResponseData) throws -> Response { try request.parse(data) }
}

extension Cached: SampleProviding where Base: SampleProviding {
    /// The request's.
    public var sample: SampleAnswer { get throws { try request.sample } }
}

extension APIRequest {
    /// This request with a cache policy of its own, and if need be a changed key.
    public func cached(
        _ policy: CachePolicy, key: @escaping @Sendable (CacheKey) -> CacheKey = { $0 }
    ) -> Cached<Self> {
        Cached(self, policy, key)
    }
}
