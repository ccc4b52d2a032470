import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A plain socket to a server under test: bytes out, bytes in, and how the connection ended.
///
/// Every call runs on a thread of its own and gives up after `patience`.
public final class RawConnection: @unchecked Sendable {
    /// How a stream of bytes came to its end.
    public enum End: Sendable, Hashable {
        /// The peer closed the connection.
        case closed
        /// The peer reset the connection.
        case reset
    }

    private let descriptor: Int32
    private let lock = NSLock()
    private var isOpen = true
    private var unread: [UInt8] = []
    /// How long a call may wait.
    public let patience: Duration

    /// Connects to a port of this machine; `host` is `127.0.0.1` or `::1`.
    ///
    /// `receiveBuffer` is the size of the socket's buffer in bytes, for peers that read slowly.
    public init(
        port: Int, host: String = "127.0.0.1", receiveBuffer: Int? = nil, patience: Duration = .seconds(60)
    ) async throws {
        self.patience = patience
        descriptor = try await RawSocket.onThread {
            let descriptor = try RawSocket.make(host.contains(":") ? AF_INET6 : AF_INET)
            if let receiveBuffer { RawSocket.setOption(descriptor, SO_RCVBUF, Int32(receiveBuffer)) }
            do {
                try RawSocket.withAddress(host, port) { address, length in
                    guard connect(descriptor, address, length) == 0 else {
                        throw RawSocketError(call: "connect", code: errno)
                    }
                }
            } catch {
                _ = Foundation.close(descriptor)
                throw error
            }
            return descriptor
        }
    }

    deinit { close() }

    /// Whether nobody listens on a port of 127.0.0.1, now or soon: the server of another test may have it meanwhile.
    ///
    /// Found out without a connection, which that other test might count.
    public static func isUnused(port: Int, within limit: Duration = .seconds(60)) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            let descriptor = try RawSocket.make(AF_INET)
            RawSocket.setOption(descriptor, SO_REUSEADDR, 1)
            let isBound = try RawSocket.withAddress("127.0.0.1", port) { bind(descriptor, $0, $1) == 0 }
            _ = Foundation.close(descriptor)
            if isBound { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    /// The port at this end.
    public var localPort: Int { (try? RawSocket.port(of: descriptor)) ?? 0 }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) async throws {
        let deadline = ContinuousClock.now + patience
        try await RawSocket.onThread { [self] in try RawSocket.sendAll(descriptor, bytes, until: deadline) }
    }

    /// Sends a text.
    public func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Sends a text byte by byte, without the pauses that a busy test may make between many calls.
    public func sendByteByByte(_ text: String) async throws {
        let deadline = ContinuousClock.now + patience
        try await RawSocket.onThread { [self] in
            for byte in text.utf8 { try RawSocket.sendAll(descriptor, [byte], until: deadline) }
        }
    }

    /// Sends a text and ends the sending side right after it, without the pause that a busy test may make between two calls.
    public func sendLast(_ text: String) async throws {
        let deadline = ContinuousClock.now + patience
        try await RawSocket.onThread { [self] in
            try RawSocket.sendAll(descriptor, Array(text.utf8), until: deadline)
            shutdownSending()
        }
    }

    /// Reads exactly `count` bytes, or fewer where the peer closes before.
    public func read(_ count: Int) async throws -> [UInt8] {
        let deadline = ContinuousClock.now + patience
        return try await RawSocket.onThread { [self] in
            while unread.count < count, try fill(until: deadline) {}
            return take(min(count, unread.count))
        }
    }

    /// Reads up to the end of the connection.
    public func readToEnd() async throws -> (bytes: [UInt8], end: End) {
        let deadline = ContinuousClock.now + patience
        return try await RawSocket.onThread { [self] in
            do {
                while try fill(until: deadline) {}
                return (take(unread.count), .closed)
            } catch let error as RawSocketError where error.isReset {
                return (take(unread.count), .reset)
            }
        }
    }

    /// Reads one response with its content; interim responses (1xx) are read over.
    ///
    /// - Throws: `RawSocketError` where the connection ends or the time runs out before the response is whole;
    ///   `EBADMSG` where it is none.
    public func readResponse(toHEAD: Bool = false) async throws -> RawResponse {
        let deadline = ContinuousClock.now + patience
        return try await RawSocket.onThread { [self] in
            var interim: [Int] = []
            while true {
                var response = try readHead(until: deadline)
                if 100..<200 ~= response.status, response.status != 101 {
                    interim.append(response.status)
                    continue
                }
                response.interim = interim
                if !(toHEAD || response.status == 204 || response.status == 304) {
                    response.body = try readBody(of: response, until: deadline)
                }
                return response
            }
        }
    }

    /// Sends a request and reads its response.
    public func exchange(_ text: String) async throws -> RawResponse {
        try await send(text)
        return try await readResponse(toHEAD: text.hasPrefix("HEAD "))
    }

    /// Whether nothing arrives for a while, neither bytes nor the end of the connection.
    public func isSilent(for duration: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + duration
        return try await RawSocket.onThread { [self] in
            guard unread.isEmpty else { return false }
            return try !RawSocket.wait(descriptor, for: Int32(POLLIN), until: deadline)
        }
    }

    /// Tells the peer that no more bytes will come; answers can still be read.
    public func shutdownSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the connection; calling it again does nothing.
    public func close() {
        lock.lock()
        defer { lock.unlock() }
        if isOpen { _ = Foundation.close(descriptor) }
        isOpen = false
    }

    /// Resets the connection (RST).
    public func reset() {
        RawSocket.setReset(descriptor)
        close()
    }

    /// Reads more; false at the end of the stream.
    private func fill(until deadline: ContinuousClock.Instant) throws -> Bool {
        let bytes = try RawSocket.receive(descriptor, atMost: 1 << 16, until: deadline)
        unread += bytes
        return !bytes.isEmpty
    }

    private func need(until deadline: ContinuousClock.Instant) throws {
        guard try fill(until: deadline) else { throw RawSocketError(call: "recv", code: ENOTCONN) }
    }

    private func take(_ count: Int) -> [UInt8] {
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    private func readLine(until deadline: ContinuousClock.Instant) throws -> [UInt8] {
        var searched = 0
        while true {
            if let end = unread.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) { return take(end + 1) }
            searched = unread.count
            try need(until: deadline)
        }
    }

    private func readHead(until deadline: ContinuousClock.Instant) throws -> RawResponse {
        var head: [UInt8] = []
        while true {
            let line = try readLine(until: deadline)
            head += line
            if line == [0x0D, 0x0A] { break }
        }
        guard let response = RawResponse(head: head) else { throw RawSocketError(call: "response head", code: EBADMSG) }
        return response
    }

    private func readExactly(_ count: Int, until deadline: ContinuousClock.Instant) throws -> [UInt8] {
        while unread.count < count { try need(until: deadline) }
        return take(count)
    }

    private func readBody(of response: RawResponse, until deadline: ContinuousClock.Instant) throws -> [UInt8] {
        if response.values(of: "Transfer-Encoding").last?.lowercased() == "chunked" {
            var body: [UInt8] = []
            while true {
                let line = String(decoding: try readLine(until: deadline).dropLast(2), as: UTF8.self)
                guard let size = Int(line.prefix { $0 != ";" }, radix: 16), size >= 0 else {
                    throw RawSocketError(call: "chunk size", code: EBADMSG)
                }
                if size == 0 { break }
                body += try readExactly(size, until: deadline)
                guard try readExactly(2, until: deadline) == [0x0D, 0x0A] else {
                    throw RawSocketError(call: "chunk end", code: EBADMSG)
                }
            }
            while try readLine(until: deadline) != [0x0D, 0x0A] {}
            return body
        }
        if let length = response.values(of: "Content-Length").first {
            guard let count = Int(length), count >= 0 else {
                throw RawSocketError(call: "Content-Length", code: EBADMSG)
            }
            return try readExactly(count, until: deadline)
        }
        while try fill(until: deadline) {}
        return take(unread.count)
    }
}
