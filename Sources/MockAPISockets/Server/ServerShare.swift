import MockAPICore

/// What one run of a server has on one loop: its connections, and what they have in common.
///
/// To be used on the loop's thread only, apart from its constants.
final class ServerShare: @unchecked Sendable {
    let run: ServerRun
    let loop: EventLoop
    let index: Int
    let limits: Limits
    let responder: any Responder
    /// The listeners; only in the first share.
    var listeners: [Listener] = []
    /// Whether the run is coming to its end: answers say `Connection: close`.
    @exclusivity(unchecked) private(set) var isStopping = false

    private var connections: [Connection] = []
    @exclusivity(unchecked) private var exchanges: UInt64 = 0
    private var sweeper: LoopTimer?
    private var cutter: LoopTimer?
    private var cutMoment = UInt64.max
    @exclusivity(unchecked) private var dateLine: [UInt8] = []
    @exclusivity(unchecked) private var dateExpires: UInt64 = 0

    init(run: ServerRun, loop: EventLoop, index: Int) {
        self.run = run
        self.loop = loop
        self.index = index
        limits = Limits(run.configuration.limits)
        responder = run.responder
    }

    // MARK: - Connections

    /// Takes over an accepted socket, for which a place was reserved.
    func adopt(_ descriptor: Int32, peerAddress: String?) {
        guard !isStopping, !run.isStopping else {
            SocketCalls.close(descriptor)
            run.freePlace(of: self)
            return
        }
        let connection = Connection(descriptor, share: self, peerAddress: peerAddress)
        do throws(SocketError) {
            try loop.register(descriptor, .read, connection)
        } catch {
            SocketCalls.close(descriptor)
            run.freePlace(of: self)
            return
        }
        connection.index = connections.count
        connections.append(connection)
        if sweeper == nil { scheduleSweep() }
    }

    /// Lets a connection go that has closed its socket.
    func release(_ connection: Connection) {
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.index] = last
            last.index = connection.index
        }
        if connections.isEmpty { endTimers() }
        run.freePlace(of: self)
    }

    /// The number of the next exchange, never the same twice in a run.
    func nextExchange() -> UInt64 {
        exchanges &+= 1
        return exchanges << 8 | UInt64(index & 0xFF)
    }

    /// `Date: …` with its line end, made anew every second (RFC 9110, section 6.6.1).
    func currentDateLine() -> [UInt8] {
        if loop.now >= dateExpires {
            let time = run.configuration.time.unixTime()
            let seconds = time.rounded(.down)
            dateLine = Array("Date: \(HTTPDate.format(unixTime: Int(exactly: seconds) ?? 0))\r\n".utf8)
            dateExpires = loop.now + UInt64(max(0, min(1, seconds + 1 - time)) * 1e9)
        }
        return dateLine
    }

    // MARK: - Time limits

    // One timer looks at all connections now and then, so that a request costs no timer of its own.
    private func scheduleSweep() {
        sweeper = loop.schedule(after: .nanoseconds(Int64(limits.sweepInterval))) { [self] in
            let now = loop.now
            // From the end, since the ones that close are replaced by the last.
            for index in connections.indices.reversed() where index < connections.count {
                connections[index].enforceTimeLimit(at: now)
            }
            sweeper = nil
            if !connections.isEmpty { scheduleSweep() }
        }
    }

    private func endTimers() {
        sweeper?.cancel()
        sweeper = nil
        cutter?.cancel()
        cutter = nil
    }

    // MARK: - The end

    /// Closes listeners and idle connections; the others are cut at the moment given, if they have not ended by then.
    func stop(at moment: UInt64) {
        isStopping = true
        for listener in listeners { listener.close() }
        listeners = []
        for connection in connections { connection.serverStops() }
        guard !connections.isEmpty, moment < cutMoment else { return }
        cutMoment = moment
        cutter?.cancel()
        cutter = loop.schedule(at: moment) { [self] in
            cutter = nil
            for connection in connections { connection.cut() }
        }
    }
}

extension ServerShare {
    /// The time limits in nanoseconds, beside the size limits.
    struct Limits {
        let http: HTTPLimits
        let header: UInt64
        let body: UInt64
        let keepAlive: UInt64
        let write: UInt64
        /// How often the time limits are looked at: each is enforced at most this much too late.
        let sweepInterval: UInt64

        init(_ limits: HTTPLimits) {
            http = limits
            header = MonotonicClock.nanoseconds(of: limits.headerTimeout)
            body = MonotonicClock.nanoseconds(of: limits.bodyIdleTimeout)
            keepAlive = MonotonicClock.nanoseconds(of: limits.keepAliveTimeout)
            write = MonotonicClock.nanoseconds(of: limits.writeTimeout)
            let shortest = min(header, body, keepAlive, write)
            sweepInterval = max(5_000_000, min(500_000_000, shortest / 4))
        }
    }
}
