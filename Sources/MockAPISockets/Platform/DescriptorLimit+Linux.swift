#if os(Linux)
import Glibc

extension DescriptorLimit {
    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

    /// The limits of this process.
    static func read() -> (soft: UInt64, hard: UInt64)? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return (UInt64(limit.rlim_cur), UInt64(limit.rlim_max))
    }

    /// Sets the limits of this process.
    static func write(soft: UInt64, hard: UInt64) {
        var limit = rlimit(rlim_cur: rlim_t(soft), rlim_max: rlim_t(hard))
        setrlimit(resource, &limit)
    }
}
#endif
