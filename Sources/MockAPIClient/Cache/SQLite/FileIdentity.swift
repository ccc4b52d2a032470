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

    /// Makes an empty file for its owner only, where there is none; one that another makes meanwhile stays.
    ///
    /// The file itself is not opened: to close it would take away the locks that other connections of this process hold
    /// on it ("How To Corrupt An SQLite Database File", section 2.2).
    static func makeFile(path: String) {
        if FileIdentity(path: path) != nil { return }
        let other = "\(path).\(UInt64.random(in: 0 ... .max))"
        let descriptor = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        close(descriptor)
        _ = link(other, path)
        unlink(other)
    }
}
#endif
