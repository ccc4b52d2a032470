#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Opens listening sockets on several addresses with one port.
enum ListeningSockets {
    /// Opens them all or none.
    ///
    /// With port 0 the system chooses a number for the first address, and the others must have the same: where one of
    /// them has it taken, another number is tried. An IPv6 address is left out where the machine has no IPv6 and
    /// another address remains.
    static func open(hosts: [String], port: Int, reusePort: Bool) throws(SocketError) -> (sockets: [Int32], port: Int) {
        var seen: Set<String> = []
        let hosts = hosts.flatMap { $0 == "localhost" ? ["127.0.0.1", "::1"] : [$0] }.filter {
            seen.insert($0).inserted
        }
        guard 0...65535 ~= port else {
            throw SocketError(call: "bind", EINVAL, message: "port \(port) is not in the range 0...65535")
        }
        var attempts = port == 0 ? 100 : 1
        while true {
            attempts -= 1
            do throws(SocketError) {
                return try openOnce(hosts: hosts, port: port, reusePort: reusePort)
            } catch {
                guard error.isAddressInUse, attempts > 0 else { throw error }
            }
        }
    }

    private static func openOnce(hosts: [String], port: Int, reusePort: Bool) throws(SocketError)
        -> (sockets: [Int32], port: Int)
    {
        var sockets: [Int32] = []
        var chosen = port
        var missing: SocketError?
        do throws(SocketError) {
            for host in hosts {
                guard let address = SocketAddress(host: host, port: chosen) else {
                    throw SocketError(
                        call: "bind", EINVAL,
                        message: "\"\(host)\" is no literal address: give one such as 127.0.0.1 or ::1")
                }
                do throws(SocketError) {
                    let socket = try open(address, host: host, port: chosen, reusePort: reusePort)
                    sockets.append(socket)
                    if chosen == 0 { chosen = boundPort(socket) }
                } catch {
                    guard address.family == AF_INET6, [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.errno) else {
                        throw error
                    }
                    missing = error
                }
            }
            guard !sockets.isEmpty else {
                throw missing ?? SocketError(call: "bind", EINVAL, message: "no address was given to listen on")
            }
            return (sockets, chosen)
        } catch {
            for socket in sockets { SocketCalls.close(socket) }
            throw error
        }
    }

    private static func open(_ address: SocketAddress, host: String, port: Int, reusePort: Bool) throws(SocketError)
        -> Int32
    {
        let descriptor = try SocketCalls.makeSocket(address.family)
        SocketCalls.setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if reusePort { SocketCalls.setOption(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        if address.family == AF_INET6 {
            SocketCalls.setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
        }
        var call = "bind"
        var result = address.withSocketAddress { bind(descriptor, $0, $1) }
        if result == 0 {
            call = "listen"
            result = listen(descriptor, Int32(SOMAXCONN))
        }
        guard result == 0 else {
            let number = errno
            SocketCalls.close(descriptor)
            throw SocketError(call: call, number, message: message(call, number, host: host, port: port))
        }
        return descriptor
    }

    private static func message(_ call: String, _ errno: Int32, host: String, port: Int) -> String {
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        switch errno {
        case EADDRINUSE:
            return "port \(port) is already in use on \(host): stop the program that listens there, or choose another "
                + "port (0 has the system choose a free one)"
        case EACCES: return "listening on \(place) is not allowed: choose a port above 1023"
        case EADDRNOTAVAIL: return "\(host) is no address of this machine: listen on one that is, such as 127.0.0.1"
        default: return "cannot listen on \(place): \(SocketError.text(errno)) (\(call))"
        }
    }

    private static func boundPort(_ descriptor: Int32) -> Int {
        var address = SocketAddress()
        _ = address.withMutableSocketAddress { getsockname(descriptor, $0, $1) }
        return address.port
    }
}
