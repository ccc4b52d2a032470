#if canImport(Darwin)
/// The processor's caches.
package enum CacheLines {
    /// Has memory brought near that is used soon; nothing depends on it.
    package static func fetch(_ address: UnsafeRawPointer?, _ count: Int) {}
}
#endif
