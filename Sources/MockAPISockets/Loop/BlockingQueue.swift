#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A few threads for work that may block, such as reading files, so that no loop has to wait for it.
///
/// Threads start when there is work and none is free, up to a number, and then stay.
package final class BlockingQueue: @unchecked Sendable {
    /// For reading the files that are sent.
    package static let files = BlockingQueue(threads: 4)
    /// For regular expressions that take their time.
    package static let regexes = BlockingQueue(threads: max(2, Processors.usable), givesWay: true)
    /// For saying why requests met no stub.
    package static let explanations = BlockingQueue(threads: max(2, Processors.usable), givesWay: true)

    private let most: Int
    private let givesWay: Bool
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var work: [@Sendable () -> Void] = []
    private var next = 0
    private var threads = 0
    private var idle = 0

    /// Makes a queue that lives as long as the process; one that gives way uses what time the threads of loops leave.
    package init(threads: Int, givesWay: Bool = false) {
        most = max(1, threads)
        self.givesWay = givesWay
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    /// Does the work on one of the threads, in the order given.
    package func submit(_ piece: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        work.append(piece)
        let mustStart = idle == 0 && threads < most
        if mustStart { threads += 1 }
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(condition)
        guard mustStart else { return }
        do {
            try SystemThread.start { self.serve() }
        } catch {
            pthread_mutex_lock(mutex)
            threads -= 1
            let isAlone = threads == 0
            pthread_mutex_unlock(mutex)
            // Without any thread the work is done here: late is better than never.
            if isAlone, let piece = takeNow() { piece() }
        }
    }

    /// Does the work on one of the threads and waits for what comes of it.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in submit { continuation.resume(returning: work()) } }
    }

    private func takeNow() -> (@Sendable () -> Void)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return take()
    }

    private func take() -> (@Sendable () -> Void)? {
        guard next < work.count else { return nil }
        let piece = work[next]
        next += 1
        if next == work.count {
            work.removeAll(keepingCapacity: true)
            next = 0
        }
        return piece
    }

    private func serve() -> Never {
        if givesWay { SystemThread.giveWay() }
        while true {
            pthread_mutex_lock(mutex)
            idle += 1
            while next == work.count { pthread_cond_wait(condition, mutex) }
            idle -= 1
            let piece = take()
            pthread_mutex_unlock(mutex)
            piece?()
        }
    }
}
