import Dispatch

/// Takes SIGINT and SIGTERM away from their default, so that a command can stop cleanly.
///
/// The second signal ends the process at once with status 130, in case stopping takes too long.
final class SignalWatcher: @unchecked Sendable {
    /// The first signal that comes.
    let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]
    private let numbers = [Platform.interruptSignal, Platform.terminateSignal]

    /// Begins to watch.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        signals = stream
        let queue = DispatchQueue(label: "mockapi.signals")
        let count = Counter()
        sources = numbers.map { number in
            Platform.setIgnored(number, true)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in
                if count.increase() > 1 { Platform.exitNow(ExitCode.interrupted.rawValue) }
                continuation.yield(number)
            }
            source.resume()
            return source
        }
    }

    /// Ends watching; the signals have their default effect again.
    func cancel() {
        for source in sources { source.cancel() }
        for number in numbers { Platform.setIgnored(number, false) }
    }

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

    /// Counts on one queue only.
    private final class Counter: @unchecked Sendable {
        private var count = 0

        func increase() -> Int {
            count += 1
            return count
        }
    }
}
