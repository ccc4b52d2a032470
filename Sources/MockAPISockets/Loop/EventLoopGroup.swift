import MockAPICore

/// The event loops of a process: as many as it has processors, each started when it is first needed, never stopped.
package final class EventLoopGroup: Sendable {
    private struct State {
        var count: Int
        var loops: [EventLoop] = []
        var turn = 0
    }

    /// The loops that all servers and transports share.
    package static let shared = EventLoopGroup(count: Processors.usable)

    private let state: Locked<State>

    init(count: Int) { state = Locked(State(count: max(1, count))) }

    /// How many loops there are at most; loops that run already stay.
    package var count: Int { state.withLock { $0.count } }

    /// Sets the greatest number of loops, at least 1; to be called before the first server starts.
    package func setCount(_ count: Int) { state.withLock { $0.count = max(1, count) } }

    /// The next loop in turn, started if need be.
    package func next() throws(SocketError) -> EventLoop {
        try state.withLock { state throws(SocketError) in
            let index = state.turn % state.count
            state.turn = (index + 1) % state.count
            if index < state.loops.count { return state.loops[index] }
            let loop = try EventLoop()
            try LoopThread.start(loop, name: "mockapi loop \(index + 1)")
            state.loops.append(loop)
            return loop
        }
    }
}
