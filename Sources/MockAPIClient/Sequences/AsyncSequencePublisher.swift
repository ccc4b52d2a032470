#if canImport(Combine)
public import Combine

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// This sequence as a publisher, iterated anew for each subscriber, as far as that subscriber asks for elements.
    public func publisher() -> AsyncSequencePublisher<Self> { AsyncSequencePublisher(base: self) }
}

/// Publishes the elements of a sequence.
///
/// Cancelling a subscription cancels its iteration. A sequence that is cancelled from within completes with a
/// `CancellationError`.
public struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher, Sendable where Base.Element: Sendable {
    /// The elements.
    public typealias Output = Base.Element
    /// What the sequence throws.
    public typealias Failure = any Error

    let base: Base

    /// Subscribes; nothing happens until the subscriber asks for an element.
    public func receive<Target: Subscriber>(subscriber: Target)
    where Target.Input == Output, Target.Failure == Failure {
        subscriber.receive(
            subscription: SequenceSubscription(
                base: base, give: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) }))
    }
}

/// One iteration; a subscriber is called from one task only, one call after the other.
private final class SequenceSubscription<Base: AsyncSequence & Sendable>: Subscription, @unchecked Sendable
where Base.Element: Sendable {
    private struct State {
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
        var waiter: CheckedContinuation<Bool, Never>?
        var isCancelled = false
    }

    private let base: Base
    private let give: (Base.Element) -> Subscribers.Demand
    private let complete: (Subscribers.Completion<any Error>) -> Void
    private let state = Locked(State())

    init(
        base: Base, give: @escaping (Base.Element) -> Subscribers.Demand,
        complete: @escaping (Subscribers.Completion<any Error>) -> Void
    ) {
        self.base = base
        self.give = give
        self.complete = complete
    }

    func request(_ demand: Subscribers.Demand) {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.isCancelled, demand > .none else { return nil }
            state.demand += demand
            if state.task == nil { state.task = Task { await self.run() } }
            guard let waiter = state.waiter else { return nil }
            state.waiter = nil
            state.demand -= 1
            return waiter
        }
        waiter?.resume(returning: true)
    }

    func cancel() {
        let (task, waiter) = state.withLock { state in
            state.isCancelled = true
            defer { state.waiter = nil }
            return (state.task, state.waiter)
        }
        task?.cancel()
        waiter?.resume(returning: false)
    }

    private func run() async {
        do {
            var iterator = base.makeAsyncIterator()
            while await isWanted(), let element = try await iterator.next() {
                guard !isCancelled else { return }
                let more = give(element)
                state.withLock { $0.demand += more }
            }
            if !isCancelled { complete(.finished) }
        } catch {
            if !isCancelled { complete(.failure(error)) }
        }
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Waits until an element is asked for, and counts it; `false` once the subscription is cancelled.
    private func isWanted() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                if state.isCancelled { return false }
                if state.demand > .none {
                    state.demand -= 1
                    return true
                }
                state.waiter = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}
#endif
