#if os(Linux)
import CMockAPILinux
import Glibc

extension SocketCalls {
    /// Has a send to a broken connection fail without a signal.
    static var noSignalFlag: Int32 { Int32(MSG_NOSIGNAL) }

    /// Makes a non-blocking stream socket that child processes do not get.
    package static func makeSocket(_ family: Int32) throws(SocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", errno) }
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        return descriptor
    }

    /// Accepts a connection as a socket like those of `makeSocket`; below zero: an error number.
    ///
    /// It has the listener's `TCP_NODELAY`.
    static func accept(_ listener: Int32, _ address: inout SocketAddress) -> Int32 {
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = address.withMutableSocketAddress { mockapi_accept4(listener, $0, $1, flags) }
        return descriptor >= 0 ? descriptor : -errno
    }
}
#endif
