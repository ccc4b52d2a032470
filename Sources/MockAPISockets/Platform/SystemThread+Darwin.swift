#if canImport(Darwin)
import Darwin

/// Threads that nobody waits for.
enum SystemThread {
    /// Starts a thread that gets no signals, so that those go to the threads of the program.
    static func start(_ body: @escaping @Sendable () -> Void) throws(SocketError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Responders run here: they get as much stack as a main thread has.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        let box = Unmanaged.passRetained(ThreadBody(body))
        var thread: pthread_t?
        let result = pthread_create(&thread, &attributes, { runThread($0) }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw SocketError(call: "pthread_create", result)
        }
    }

    /// Has the calling thread run when others do not want to, most of the time.
    static func giveWay() { _ = pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0) }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    var signals = sigset_t()
    sigfillset(&signals)
    // A fault of the program itself must still end it with a report.
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    body.run()
    return nil
}
#endif
