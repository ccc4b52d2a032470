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
    static func start(_ loop: EventLoop) throws(SocketError) {
        let key = key
        try SystemThread.start {
            pthread_setspecific(key, Unmanaged.passUnretained(loop).toOpaque())
            loop.run()
        }
    }

    /// Whether the calling thread turns the loop.
    static func isCurrent(_ loop: EventLoop) -> Bool {
        pthread_getspecific(key) == Unmanaged.passUnretained(loop).toOpaque()
    }
}
