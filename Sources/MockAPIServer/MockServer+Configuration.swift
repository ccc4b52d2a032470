public import MockAPICore
public import MockAPISockets

extension MockServer {
    /// The settings of a server.
    public struct Configuration: Sendable {
        /// The port, the same on all addresses; 0 picks a free one.
        public var port: Int
        /// The addresses to listen on.
        public var hosts: [String]
        /// How many requests are remembered.
        public var journal: JournalLimits
        /// What a request may cost.
        public var limits: HTTPLimits
        /// Whether other processes may listen on the same port and share its connections (`SO_REUSEPORT`); all of them
        /// must say so.
        public var reusePort: Bool
        /// How long `stop()` waits for answers in flight.
        public var stopDeadline: Duration
        /// The clock.
        public var time: TimeSource
        /// Whether connections that wait for a request are reset when the server stops, so that thousands of servers after one
        /// another do not use up the ports of the machine; for clients that have read all answers by then.
        public var resetsAtStop = false

        /// Makes settings; by default, any free port of both loopback addresses.
        public init(
            port: Int = 0, hosts: [String] = ["127.0.0.1", "::1"], journal: JournalLimits = JournalLimits(),
            limits: HTTPLimits = HTTPLimits(), reusePort: Bool = false, stopDeadline: Duration = .seconds(1),
            time: TimeSource = .system
        ) {
            self.port = port
            self.hosts = hosts
            self.journal = journal
            self.limits = limits
            self.reusePort = reusePort
            self.stopDeadline = stopDeadline
            self.time = time
        }

        var sockets: SocketServer.Configuration {
            var sockets = SocketServer.Configuration()
            sockets.hosts = hosts
            sockets.port = port
            sockets.limits = limits
            sockets.reusePort = reusePort
            sockets.time = time
            sockets.resetsAtStop = resetsAtStop
            return sockets
        }

        /// The address by which a client on this machine reaches the server.
        var connectHost: String {
            switch hosts.first ?? "127.0.0.1" {
            case "0.0.0.0": "127.0.0.1"
            case "::": "[::1]"
            case let host where host.contains(":"): "[\(host)]"
            case let host: host
            }
        }
    }
}
