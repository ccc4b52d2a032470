#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Starts the threads that turn the loops, and tells which loop a thread belongs to.
enum LoopThread {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Starts a thread that turns the loop for ever.
    static func start(_ loop: EventLoop, name: String) throws(SocketError) {
        let key = key
        try start(name: name) {
            pthread_setspecific(key, Unmanaged.passUnretained(loop).toOpaque())
            loop.run()
        }
    }

    /// Whether the calling thread turns the loop.
    static func isCurrent(_ loop: EventLoop) -> Bool {
        pthread_getspecific(key) == Unmanaged.passUnretained(loop).toOpaque()
    }

    /// Starts a detached thread that gets no signals, so that they go to the threads of the program.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SocketError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Responders run here: they get as much stack as a main thread has.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        let box = Unmanaged.passRetained(ThreadBody(name: name, body))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let result = pthread_create(&thread, &attributes, { runThreadBody($0) }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw SocketError(call: "pthread_create", result)
        }
    }
}

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, _ run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

#if canImport(Darwin)
private func runThreadBody(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    blockSignals()
    pthread_setname_np(body.name)
    body.run()
    return nil
}
#else
private func runThreadBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    blockSignals()
    body.run()
    return nil
}
#endif

private func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    // A fault of the program itself must still end it with a report.
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
}
