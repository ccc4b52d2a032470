#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

#if canImport(SQLite3) || SQLite
/// Tells a file from another one that has taken its place.
struct FileIdentity: Equatable {
    private var device: UInt64
    private var number: UInt64

    /// The file at a path; `nil` where there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
#endif
