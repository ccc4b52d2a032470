#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The few questions that loading stubs asks the file system.
package enum FileSystem {
    /// What a path leads to, links followed.
    package enum Kind: Equatable {
        case file(length: Int)
        case folder(identity: FolderIdentity)
        case other
    }

    /// Tells folders apart, so that a link that leads back up is walked once.
    package struct FolderIdentity: Hashable {
        var device: UInt64
        var node: UInt64
    }

    /// A call that failed, with the system's words for it.
    package struct Failure: Error, Equatable {
        var code: Int32
        package var message: String { String(cString: strerror(code)) }
    }

    /// What is at `path`, links followed; `nil` where nothing is.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(length: Int(status.st_size))
        case S_IFDIR:
            return .folder(
                identity: FolderIdentity(
                    device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino)))
        default: return .other
        }
    }

    /// The names in a folder, sorted by Unicode scalars, without `.` and `..`.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = opendir(folder) else { throw Failure(code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        // The order of UTF-8 bytes is that of the scalars.
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The largest file that is taken into memory: 4 GiB, the largest JSON text.
    private static let largestContent: Int64 = 4 << 30

    /// The whole content of a file.
    package static func contents(of path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(code: errno) }
        guard Int64(status.st_size) <= Self.largestContent else { throw Failure(code: EFBIG) }
        var content: [UInt8] = []
        // One byte more than the size said, so that the end is seen without another round.
        var room = max(Int(status.st_size) + 1, 4096)
        while true {
            let old = content
            var failure: Failure?
            content = [UInt8](unsafeUninitializedCapacity: old.count + room) { buffer, count in
                count = buffer.update(fromContentsOf: old)
                failure = fill(buffer, from: descriptor, &count)
            }
            if let failure { throw failure }
            if content.count < old.count + room { return content }
            room = content.count
        }
    }

    /// A part of the content of a file; shorter where the file ends before.
    static func contents(of path: String, _ range: Range<Int>) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        guard lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else { throw Failure(code: errno) }
        var failure: Failure?
        let content = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            failure = fill(buffer, from: descriptor, &count)
        }
        if let failure { throw failure }
        return content
    }

    private static func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, from descriptor: Int32, _ count: inout Int
    ) -> Failure? {
        guard let base = buffer.baseAddress else { return nil }
        while count < buffer.count {
            let got = read(descriptor, base + count, buffer.count - count)
            if got == 0 { break }
            if got > 0 { count += got } else if errno != EINTR { return Failure(code: errno) }
        }
        return nil
    }

    /// Why a file should not be written: nobody may, whatever the rights of who runs, or who runs may not; `nil` where it can
    /// be.
    package static func refusalToWrite(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return Failure(code: errno).message }
        if status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) == 0 {
            return "it is read-only; make it writable, or change it by hand"
        }
        return access(path, W_OK) == 0 ? nil : Failure(code: errno).message
    }

    /// The path with all links resolved; `nil` where nothing is.
    package static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
