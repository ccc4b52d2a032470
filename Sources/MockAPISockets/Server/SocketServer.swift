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
        /// Whether connections that wait for a request are reset when the server stops, so that the system keeps no port for
        /// them (TIME-WAIT; RFC 9293, section 3.6.1).
        ///
        /// For clients that have read all answers by then; what they have not read may be lost.
        public var resetsAtStop = false
        /// Called at most once a second while connections cannot be accepted, on the thread of a loop.
        public var onAcceptError: @Sendable (SocketError) -> Void = { _ in }

        /// Makes the default set-up: both loopbacks, a port of the system's choice, all limits on.
        public init() {}
    }

    /// The set-up.
    public let configuration: Configuration
    private let responder: any Responder
    private let run = Locked<ServerRun?>(nil)

    /// Makes a server, which listens when it is started.
    public init(configuration: Configuration = Configuration(), responder: any Responder) {
        self.configuration = configuration
        self.responder = responder
    }

    deinit { run.withLock { $0 }?.begin(deadline: .zero) }

    /// Starts to listen; connections are accepted when this returns.
    ///
    /// A server that was stopped can be started again.
    ///
    /// - Throws: `SocketError` where an address cannot be had, in which case none is listened on, or where the server
    ///   listens already.
    public func start() throws(SocketError) {
        try run.withLock { run throws(SocketError) in
            guard run == nil else {
                throw SocketError(call: "listen", 0, message: "the server is running already: stop it first")
            }
            run = try ServerRun(configuration: configuration, responder: responder)
        }
    }

    /// The port that is listened on; `nil` before `start` and after `stop`.
    public var port: Int? { run.withLock { $0?.port } }

    /// Stops: no connection is accepted any more, idle ones close at once, and answers under way are finished.
    ///
    /// May be called on any thread and any number of times; every call returns when everything is closed.
    ///
    /// - Parameter deadline: How long answers under way may take before they are cut.
    public func stop(deadline: Duration = .seconds(5)) async {
        guard let current = run.withLock({ $0 }) else { return }
        await current.stop(deadline: deadline)
        run.withLock { if $0 === current { $0 = nil } }
    }
}
