#if canImport(Darwin)
import Darwin

extension DescriptorLimit {
    /// The limits of this process; the hard one is at most what the kernel allows for a soft one.
    static func read() -> (soft: UInt64, hard: UInt64)? {
        var limit = rlimit()
        guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return nil }
        return (UInt64(limit.rlim_cur), min(UInt64(limit.rlim_max), UInt64(OPEN_MAX)))
    }

    /// Sets the soft limit of this process.
    static func write(soft: UInt64, hard: UInt64) {
        var limit = rlimit()
        guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(soft)
        setrlimit(RLIMIT_NOFILE, &limit)
    }
}
#endif
