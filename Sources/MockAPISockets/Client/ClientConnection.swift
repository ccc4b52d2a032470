import MockAPICore

/// One socket to a server: of one call at a time, or waiting in the pool.
///
/// Belongs to the thread of its loop, but for the time between `SocketPool.take` and `SocketPool.put`, in which it belongs
/// to whoever has taken it.
final class ClientConnection: EventHandler, @unchecked Sendable {
    let origin: Origin
    let loop: EventLoop
    let descriptor: Int32
    /// The call that is under way on the loop.
    var call: ClientCall?
    /// How long the server took for its last answer, in nanoseconds.
    var lastTime: UInt64 = 0

    private weak var pool: SocketPool?
    private var isOpen = true
    private var idleTimer: LoopTimer?
    private var token: UInt64 = 0

    /// Takes over a socket and has it watched.
    init(_ descriptor: Int32, to origin: Origin, on loop: EventLoop, pool: SocketPool, _ interest: Interest)
        throws(SocketError)
    {
        self.descriptor = descriptor
        self.origin = origin
        self.loop = loop
        self.pool = pool
        try loop.register(descriptor, interest, self)
        token = loop.token(of: descriptor)
        watchIdleness(since: MonotonicClock.nanoseconds())
    }

    func handle(_ readiness: Readiness) {
        if let call { return call.connectionIsReady(readiness) }
        // A server has nothing to say to a connection that waits: it has closed it.
        if pool?.remove(self) ?? true { close() }
    }

    /// Says what the loop is to watch for.
    func watch(_ interest: Interest) {
        if isOpen { loop.modify(descriptor, interest) }
    }

    /// Closes the socket; calling it again does nothing.
    func close() {
        guard isOpen else { return }
        isOpen = false
        call = nil
        idleTimer?.cancel()
        idleTimer = nil
        loop.unregister(descriptor)
        SocketCalls.close(descriptor)
    }

    /// Lets the connection wait for the next call, where there is room.
    func retire() {
        call = nil
        guard isOpen, let pool else { return close() }
        watch(.read)
        if !pool.put(self) { close() }
    }

    /// Takes up the connection again; false where the server has closed it meanwhile, or said something unasked.
    func reuse() -> Bool {
        guard isOpen else { return false }
        guard SocketCalls.isTemporary(SocketCalls.receive(descriptor, into: loop.scratch.input)) else {
            close()
            return false
        }
        return true
    }

    /// Closes the connection once it has waited for too long; one timer does for all of its life.
    private func watchIdleness(since moment: UInt64) {
        guard let limit = pool?.idleTime else { return }
        idleTimer = loop.schedule(at: moment.saturatingAdd(limit)) { [weak self] in
            guard let self, let pool else { return }
            switch pool.expire(self) {
            case .expired: close()
            case .waiting(let moment): watchIdleness(since: moment)
            case .inUse: watchIdleness(since: MonotonicClock.nanoseconds())
            }
        }
    }

    // MARK: - For a thread that has taken the connection from the pool

    /// Has the loop not watch the connection, which the thread reads by itself.
    func pause() { loop.pause(descriptor, token: token) }

    /// Has the loop watch the connection again.
    func unpause() { loop.unpause(descriptor, token: token) }
}
