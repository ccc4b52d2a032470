import MockAPICore

/// The connections of a transport that wait for the next request to their host.
///
/// Whoever takes one out has it for himself, on any thread.
final class SocketPool: Sendable {
    /// What became of a connection whose time is over.
    enum Expiry {
        /// It has waited for too long, and was taken out.
        case expired
        /// It waits, but only since this moment.
        case waiting(since: UInt64)
        /// Somebody has it.
        case inUse
    }

    private struct Waiting {
        var connection: ClientConnection
        var since: UInt64
    }

    private struct State {
        var idle: [Origin: [Waiting]] = [:]
        var directCount = 0
    }

    /// How many may wait for one host; more are closed.
    private let mostIdle: Int
    /// How long one may wait, in nanoseconds.
    let idleTime: UInt64
    /// How many exchanges at once may be made by the threads of their callers: some threads are left for other tasks.
    private let mostDirect = max(1, Processors.usable / 2)
    private let state = Locked(State())

    init(mostIdle: Int, idleTimeout: Duration) {
        self.mostIdle = mostIdle
        idleTime = MonotonicClock.nanoseconds(of: idleTimeout)
    }

    deinit { closeAll() }

    /// Takes out the connection to a host that was used last.
    func take(_ origin: Origin) -> ClientConnection? {
        state.withLock { state in
            guard let place = state.idle.index(forKey: origin) else { return nil }
            let waiting = state.idle.values[place].popLast()
            if state.idle.values[place].isEmpty { state.idle.remove(at: place) }
            return waiting?.connection
        }
    }

    /// Takes a connection in; false where there are enough.
    func put(_ connection: ClientConnection) -> Bool {
        let moment = MonotonicClock.nanoseconds()
        return state.withLock { state in
            guard state.idle[connection.origin, default: []].count < mostIdle else { return false }
            state.idle[connection.origin, default: []].append(Waiting(connection: connection, since: moment))
            return true
        }
    }

    /// Takes a certain connection out; false where it has been taken out before.
    func remove(_ connection: ClientConnection) -> Bool {
        state.withLock { Self.remove(connection, from: &$0.idle) { _ in true } != nil }
    }

    /// Takes a certain connection out if it has waited for too long.
    func expire(_ connection: ClientConnection) -> Expiry {
        let moment = MonotonicClock.nanoseconds()
        return state.withLock { state in
            let removed = Self.remove(connection, from: &state.idle) { moment >= $0.saturatingAdd(idleTime) }
            guard let removed else { return .inUse }
            return moment >= removed.saturatingAdd(idleTime) ? .expired : .waiting(since: removed)
        }
    }

    /// Takes a connection out if `isRipe` says so of the moment since when it waits, and gives that moment; `nil` where it
    /// does not wait.
    private static func remove(
        _ connection: ClientConnection, from idle: inout [Origin: [Waiting]], if isRipe: (UInt64) -> Bool
    ) -> UInt64? {
        guard let list = idle.index(forKey: connection.origin),
            let place = idle.values[list].firstIndex(where: { $0.connection === connection })
        else { return nil }
        let moment = idle.values[list][place].since
        guard isRipe(moment) else { return moment }
        idle.values[list].remove(at: place)
        if idle.values[list].isEmpty { idle.remove(at: list) }
        return moment
    }

    /// Whether the thread of a caller may make an exchange by itself now; followed by `endDirect` if so.
    func beginDirect() -> Bool {
        state.withLock { state in
            guard state.directCount < mostDirect else { return false }
            state.directCount += 1
            return true
        }
    }

    /// Lets others make theirs.
    func endDirect() { state.withLock { $0.directCount -= 1 } }

    /// Closes all connections that wait.
    func closeAll() {
        let connections = state.withLock { state in
            defer { state.idle = [:] }
            return state.idle.values.flatMap { $0.map(\.connection) }
        }
        for connection in connections { connection.loop.execute { connection.close() } }
    }

    /// The number of connections that wait.
    var idleCount: Int { state.withLock { $0.idle.values.reduce(0) { $0 + $1.count } } }
}
