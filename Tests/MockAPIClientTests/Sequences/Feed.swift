import MockAPIClient

/// A sequence of which a test hands over each element, and waits until it is used.
final class Feed<Element: Sendable>: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        let feed: Feed

        func next() async throws -> Element? { try await feed.next() }
    }

    private struct State {
        var consumer: CheckedContinuation<Element?, any Error>?
        var sender: CheckedContinuation<Void, Never>?
        var iterations = 0
        var isCancelled = false
        var canceller: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    /// How often iterating has begun.
    var iterations: Int { state.withLock { $0.iterations } }

    func makeAsyncIterator() -> Iterator {
        state.withLock { $0.iterations += 1 }
        return Iterator(feed: self)
    }

    /// Hands an element over and waits until the next one is asked for.
    func send(_ element: Element) async {
        await asked()
        take()?.resume(returning: element)
        await asked()
    }

    /// Hands the last element over.
    func finish() async {
        await asked()
        take()?.resume(returning: nil)
    }

    /// Ends with an error.
    func fail(_ error: any Error) async {
        await asked()
        take()?.resume(throwing: error)
    }

    /// Waits until the iteration is cancelled.
    func cancelled() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if !state.isCancelled { state.canceller = continuation }
                return state.isCancelled
            }
            if isDone { continuation.resume() }
        }
    }

    /// Waits until an element is asked for.
    func asked() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.consumer == nil { state.sender = continuation }
                return state.consumer != nil
            }
            if isReady { continuation.resume() }
        }
    }

    private func take() -> CheckedContinuation<Element?, any Error>? {
        state.withLock { state in
            defer { state.consumer = nil }
            return state.consumer
        }
    }

    private func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Element?, any Error>) in
                let (sender, ends) = state.withLock { state in
                    if !state.isCancelled { state.consumer = continuation }
                    defer { state.sender = nil }
                    return (state.sender, state.isCancelled)
                }
                if ends { continuation.resume(returning: nil) }
                sender?.resume()
            }
        } onCancel: {
            let (consumer, canceller) = state.withLock { state in
                state.isCancelled = true
                defer {
                    state.consumer = nil
                    state.canceller = nil
                }
                return (state.consumer, state.canceller)
            }
            consumer?.resume(returning: nil)
            canceller?.resume()
        }
    }
}
