import MockAPICore

/// Ends the teardowns of an interrupted run, which otherwise have ten seconds.
public final class TeardownStop: Sendable {
    private struct State {
        var isOver = false
        var handlers: [Int: @Sendable () -> Void] = [:]
        var count = 0
    }

    private let state = Locked(State())

    /// Makes one that has not ended anything.
    public init() {}

    /// Ends the teardowns that run, and those that begin from now on.
    public func end() {
        let handlers = state.withLock { state in
            state.isOver = true
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Has a function called at the end, at once if it has come; returns what `remove` takes.
    func add(_ handler: @escaping @Sendable () -> Void) -> Int {
        let (id, isOver) = state.withLock { state in
            state.count += 1
            state.handlers[state.count] = handler
            return (state.count, state.isOver)
        }
        if isOver { handler() }
        return id
    }

    func remove(_ id: Int) { state.withLock { _ = $0.handlers.removeValue(forKey: id) } }
}
