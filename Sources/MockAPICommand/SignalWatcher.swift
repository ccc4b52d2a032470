import MockAPICore

/// Takes SIGINT and SIGTERM away from their default, so that a command can stop cleanly.
///
/// The second signal ends the process at once with status 130, in case stopping takes too long. A signal that comes when
/// the watcher has just been made counts too.
final class SignalWatcher: Sendable {
    /// The first signal that comes.
    let signals: AsyncStream<Int32>
    private let id: Int

    /// Begins to watch.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        let count = Locked(0)
        id = SignalHub.shared.add { number in
            let isRepeated = count.withLock { count in
                count += 1
                return count > 1
            }
            if isRepeated { Platform.exitNow(ExitCode.interrupted.rawValue) }
            continuation.yield(number)
        }
    }

    /// Ends watching; without other watchers the signals have their default effect again.
    func cancel() { SignalHub.shared.remove(id) }

    /// Waits for the first signal; `nil` if the task is cancelled before.
    func next() async -> Int32? {
        for await number in signals { return number }
        return nil
    }

    /// Runs work that is cancelled by the first signal; the result says whether there was one.
    ///
    /// The work must end soon after it is cancelled.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async
        -> (result: Result, wasInterrupted: Bool)
    {
        let watcher = SignalWatcher()
        defer { watcher.cancel() }
        let task = Task { await work() }
        let waiting = Task { () -> Bool in
            guard await watcher.next() != nil else { return false }
            task.cancel()
            return true
        }
        let result = await task.value
        waiting.cancel()
        return (result, await waiting.value)
    }
}
