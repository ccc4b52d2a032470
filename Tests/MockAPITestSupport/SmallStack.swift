import Foundation
import MockAPICore

/// Runs code on a thread with little stack, to show that nothing recurses too deeply.
public enum SmallStack {
    /// The stack of a secondary thread on Apple's systems.
    public static let bytes = 512 * 1024

    /// Runs `body` on a thread of its own and waits for it.
    public static func run<Result: Sendable>(
        bytes: Int = bytes, _ body: @escaping @Sendable () throws -> Result
    ) throws -> Result {
        let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let result = Swift.Result { try body() }
            outcome.withLock { $0 = result }
            done.signal()
        }
        thread.stackSize = bytes
        thread.start()
        done.wait()
        guard let result = outcome.withLock(\.self) else { throw CancellationError() }
        return try result.get()
    }
}
