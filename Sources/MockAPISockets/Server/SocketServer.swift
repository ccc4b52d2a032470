public import MockAPICore

/// An HTTP/1.1 server on the sockets of this machine.
///
/// The event loops belong to the process and are shared, so that a server costs its sockets and no thread. A server that
/// is dropped without `stop` closes its listeners and connections at once.
public final class SocketServer: Sendable {
    /// How a server is set up.
    public struct Configuration: Sendable {
        /// The literal addresses to listen on, all with the same port: the two loopbacks.
        ///
        /// An IPv6 address is left out where the machine has no IPv6.
        public var hosts: [String] = ["127.0.0.1", "::1"]
        /// The port; 0 has the system choose one.
        public var port: Int = 0
        /// What peers may send, and how long they may take.
        public var limits = HTTPLimits()
        /// Where `Date` comes from.
        public var time = TimeSource.system
        /// Whether other processes may listen on the same port and share its connections (`SO_REUSEPORT`).
        public var reusePort = false
        /// Called at most once a second while connections cannot be accepted, on the thread of a loop.
        public var onAcceptError: @Sendable (SocketError) -> Void = { _ in }

        /// Makes the default set-up: both loopbacks, a port of the system's choice, all limits on.
        public init() {}
    }

    /// The set-up.
    public let configuration: Configuration

    /// Makes a server, which listens when it is started.
    public init(configuration: Configuration = Configuration(), responder: any Responder) {
        self.configuration = configuration
    }

    /// Starts to listen; connections are accepted when this returns.
    ///
    /// - Throws: `SocketError` where an address cannot be had, in which case none is listened on.
    public func start() throws(SocketError) {}

    /// The port that is listened on; `nil` before `start` and after `stop`.
    public var port: Int? { nil }

    /// Stops: no connection is accepted any more, idle ones close at once, and answers under way are finished.
    ///
    /// May be called on any thread and any number of times; every call returns when everything is closed.
    ///
    /// - Parameter deadline: How long answers under way may take before they are cut.
    public func stop(deadline: Duration = .seconds(5)) async {}
}
