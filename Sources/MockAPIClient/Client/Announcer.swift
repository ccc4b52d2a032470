/// Tells a handler of values, one after the other and in their order, whatever threads they come from.
final class Announcer<Value: Sendable>: Sendable {
    private struct State {
        var untold: [Value] = []
        var isTelling = false
    }

    private let state = Locked(State())
    private let handler: @Sendable (Value) -> Void

    init(_ handler: @escaping @Sendable (Value) -> Void) { self.handler = handler }

    /// Makes a value, no other being made meanwhile, and sees to it that it is told; `nil` is not told.
    ///
    /// Whoever tells goes on until nothing is left, so that values do not overtake one another, and no lock is held while
    /// the handler runs.
    func announce(_ make: () -> Value?) {
        let mustTell = state.withLock { state in
            guard let value = make() else { return false }
            state.untold.append(value)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard mustTell else { return }
        while let value = nextUntold() { handler(value) }
    }

    private func nextUntold() -> Value? {
        state.withLock { state in
            guard !state.untold.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.untold.removeFirst()
        }
    }
}
