#if canImport(Darwin)
package import Darwin
#elseif canImport(Musl)
package import Musl
#else
package import Glibc
#endif

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Room for an address that a system call fills in.
    package init() {}

    /// Reads a literal address such as `127.0.0.1` or `::1`, also in brackets; `nil` where it is none.
    package init?(host: String, port: Int) {
        guard let port = UInt16(exactly: port) else { return nil }
        var host = Substring(host)
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, String(host), &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            self.init(copying: &four)
        } else if inet_pton(AF_INET6, String(host), &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            self.init(copying: &six)
        } else {
            return nil
        }
    }

    private init<Address>(copying address: inout Address) {
        length = socklen_t(MemoryLayout<Address>.size)
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: &address) { target.copyMemory(from: $0) }
        }
    }

    /// `AF_INET`, `AF_INET6`, or 0.
    package var family: Int32 { Int32(storage.ss_family) }

    /// The port.
    package var port: Int {
        switch family {
        case AF_INET: Int(UInt16(bigEndian: read(sockaddr_in.self).sin_port))
        case AF_INET6: Int(UInt16(bigEndian: read(sockaddr_in6.self).sin6_port))
        default: 0
        }
    }

    /// The address without its port, such as `127.0.0.1` or `::1`; `nil` for other families.
    package var host: String? {
        var text = [CChar](repeating: 0, count: 64)
        switch family {
        case AF_INET:
            var address = read(sockaddr_in.self).sin_addr
            guard inet_ntop(AF_INET, &address, &text, socklen_t(text.count)) != nil else { return nil }
        case AF_INET6:
            var address = read(sockaddr_in6.self).sin6_addr
            guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return nil }
        default: return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Lends the address to a system call.
    package func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Lends the room to a system call that fills it in.
    package mutating func withMutableSocketAddress<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    private func read<Address>(_ type: Address.Type) -> Address {
        withUnsafeBytes(of: storage) { $0.loadUnaligned(as: type) }
    }
}
