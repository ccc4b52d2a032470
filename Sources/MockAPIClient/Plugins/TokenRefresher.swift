/// Gets new tokens: once for any number of calls that ask.
final class TokenRefresher: Sendable {
    /// How a refresh ended.
    enum Outcome: Sendable {
        case renewed(String)
        /// There is no new token to be had.
        case refused
        case failed(any Error)
    }

    private typealias Waiter = CheckedContinuation<Outcome, any Error>

    private struct Running {
        var id: Int
        var task: Task<Void, Never>
        var waiters: [Int: Waiter]
    }

    private struct State {
        var lastID = 0
        var running: Running?
        /// How many refreshes have ended.
        var endCount = 0
        /// The token that the last one was for, and how it ended.
        var last: (invalid: String, outcome: Outcome)?
        /// The token that took the place of another one.
        var replacement: (old: String, new: String)?
    }

    /// The refreshers that the current task works for.
    @TaskLocal private static var active: [ObjectIdentifier] = []

    private let refresh: @Sendable (String) async throws -> String?
    private let state = Locked(State())

    init(_ refresh: @escaping @Sendable (String) async throws -> String?) { self.refresh = refresh }

    /// Whether the current task is the refresh itself, whose calls must not wait for it.
    var isActive: Bool { Self.active.contains(ObjectIdentifier(self)) }

    /// A moment, to be compared with the end of refreshes.
    var mark: Int { state.withLock { $0.endCount } }

    /// The token that took the place of this one, or this one.
    func current(_ token: String) -> String {
        state.withLock { state in
            if let replacement = state.replacement, replacement.old == token { replacement.new } else { token }
        }
    }

    /// Waits for a new token: of a refresh that ended since `mark`, of the one that is running, or of a new one.
    ///
    /// - Throws: `CancellationError` at once where the task is cancelled; when nobody waits any more, the refresh is
    ///   cancelled too.
    func renew(_ invalid: String, since mark: Int) async throws -> Outcome {
        let id = nextID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enter(id, $0, invalid, mark) }
        } onCancel: {
            leave(id)
        }
    }

    private func nextID() -> Int {
        state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
    }

    private func enter(_ id: Int, _ waiter: Waiter, _ invalid: String, _ mark: Int) {
        let known: Result<Outcome, any Error>? = state.withLock { state in
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.endCount > mark, let last = state.last, last.invalid == invalid { return .success(last.outcome) }
            if state.running != nil {
                state.running?.waiters[id] = waiter
            } else {
                let task = Task { await run(id, invalid) }
                state.running = Running(id: id, task: task, waiters: [id: waiter])
            }
            return nil
        }
        if let known { waiter.resume(with: known) }
    }

    private func leave(_ id: Int) {
        let (waiter, task) = state.withLock { state in
            let waiter = state.running?.waiters.removeValue(forKey: id)
            guard waiter != nil, state.running?.waiters.isEmpty == true else {
                return (waiter, nil as Task<Void, Never>?)
            }
            defer { state.running = nil }
            return (waiter, state.running?.task)
        }
        waiter?.resume(throwing: CancellationError())
        task?.cancel()
    }

    private func run(_ id: Int, _ invalid: String) async {
        let outcome: Outcome
        do {
            let token = try await Self.$active.withValue(Self.active + [ObjectIdentifier(self)]) {
                try await refresh(invalid)
            }
            if let token, !token.isEmpty { outcome = .renewed(token) } else { outcome = .refused }
        } catch {
            outcome = .failed(error)
        }
        let waiters = state.withLock { state in
            if case .renewed(let token) = outcome { state.replacement = (invalid, token) }
            // A refresh that nobody waits for any more says nothing about the next one.
            guard let running = state.running, running.id == id else { return [Int: Waiter]() }
            state.running = nil
            state.endCount += 1
            state.last = (invalid, outcome)
            return running.waiters
        }
        for waiter in waiters.values { waiter.resume(returning: outcome) }
    }
}
