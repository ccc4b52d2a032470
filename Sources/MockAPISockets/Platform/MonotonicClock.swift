#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The clock that the loops go by, in nanoseconds.
package enum MonotonicClock {
    /// The present moment, never going back.
    package static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }

    /// A duration in nanoseconds, rounded up: 0 for those below zero, about 146 years for longer ones.
    package static func nanoseconds(of duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let most = UInt64(Int64.max / 2)
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow, whole < most else { return most }
        return whole + UInt64((attoseconds + 999_999_999) / 1_000_000_000)
    }
}

extension UInt64 {
    /// The sum, or the greatest number where it does not fit.
    func saturatingAdd(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
