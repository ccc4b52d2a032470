import Foundation
import MockAPIStubs

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
@preconcurrency import Glibc
#endif

// Outside the type, whose own functions have these names.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func systemExit(_ code: Int32) -> Never { exit(code) }

/// What the command needs from the operating system.
enum Platform {
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// A variable of the environment.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The variables of the environment whose names begin with a prefix, without it.
    static func environment(withPrefix prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        for (name, value) in ProcessInfo.processInfo.environment where name.hasPrefix(prefix) {
            found[String(name.dropFirst(prefix.count))] = value
        }
        return found
    }

    /// Writes a text behind what a file has; what went wrong, `nil` where nothing did.
    static func append(_ text: String, to path: String) -> String? {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return message(errno) }
        defer { close(descriptor) }
        return write(text, to: descriptor) ? nil : message(errno)
    }

    /// Whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Writes a text whole, waiting where the descriptor does not take it at once; `false` where it cannot be written.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = systemWrite(descriptor, base, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Does something while no other process does so with the same file, which is made where it is missing.
    ///
    /// Where the file cannot be locked, it is done all the same.
    static func locked<Result>(_ path: String, _ body: () -> Result) -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
        return body()
    }

    /// The number of columns of a terminal; 80 where it does not say.
    static func columns(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Ends the process.
    static func exit(_ code: Int32) -> Never { systemExit(code) }

    /// What an error number means.
    static func message(_ number: Int32) -> String { String(cString: strerror(number)) }

    /// Whether a text is an IPv4 or IPv6 address, which needs no look-up.
    static func isAddress(_ text: String) -> Bool {
        var v4 = in_addr()
        var v6 = in6_addr()
        return inet_pton(AF_INET, text, &v4) == 1 || inet_pton(AF_INET6, text, &v6) == 1
    }

    /// Writes a file so that a reader sees all of it or the one before; what went wrong, `nil` where nothing did.
    ///
    /// What is no plain file, such as `/dev/stdout` or a pipe, stays what it is and is written to. A link stays too.
    static func writeAtomically(_ text: String, to path: String) -> String? {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return overwrite(path, with: text) }
        return replace(destination(of: path), with: Array(text.utf8))
    }

    /// The path of the file that a path leads to by way of links, whether there is one or not.
    static func destination(of path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        var path = path
        // As many as systems follow.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = target.hasPrefix("/") ? target : split(path).folder + target
        }
        let (folder, name) = split(path)
        guard let resolved = realpath(folder.isEmpty ? "." : folder, nil) else { return path }
        defer { free(resolved) }
        return "\(String(cString: resolved))/\(name)"
    }

    /// The folder of a path with the slash behind it, and the name in it.
    private static func split(_ path: String) -> (folder: String, name: String) {
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        return (String(path[..<start]), String(path[start...]))
    }

    /// Whether two paths lead to one plain file, that is or would be made.
    static func isSameFile(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        switch (stat(one, &first) == 0, stat(other, &second) == 0) {
        case (true, true):
            return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
        case (false, false): return destination(of: one) == destination(of: other)
        default: return false
        }
    }

    /// Puts other content in the place of a file's, all at once and with the same permissions; what is wrong where that
    /// cannot be.
    static func replaceContent(of path: String, _ before: [UInt8], with after: [UInt8]) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, let resolved = realpath(path, nil) else { return message(errno) }
        defer { free(resolved) }
        guard (try? FileSystem.contents(of: path)) == before else { return "it has changed meanwhile" }
        return replace(String(cString: resolved), with: after, mode: status.st_mode & 0o7777)
    }

    private static func overwrite(_ path: String, with text: String) -> String? {
        // Without waiting for somebody to read from a pipe.
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return message(errno) }
        defer { close(descriptor) }
        return write(text, to: descriptor) ? nil : message(errno)
    }

    private static func replace(_ path: String, with bytes: [UInt8], mode: mode_t = 0o644) -> String? {
        let temporary = "\(path).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return message(errno) }
        if mode != 0o644 { fchmod(descriptor, mode) }
        let isWritten = bytes.withUnsafeBytes { write($0, to: descriptor) }
        let writeError = errno
        close(descriptor)
        guard isWritten else {
            unlink(temporary)
            return message(writeError)
        }
        guard rename(temporary, path) == 0 else {
            let renameError = errno
            unlink(temporary)
            return message(renameError)
        }
        return nil
    }

    /// A time as `hh:mm:ss.mmm` in the machine's time zone.
    static func localTime(_ unixTime: Double) -> String {
        let milliseconds = Int64((unixTime * 1000).rounded(.down))
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let fields = [(Int(parts.tm_hour), 2), (Int(parts.tm_min), 2), (Int(parts.tm_sec), 2)]
        let padded = fields.map { pad($0.0, $0.1) }.joined(separator: ":")
        return "\(padded).\(pad(Int(milliseconds % 1000), 3))"
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
