import MockAPICore

/// Takes SIGINT and SIGTERM away from their default, so that a command can stop cleanly.
///
/// A signal beyond those that are waited for ends the process at once with status 130, in case stopping takes too long. A
/// signal that comes when the watcher has just been made counts too.
final class SignalWatcher: Sendable {
    /// The signals that come, up to the last that is waited for.
    let signals: AsyncStream<Int32>
    private let id: Int

    /// Begins to watch for so many signals.
    init(most: Int = 1) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        let count = Locked(0)
        id = SignalHub.shared.add { number in
            let isBeyond = count.withLock { count in
                count += 1
                return count > most
            }
            if isBeyond { Platform.exitNow(ExitCode.interrupted.rawValue) }
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

    /// Runs work that is cancelled by the first signal; the second calls a function that has it end still sooner.
    ///
    /// The work must end soon after it is cancelled.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable () async -> Result, onSecondSignal hurry: @escaping @Sendable () -> Void
    ) async -> Result {
        let task = Task { await work() }
        let waiting = Task {
            var isFirst = true
            for await _ in signals {
                if isFirst { task.cancel() } else { hurry() }
                isFirst = false
            }
        }
        defer { waiting.cancel() }
        return await task.value
    }
}
