#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Platform {
    /// The signals that end a command politely.
    private static let politeSignals = [SIGINT, SIGTERM]

    /// Makes the pipe that the handler writes into, once; the end to read from, `nil` where there is no descriptor left.
    static func openSignalPipe() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not wait, be the pipe ever so full.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        signalPipe = ends[1]
        return ends[0]
    }

    /// Has signals written into the pipe, from the return of this call on.
    static func catchSignals() { for number in politeSignals { signal(number, writeSignal) } }

    /// Gives signals their default effect again.
    static func releaseSignals() { for number in politeSignals { signal(number, SIG_DFL) } }

    /// Has writing to a pipe that nobody reads from any more fail, instead of ending the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Waits for the next signal.
    static func nextSignal(_ descriptor: Int32) -> Int32? {
        var byte: UInt8 = 0
        while true {
            let count = read(descriptor, &byte, 1)
            if count == 1 { return Int32(byte) }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    /// Ends the process without running anything more.
    static func exitNow(_ code: Int32) -> Never { _exit(code) }
}

/// The end of the pipe that the handler writes into; set before there is a handler.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// The handler: nothing but what may be done in one (POSIX, section 2.4.3).
private func writeSignal(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe, &byte, 1)
    errno = saved
}
