#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A system call on a socket that failed.
public struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the call, such as `bind`.
    public var call: String
    /// The error number of the system (`errno`).
    public var errno: Int32
    /// What happened and what to do about it, for people.
    public var message: String

    /// Makes an error; without a message it gets the system's text.
    public init(call: String, _ errno: Int32, message: String? = nil) {
        self.call = call
        self.errno = errno
        self.message = message ?? "\(call): \(Self.text(errno))"
    }

    /// The text shown to people.
    public var description: String { message }

    /// Whether the address is taken by another socket.
    public var isAddressInUse: Bool { errno == EADDRINUSE }

    /// The system's text for an error number.
    static func text(_ errno: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(errno, &buffer, buffer.count - 1) == 0 else { return "error \(errno)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
