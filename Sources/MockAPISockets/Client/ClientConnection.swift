import MockAPICore

/// One socket to a server: of one call at a time, or waiting in the pool.
///
/// Belongs to the thread of its loop.
final class ClientConnection: EventHandler, @unchecked Sendable {
    let origin: Origin
    let loop: EventLoop
    let descriptor: Int32
    /// The call that is under way.
    var call: ClientCall?

    private weak var pool: SocketPool?
    private var isOpen = true
    private var idleTimer: LoopTimer?

    /// Takes over a socket and has it watched.
    init(_ descriptor: Int32, to origin: Origin, on loop: EventLoop, pool: SocketPool, _ interest: Interest)
        throws(SocketError)
    {
        self.descriptor = descriptor
        self.origin = origin
        self.loop = loop
        self.pool = pool
        try loop.register(descriptor, interest, self)
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
        idleTimer?.cancel()
        idleTimer = loop.schedule(after: pool.idleTimeout) { [weak self] in
            guard let self else { return }
            if self.pool?.remove(self) ?? true { close() }
        }
        if !pool.put(self) { close() }
    }

    /// Takes up the connection again; false where the server has closed it meanwhile, or said something unasked.
    func reuse() -> Bool {
        idleTimer?.cancel()
        idleTimer = nil
        guard isOpen else { return false }
        guard SocketCalls.isTemporary(SocketCalls.receive(descriptor, into: loop.scratch.input)) else {
            close()
            return false
        }
        return true
    }
}
