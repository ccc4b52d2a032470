#if os(Linux)
import CMockAPILinux

/// The processor's caches.
package enum CacheLines {
    /// Has memory brought near that is used soon; nothing depends on it.
    package static func fetch(_ address: UnsafeRawPointer?, _ count: Int) {
        if let address, count > 0 { mockapi_prefetch(address, count) }
    }
}
#endif
