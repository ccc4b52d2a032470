import MockAPICore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Looks up the addresses of hosts, on threads of its own since the system's look-up blocks.
///
/// Look-ups of the same host at the same time are one.
final class NameResolver: Sendable {
    typealias Handler = @Sendable (Result<[SocketAddress], TransportError>) -> Void

    /// The resolver of the process.
    static let shared = NameResolver()

    private struct Key: Hashable {
        var host: String
        var port: Int
    }

    private let waiting = Locked<[Key: [Handler]]>([:])

    /// The addresses that need no look-up: literal ones, and both loopbacks for `localhost` (RFC 6761, section 6.3).
    static func literals(_ origin: Origin) -> [SocketAddress]? {
        if let address = SocketAddress(host: origin.host, port: origin.port) { return [address] }
        guard origin.host == "localhost" || origin.host.hasSuffix(".localhost") else { return nil }
        return ["127.0.0.1", "::1"].compactMap { SocketAddress(host: $0, port: origin.port) }
    }

    /// Looks a host up and calls `handler` on some other thread.
    func resolve(_ origin: Origin, _ handler: @escaping Handler) {
        let key = Key(host: origin.host, port: origin.port)
        let isFirst = waiting.withLock { waiting in
            waiting[key, default: []].append(handler)
            return waiting[key]?.count == 1
        }
        guard isFirst else { return }
        do {
            try SystemThread.start { self.finish(key, Self.lookUp(key.host, key.port)) }
        } catch {
            finish(key, .failure(TransportError(.other, "no thread for the look-up of \(key.host): \(error)")))
        }
    }

    private func finish(_ key: Key, _ result: Result<[SocketAddress], TransportError>) {
        let handlers = waiting.withLock { $0.removeValue(forKey: key) } ?? []
        for handler in handlers { handler(result) }
    }

    private static func lookUp(_ host: String, _ port: Int) -> Result<[SocketAddress], TransportError> {
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), nil, &list)
        guard code == 0, let list else {
            let reason = code == 0 ? "no address" : gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
            return .failure(TransportError(.dns, "the host \(host) cannot be found: \(reason)"))
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var seen: Set<String> = []
        var next: UnsafeMutablePointer<addrinfo>? = list
        while let entry = next {
            next = entry.pointee.ai_next
            guard let source = entry.pointee.ai_addr else { continue }
            let count = Int(entry.pointee.ai_addrlen)
            var address = SocketAddress()
            address.withMutableSocketAddress { target, length in
                UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: min(count, Int(length.pointee)))
                length.pointee = socklen_t(min(count, Int(length.pointee)))
            }
            // Every address comes once for each kind of socket.
            guard let text = address.host, seen.insert(text).inserted else { continue }
            addresses.append(address)
        }
        return addresses.isEmpty
            ? .failure(TransportError(.dns, "the host \(host) has no address")) : .success(addresses)
    }
}
