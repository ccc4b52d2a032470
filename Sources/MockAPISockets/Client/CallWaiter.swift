import MockAPICore

/// Who waits for the outcome of a call, and is told exactly once; may be used on any thread.
final class CallWaiter: Sendable {
    private enum State {
        case none
        case waiting(ClientCall, CheckedContinuation<HTTPResponse, any Error>)
        case gone
    }

    private let state = Locked(State.none)

    /// Begins the call, unless it was cancelled before.
    func start(_ call: ClientCall, _ continuation: CheckedContinuation<HTTPResponse, any Error>) {
        let isCancelled = state.withLock { state in
            guard case .none = state else { return true }
            state = .waiting(call, continuation)
            return false
        }
        if isCancelled {
            continuation.resume(throwing: CancellationError())
            call.loop.execute { call.tearDown() }
        } else {
            call.loop.execute { call.begin() }
        }
    }

    /// Tells the outcome, unless the call was cancelled before.
    func complete(_ result: Result<HTTPResponse, any Error>) { takeWaiting()?.1.resume(with: result) }

    /// Throws `CancellationError` at once, then has the call closed; does nothing after the outcome.
    func cancel() {
        guard let (call, continuation) = takeWaiting() else { return }
        continuation.resume(throwing: CancellationError())
        call.loop.execute { call.tearDown() }
    }

    private func takeWaiting() -> (ClientCall, CheckedContinuation<HTTPResponse, any Error>)? {
        state.withLock { state in
            defer { state = .gone }
            if case .waiting(let call, let continuation) = state { return (call, continuation) }
            return nil
        }
    }
}
