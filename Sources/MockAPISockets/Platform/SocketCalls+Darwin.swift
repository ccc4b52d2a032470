#if canImport(Darwin)
import Darwin

extension SocketCalls {
    /// Nothing here: the sockets have `SO_NOSIGPIPE`.
    static var noSignalFlag: Int32 { 0 }

    /// Makes a non-blocking stream socket that child processes do not get.
    package static func makeSocket(_ family: Int32) throws(SocketError) -> Int32 {
        let descriptor = socket(family, SOCK_STREAM, 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", errno) }
        prepare(descriptor)
        return descriptor
    }

    /// Accepts a connection as a socket like those of `makeSocket`; below zero: an error number.
    static func accept(_ listener: Int32, _ address: inout SocketAddress) -> Int32 {
        let descriptor = address.withMutableSocketAddress { Darwin.accept(listener, $0, $1) }
        guard descriptor >= 0 else { return -errno }
        prepare(descriptor)
        return descriptor
    }

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE, 1)
        setOption(descriptor, IPPROTO_TCP, TCP_NODELAY, 1)
    }
}
#endif
