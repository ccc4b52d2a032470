#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// How long one regular expression may take.
struct RegexLimit: Sendable, Hashable {
    /// Nanoseconds on the clock.
    var elapsed: UInt64
    /// Nanoseconds of processor time that must be used as well, so that a busy machine ends no innocent match.
    var processor: UInt64

    /// Ends within 100 ms.
    static let normal = RegexLimit(elapsed: 90_000_000, processor: 20_000_000)
    /// For a thread that others wait for.
    static let hasty = RegexLimit(elapsed: 500_000, processor: 500_000)
    /// For a request on which a regular expression has run away already.
    static let afterRunaway = RegexLimit(elapsed: 10_000_000, processor: 5_000_000)
    /// For a request on which several have.
    static let afterSeveralRunaways = RegexLimit(elapsed: 2_000_000, processor: 2_000_000)
}

/// Tells when a limit is over; the clock is first read when the engine first reports progress.
struct RegexStopwatch {
    private let limit: RegexLimit
    private var start: UInt64
    private var processorStart: UInt64

    init(limit: RegexLimit) {
        self.limit = limit
        start = 0
        processorStart = 0
    }

    mutating func isOver() -> Bool {
        let now = Self.read(CLOCK_MONOTONIC)
        if start == 0 {
            // The engine first reports after some 10,000 steps, well under a millisecond.
            start = now
            processorStart = Self.read(CLOCK_THREAD_CPUTIME_ID)
            return false
        }
        return now &- start > limit.elapsed && Self.read(CLOCK_THREAD_CPUTIME_ID) &- processorStart > limit.processor
    }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}
