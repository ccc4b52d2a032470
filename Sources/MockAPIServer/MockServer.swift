public import MockAPICore
public import MockAPISockets
public import MockAPIStubs

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An HTTP server that answers from stubs.
///
/// Nothing is shared between servers but the threads they run on, so that every test can have its own. A server that
/// is let go without `stop()` stops by itself.
public final class MockServer: Sendable {
    private struct State {
        var socket: SocketServer?
        var isRunning = false
        var port: Int
    }

    /// The settings that the server was made with.
    public let configuration: Configuration
    private let engine: StubEngine
    private let recorder: JournalRecorder
    private let state: Locked<State>

    /// Makes a server of stubs; it does not listen yet.
    public init(stubs: [Stub] = [], configuration: Configuration = Configuration()) {
        self.configuration = configuration
        engine = StubEngine(stubs: stubs)
        recorder = JournalRecorder(limits: configuration.journal, time: configuration.time)
        state = Locked(State(port: configuration.port))
    }

    /// Makes a second server of the same stubs, flows and sequences, at any free port and with a journal of its own, by which
    /// the requests of several callers are told apart; it does not listen yet.
    ///
    /// Stubs are added to and removed from all servers that share them at once.
    package init(sharingStubsOf other: MockServer) {
        var configuration = other.configuration
        configuration.port = 0
        self.configuration = configuration
        engine = other.engine
        recorder = JournalRecorder(limits: configuration.journal, time: configuration.time)
        state = Locked(State(port: 0))
    }
}

// MARK: - Life

extension MockServer {
    /// Begins to listen; it listens when this returns.
    ///
    /// A server that runs is left as it is; one that was stopped starts again, on another port unless the
    /// configuration names one.
    ///
    /// - Throws: `SocketError` if the port is taken or the address is not one of this machine.
    public func start() throws(SocketError) {
        try state.withLock { (state) throws(SocketError) in
            if state.isRunning { return }
            let socket = SocketServer(
                configuration: configuration.sockets, responder: StubResponder(engine: engine, recorder: recorder))
            try socket.start()
            state = State(socket: socket, isRunning: true, port: socket.port ?? configuration.port)
        }
    }

    /// Stops listening, lets answers in flight finish for as long as the configuration says, and closes all connections.
    ///
    /// Stopping a server that does not run does nothing; a second caller waits for the first one's stop. Afterwards every
    /// request is in the journal.
    public func stop() async {
        let socket = state.withLock { state in
            state.isRunning = false
            return state.socket
        }
        await socket?.stop(deadline: configuration.stopDeadline)
        await recorder.settle()
    }

    /// Whether the server listens.
    public var isRunning: Bool { state.withLock(\.isRunning) }

    /// The port the server listens on, or listened on last; before the first start, the one of the configuration.
    public var port: Int { state.withLock(\.port) }

    /// The URL of the server with a literal address, so that no name is looked up, such as `http://127.0.0.1:8080`.
    public var baseURL: URL {
        var components = URLComponents()
        components.scheme = "http"
        components.host = configuration.connectHost
        components.port = port
        return components.url ?? URL(filePath: "/")
    }
}

// MARK: - Stubs

extension MockServer {
    /// The stubs, those added while running first.
    public var stubs: [Stub] { engine.stubs }

    /// Adds a stub, which wins over those that were there before at the same priority.
    public func add(_ stub: Stub) { engine.add(stub) }

    /// Adds the stubs of a JSON text, as it would stand in a stub file; of several, the last becomes the newest.
    ///
    /// - Throws: `FileProblems` with everything that is wrong with the text; then nothing is added.
    @discardableResult
    public func add(json: String) throws(FileProblems) -> [Stub] {
        let stubs = try StubLoader.read(json).stubsOrThrow()
        engine.add(stubs)
        return stubs
    }

    /// Takes a stub away; says whether it was there.
    @discardableResult
    public func remove(id: String) -> Bool { engine.remove(id: id) }

    /// Replaces all stubs; those added while running go as well.
    public func replaceStubs(_ stubs: [Stub]) {
        engine.replace(with: stubs)
        recorder.letGoOfStubs()
    }

    /// Takes away what was added while running and forgets the requests; a new session of the journal begins.
    public func reset() {
        engine.reset()
        recorder.reset()
    }
}

// MARK: - Requests

extension MockServer {
    /// What the server was asked since its start or its last reset.
    public var journal: Journal { recorder.snapshot() }

    /// How often each stub answered since the start or the last reset, by stub id.
    public var hitCounts: [String: Int] { recorder.hits }

    /// The stubs that did not answer since the start or the last reset.
    public var unusedStubs: [Stub] {
        let hits = recorder.hits
        return stubs.filter { hits[$0.id] == nil }
    }

    /// The requests as they come, from now on until the task that reads them is cancelled.
    ///
    /// Unlike in the journal, none is dropped: a reader must keep up.
    public func requests() -> AsyncStream<JournalEntry> {
        AsyncStream { continuation in
            let cancel = onRequest { continuation.yield($0) }
            continuation.onTermination = { _ in cancel() }
        }
    }

    /// Has a function called for each request from now on.
    ///
    /// It is called on the thread that answers and must not block. A request of a session that a reset ended is told
    /// as well. The answer leaves after the call, so that whoever got it finds its request told.
    ///
    /// - Returns: a function that ends it.
    @discardableResult
    public func onRequest(_ observer: @escaping @Sendable (JournalEntry) -> Void) -> @Sendable () -> Void {
        observe { if case .request(let entry) = $0 { observer(entry) } }
    }

    /// Has a function called for each refusal from now on, as `onRequest` does for requests.
    ///
    /// - Returns: a function that ends it.
    @discardableResult
    public func onRefusal(_ observer: @escaping @Sendable (Refusal) -> Void) -> @Sendable () -> Void {
        observe { if case .refusal(let refusal) = $0 { observer(refusal) } }
    }

    private func observe(_ observer: @escaping JournalRecorder.Observer) -> @Sendable () -> Void {
        let id = recorder.observe(observer)
        return { [recorder] in recorder.removeObserver(id) }
    }
}
