import MockAPICore

/// The event loops of a process: as many as it has processors, each started when it is first needed, never stopped.
package final class EventLoopGroup: Sendable {
    private struct State {
        var count: Int
        var loops: [Int: EventLoop] = [:]
        var turn = 0
    }

    /// The loops that all servers and transports share.
    package static let shared = EventLoopGroup(count: Processors.usable)

    private let state: Locked<State>

    init(count: Int) { state = Locked(State(count: max(1, count))) }

    /// How many loops there are at most.
    package var count: Int { state.withLock { $0.count } }

    /// Sets the greatest number of loops, at least 1; to be called before the first server starts.
    package func setCount(_ count: Int) { state.withLock { $0.count = max(1, count) } }

    /// The next loop in turn, started if need be.
    package func next() throws(SocketError) -> EventLoop {
        try loop(at: ticket())
    }

    /// The next number in turn, for `loop(at:)`.
    func ticket() -> Int {
        state.withLock { state in
            defer { state.turn = (state.turn + 1) % state.count }
            return state.turn
        }
    }

    /// The loop of a number, which may be greater than the number of loops; it is started if need be.
    func loop(at number: Int) throws(SocketError) -> EventLoop {
        try state.withLock { state throws(SocketError) in
            let index = number % state.count
            if let loop = state.loops[index] { return loop }
            let loop = try EventLoop()
            try LoopThread.start(loop)
            state.loops[index] = loop
            return loop
        }
    }
}
