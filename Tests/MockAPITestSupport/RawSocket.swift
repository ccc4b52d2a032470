import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A socket call that failed, or did not come to its end in time.
public struct RawSocketError: Error, CustomStringConvertible {
    /// The call.
    public var call: String
    /// The error number; `ETIMEDOUT` where the time ran out, `ECONNRESET` for a reset.
    public var code: Int32

    /// The text shown to people.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
    /// Whether the peer reset the connection.
    public var isReset: Bool { code == ECONNRESET || code == EPIPE }
    /// Whether the time ran out.
    public var isTimeout: Bool { code == ETIMEDOUT }
}

/// Blocking socket calls for tests, the same on Linux and Darwin.
enum RawSocket {
    #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let sendFlags = Int32(MSG_NOSIGNAL)
    #elseif canImport(Musl)
    static let stream = SOCK_STREAM
    static let sendFlags = MSG_NOSIGNAL
    #else
    static let stream = SOCK_STREAM
    static let sendFlags: Int32 = 0
    #endif

    /// A socket for an address family, without SIGPIPE.
    static func make(_ family: Int32) throws -> Int32 {
        let descriptor = socket(family, stream, 0)
        guard descriptor >= 0 else { throw RawSocketError(call: "socket", code: errno) }
        #if canImport(Darwin)
        setOption(descriptor, SO_NOSIGPIPE, 1)
        #endif
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    static func setOption(_ descriptor: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, SOL_SOCKET, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Makes `close` send a RST.
    static func setReset(_ descriptor: Int32) {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    /// Calls `body` with the address of a loopback port; `host` is `127.0.0.1` or `::1`.
    static func withAddress<Result>(
        _ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result
    ) throws -> Result {
        if host.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else {
                throw RawSocketError(call: "inet_pton", code: EINVAL)
            }
            return try withUnsafePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    try body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
            throw RawSocketError(call: "inet_pton", code: EINVAL)
        }
        return try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    static func port(of descriptor: Int32) throws -> Int {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return try withUnsafeMutablePointer(to: &storage) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0 else {
                    throw RawSocketError(call: "getsockname", code: errno)
                }
            }
            // The port stands at the same place in both families.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(in_port_t(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    /// Waits for events until `deadline`; false where the time ran out.
    static func wait(_ descriptor: Int32, for events: Int32, until deadline: ContinuousClock.Instant) throws -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            let milliseconds =
                left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            if milliseconds <= 0 { return false }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: milliseconds))
            if count > 0 { return true }
            if count == 0 { return false }
            if errno != EINTR { throw RawSocketError(call: "poll", code: errno) }
        }
    }

    /// Receives what is there; empty at the end of the stream.
    static func receive(_ descriptor: Int32, atMost count: Int, until deadline: ContinuousClock.Instant) throws
        -> [UInt8]
    {
        while true {
            guard try wait(descriptor, for: Int32(POLLIN), until: deadline) else {
                throw RawSocketError(call: "recv", code: ETIMEDOUT)
            }
            var code: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                let received = recv(descriptor, buffer.baseAddress, count, 0)
                code = received < 0 ? errno : 0
                filled = max(0, received)
            }
            if code == 0 { return bytes }
            if code != EINTR && code != EAGAIN { throw RawSocketError(call: "recv", code: code) }
        }
    }

    static func sendAll(_ descriptor: Int32, _ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws {
        var sent = 0
        while sent < bytes.count {
            guard try wait(descriptor, for: Int32(POLLOUT), until: deadline) else {
                throw RawSocketError(call: "send", code: ETIMEDOUT)
            }
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, min($0.count, 1 << 16), sendFlags)
            }
            if count >= 0 {
                sent += count
            } else if errno != EINTR && errno != EAGAIN {
                throw RawSocketError(call: "send", code: errno)
            }
        }
    }

    /// Runs blocking work on a thread of its own, so that no thread of the concurrency runtime is held up.
    static func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
