#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where the time comes from, so that tests can bring their own.
public struct TimeSource: Sendable {
    /// The time since some fixed moment, never going back.
    public var monotonic: @Sendable () -> Duration
    /// The seconds since 1970 in UTC.
    public var unixTime: @Sendable () -> Double

    /// Makes a source.
    public init(monotonic: @escaping @Sendable () -> Duration, unixTime: @escaping @Sendable () -> Double) {
        self.monotonic = monotonic
        self.unixTime = unixTime
    }

    /// The machine's clocks.
    public static let system = TimeSource(
        monotonic: {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
        },
        unixTime: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        })
}
