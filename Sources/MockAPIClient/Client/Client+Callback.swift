public import Dispatch

extension Client {
    /// Sends a request for callers without concurrency.
    ///
    /// `completion` is called exactly once, on `queue` or, without one, on a thread of the system's choice; a cancelled
    /// call ends at once with an error of kind `cancelled`, whatever plugins and transport are doing.
    @discardableResult
    public func send<Request: APIRequest>(
        _ request: Request, on queue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<Request.Response, APIError>) -> Void
    ) -> PendingCall {
        let outcome = Outcome(queue: queue, completion)
        let task = Task {
            do {
                outcome.finish(.success(try await send(request)))
            } catch let error as APIError {
                outcome.finish(.failure(error))
            } catch {
                outcome.finish(.failure(cancelled(request)))
            }
        }
        return PendingCall { [self] in
            task.cancel()
            outcome.finish(.failure(cancelled(request)))
        }
    }

    private func cancelled(_ request: some APIRequest) -> APIError {
        APIError(.cancelled, phase: .transport, request: try? makeRequest(request), cause: CancellationError())
    }
}

/// A completion that is called once, by whoever comes first.
private final class Outcome<Value: Sendable>: Sendable {
    private let queue: DispatchQueue
    private let completion: Locked<(@Sendable (Result<Value, APIError>) -> Void)?>

    init(queue: DispatchQueue?, _ completion: @escaping @Sendable (Result<Value, APIError>) -> Void) {
        self.queue = queue ?? .global()
        self.completion = Locked(completion)
    }

    func finish(_ result: Result<Value, APIError>) {
        let taken = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        guard let taken else { return }
        queue.async { taken(result) }
    }
}
