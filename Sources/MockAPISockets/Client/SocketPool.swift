import MockAPICore

/// The connections of a transport that wait for the next request to their host.
final class SocketPool: Sendable {
    /// How many may wait for one host; more are closed.
    private let mostIdle: Int
    /// How long one may wait.
    let idleTimeout: Duration
    private let idle = Locked<[Origin: [ClientConnection]]>([:])

    init(mostIdle: Int, idleTimeout: Duration) {
        self.mostIdle = mostIdle
        self.idleTimeout = idleTimeout
    }

    deinit { closeAll() }

    /// Takes out the connection to a host that was used last.
    func take(_ origin: Origin) -> ClientConnection? {
        idle.withLock { idle in
            guard var connections = idle.removeValue(forKey: origin) else { return nil }
            let connection = connections.popLast()
            if !connections.isEmpty { idle[origin] = connections }
            return connection
        }
    }

    /// Takes a connection in; false where there are enough.
    func put(_ connection: ClientConnection) -> Bool {
        idle.withLock { idle in
            guard idle[connection.origin, default: []].count < mostIdle else { return false }
            idle[connection.origin, default: []].append(connection)
            return true
        }
    }

    /// Takes a certain connection out; false where it has been taken out before.
    func remove(_ connection: ClientConnection) -> Bool {
        idle.withLock { idle in
            guard let place = idle[connection.origin]?.firstIndex(where: { $0 === connection }) else { return false }
            idle[connection.origin]?.remove(at: place)
            if idle[connection.origin]?.isEmpty == true { idle[connection.origin] = nil }
            return true
        }
    }

    /// Closes all connections that wait.
    func closeAll() {
        let connections = idle.withLock { idle in
            defer { idle = [:] }
            return idle.values.flatMap { $0 }
        }
        for connection in connections { connection.loop.execute { connection.close() } }
    }

    /// The number of connections that wait.
    var idleCount: Int { idle.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}
