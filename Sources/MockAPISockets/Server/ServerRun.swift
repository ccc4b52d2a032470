import MockAPICore

/// One run of a server, from `start` to `stop`: its listeners, and its share of each loop.
///
/// The loops hold a run while it has sockets; the server's handle holds it too, but not the other way round.
final class ServerRun: Sendable {
    private struct State {
        var isStopping = false
        /// One share for each loop that was used so far; the first one has the listeners.
        var shares: [ServerShare] = []
        /// The numbers of connections, by share.
        var counts: [Int] = []
        var openListeners = 0
        var waiters: [CheckedContinuation<Void, Never>] = []

        var connections: Int { counts.reduce(0, +) }
        var isFinished: Bool { isStopping && openListeners == 0 && connections == 0 }
    }

    let configuration: SocketServer.Configuration
    let responder: any Responder
    let port: Int
    let maxConnections: Int
    private let firstLoop: Int
    private let home: EventLoop
    private let state = Locked(State())

    /// Opens the listeners and gives them to a loop.
    init(configuration: SocketServer.Configuration, responder: any Responder) throws(SocketError) {
        _ = DescriptorLimit.raiseOnce
        self.configuration = configuration
        self.responder = responder
        maxConnections = max(1, configuration.limits.maxConnections ?? DescriptorLimit.connections)
        firstLoop = EventLoopGroup.shared.ticket()
        home = try EventLoopGroup.shared.loop(at: firstLoop)
        let (sockets, port) = try ListeningSockets.open(
            hosts: configuration.hosts, port: configuration.port, reusePort: configuration.reusePort)
        self.port = port
        let share = ServerShare(run: self, loop: home, index: 0)
        state.withLock { state in
            state.shares = [share]
            state.counts = [0]
            state.openListeners = sockets.count
        }
        let run = self
        home.execute { for socket in sockets { run.listen(socket) } }
    }

    private func listen(_ socket: Int32) {
        guard !isStopping else {
            SocketCalls.close(socket)
            didCloseListener()
            return
        }
        let listener = Listener(socket, run: self, loop: home)
        state.withLock { $0.shares[0] }.listeners.append(listener)
        listener.open()
    }

    /// Whether the run is coming to its end.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    // MARK: - Connections

    /// Takes a place for one more connection on the loop that has the fewest; `nil` where there is none.
    func reservePlace() -> ServerShare? {
        let group = EventLoopGroup.shared
        return state.withLock { state in
            guard !state.isStopping, state.connections < maxConnections else { return nil }
            var index = 0
            for other in state.counts.indices where state.counts[other] < state.counts[index] { index = other }
            if state.counts[index] > 0, state.counts.count < group.count,
                let loop = try? group.loop(at: firstLoop + state.counts.count)
            {
                index = state.counts.count
                state.shares.append(ServerShare(run: self, loop: loop, index: index))
                state.counts.append(0)
            }
            state.counts[index] += 1
            return state.shares[index]
        }
    }

    /// Whether one more connection would have a place.
    var hasPlace: Bool { state.withLock { !$0.isStopping && $0.connections < maxConnections } }

    /// Gives a place back.
    func freePlace(of share: ServerShare) { update { $0.counts[share.index] -= 1 } }

    /// Takes note of a closed listener.
    func didCloseListener() { update { $0.openListeners -= 1 } }

    private func update(_ change: (inout State) -> Void) {
        let (waiters, shares) = state.withLock { state in
            change(&state)
            guard state.isFinished else { return ([CheckedContinuation<Void, Never>](), [ServerShare]()) }
            // Run and shares hold each other up to here.
            defer { (state.waiters, state.shares) = ([], []) }
            return (state.waiters, state.shares)
        }
        withExtendedLifetime(shares) { for waiter in waiters { waiter.resume() } }
    }

    // MARK: - The end

    /// Stops, and returns when everything is closed; answers under way may take as long as the deadline says.
    func stop(deadline: Duration) async {
        begin(deadline: deadline)
        await withCheckedContinuation { waiter in
            let isFinished = state.withLock { state in
                if state.isFinished { return true }
                state.waiters.append(waiter)
                return false
            }
            if isFinished { waiter.resume() }
        }
    }

    /// Begins to stop without waiting for it; a second call can only make the deadline come earlier.
    func begin(deadline: Duration) {
        let shares = state.withLock { state in
            state.isStopping = true
            return state.shares
        }
        let moment = MonotonicClock.nanoseconds().saturatingAdd(MonotonicClock.nanoseconds(of: deadline))
        for share in shares { share.loop.execute { share.stop(at: moment) } }
    }
}
