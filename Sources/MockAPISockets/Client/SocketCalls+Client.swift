import MockAPICore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension SocketCalls {
    /// Begins to connect; `nil` where that goes on, else the error number, 0 for a connection that is there.
    static func connect(_ descriptor: Int32, to address: SocketAddress) -> Int32? {
        let result = address.withSocketAddress { systemConnect(descriptor, $0, $1) }
        if result == 0 { return 0 }
        // An interrupted connect goes on too.
        return errno == EINPROGRESS || errno == EINTR ? nil : errno
    }

    /// The category of an error number of a socket, and what it means at this place.
    static func transportError(_ number: Int32, _ place: String) -> TransportError {
        let reason: TransportError.Reason =
            switch number {
            case ECONNREFUSED: .refused
            case ECONNRESET, EPIPE, ECONNABORTED: .reset
            case ETIMEDOUT: .timedOut
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM: .unreachable
            default: .other
            }
        return TransportError(reason, "\(place): \(SocketError.text(number))")
    }

    /// Whether an error number says that the peer has reset the connection.
    static func isReset(_ number: Int32) -> Bool { number == ECONNRESET || number == EPIPE || number == ECONNABORTED }
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}
