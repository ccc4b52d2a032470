import MockAPIClient

/// A clock that stands still until a test moves it.
final class TestClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Swift.Duration = .zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var count = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())
    private let numbers = Locked(0)

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Swift.Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let ready = state.withLock { state -> [(count: Int, continuation: CheckedContinuation<Void, Never>)] in
                    state.count += 1
                    let count = state.count
                    let ready = state.waiters.filter { $0.count <= count }
                    state.waiters.removeAll { $0.count <= count }
                    if state.cancelled.contains(number) {
                        continuation.resume(throwing: CancellationError())
                    } else {
                        state.sleepers[number] = (deadline, continuation)
                    }
                    return ready
                }
                for waiter in ready { waiter.continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until `sleep` was called so many times in all.
    func sleeps(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Lets time pass.
    func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
