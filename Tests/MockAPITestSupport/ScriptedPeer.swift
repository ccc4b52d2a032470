import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A raw server that does as it is told, for tests of clients: it speaks any HTTP, or none.
public final class ScriptedPeer: @unchecked Sendable {
    /// One step of what a connection does.
    public enum Step: Sendable {
        /// Reads one request: its header section and as many content bytes as its `Content-Length` says.
        case readRequest
        /// Reads up to the end of a header section, and content as far as it comes along.
        case readHead
        /// Reads this many bytes.
        case read(Int)
        /// Writes a text.
        case write(String)
        /// Writes bytes.
        case writeBytes([UInt8])
        /// Writes the bytes of a text one at a time with a pause before each.
        case drip(String, every: Duration)
        /// Does nothing for a while.
        case pause(Duration)
        /// Does nothing until the client closes or resets.
        case waitForClose
        /// Closes the connection's sending side and goes on reading.
        case shutdownSending
        /// Closes the connection.
        case close
        /// Resets the connection (RST).
        case reset
    }

    private struct State {
        var isStopped = false
        var received: [[UInt8]] = []
        var isClosedByClient: [Bool] = []
        var openDescriptors: Set<Int32> = []
    }

    private let listener: Int32
    private let scripts: [[Step]]
    private let condition = NSCondition()
    private var state = State()
    /// The port that it listens on, at 127.0.0.1.
    public let port: Int

    /// Listens on a free port; the n-th connection follows the n-th script, those beyond follow the last one.
    ///
    /// A connection is closed after the last step of its script.
    public init(_ scripts: [Step]..., host: String = "127.0.0.1") throws {
        self.scripts = scripts
        listener = try Self.bound(host)
        guard listen(listener, 128) == 0 else { throw RawSocketError(call: "listen", code: errno) }
        port = try RawSocket.port(of: listener)
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// The base URL, `http://127.0.0.1:port`.
    public var baseURL: String { "http://127.0.0.1:\(port)" }

    /// The number of connections that were accepted so far.
    public var connectionCount: Int { condition.withLock { state.received.count } }

    /// What came in so far on the n-th connection, counted from 0.
    public func received(_ connection: Int = 0) -> String {
        condition.withLock {
            state.received.indices ~= connection ? String(decoding: state.received[connection], as: UTF8.self) : ""
        }
    }

    /// The bytes that came in so far on the n-th connection, counted from 0.
    public func receivedBytes(_ connection: Int = 0) -> [UInt8] {
        condition.withLock { state.received.indices ~= connection ? state.received[connection] : [] }
    }

    /// Waits until the client has closed or reset the n-th connection, as a step that reads sees it.
    public func waitUntilClosed(_ connection: Int = 0, patience: Duration = .seconds(60)) async throws {
        try await wait("close", patience) {
            $0.isClosedByClient.indices ~= connection && $0.isClosedByClient[connection]
        }
    }

    /// Waits until this many connections were accepted.
    public func waitForConnections(_ count: Int, patience: Duration = .seconds(60)) async throws {
        try await wait("accept", patience) { $0.received.count >= count }
    }

    /// Waits until this many bytes came in on the n-th connection.
    public func waitForBytes(_ count: Int, on connection: Int = 0, patience: Duration = .seconds(60)) async throws {
        try await wait("recv", patience) { $0.received.indices ~= connection && $0.received[connection].count >= count }
    }

    /// Ends all connections and stops listening; calling it again does nothing.
    public func stop() {
        condition.withLock {
            if !state.isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
            state.isStopped = true
            for descriptor in state.openDescriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Calls `body` with a port at which nobody listens, and which nobody else can take meanwhile.
    public static func withRefusingPort<Result>(_ body: (Int) async throws -> Result) async throws -> Result {
        let descriptor = try bound("127.0.0.1")
        defer { _ = Foundation.close(descriptor) }
        return try await body(try RawSocket.port(of: descriptor))
    }

    /// Calls `body` while this port of 127.0.0.1 refuses connections; `nil`, without a call, where it is in use.
    public static func withRefusingPort<Result>(
        _ port: Int, _ body: () async throws -> Result
    ) async throws -> Result? {
        guard let descriptor = try? bound("127.0.0.1", port) else { return nil }
        defer { _ = Foundation.close(descriptor) }
        return try await body()
    }

    private static func bound(_ host: String, _ port: Int = 0) throws -> Int32 {
        let descriptor = try RawSocket.make(host.contains(":") ? AF_INET6 : AF_INET)
        do {
            try RawSocket.withAddress(host, port) { address, length in
                guard bind(descriptor, address, length) == 0 else { throw RawSocketError(call: "bind", code: errno) }
            }
        } catch {
            _ = Foundation.close(descriptor)
            throw error
        }
        return descriptor
    }

    private func wait(_ what: String, _ patience: Duration, _ holds: @escaping @Sendable (State) -> Bool) async throws {
        try await RawSocket.onThread { [self] in
            let limit = Date(timeIntervalSinceNow: Double(patience.components.seconds))
            condition.lock()
            defer { condition.unlock() }
            while !holds(state) {
                guard condition.wait(until: limit) else { throw RawSocketError(call: what, code: ETIMEDOUT) }
            }
        }
    }

    private func acceptAll() {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor < 0, errno == EINTR { continue }
            condition.lock()
            if descriptor < 0 || state.isStopped {
                condition.unlock()
                if descriptor >= 0 { _ = Foundation.close(descriptor) }
                break
            }
            let connection = state.received.count
            state.received.append([])
            state.isClosedByClient.append(false)
            state.openDescriptors.insert(descriptor)
            condition.broadcast()
            condition.unlock()
            Thread.detachNewThread { [self] in
                follow(scripts[min(connection, scripts.count - 1)], descriptor, connection)
            }
        }
        _ = Foundation.close(listener)
    }

    private func follow(_ script: [Step], _ descriptor: Int32, _ connection: Int) {
        #if canImport(Darwin)
        RawSocket.setOption(descriptor, SO_NOSIGPIPE, 1)
        #endif
        do {
            for step in script { try perform(step, descriptor, connection) }
        } catch {
            note(connection) { $0.isClosedByClient[connection] = true }
        }
        condition.withLock { _ = state.openDescriptors.remove(descriptor) }
        _ = Foundation.close(descriptor)
    }

    private func perform(_ step: Step, _ descriptor: Int32, _ connection: Int) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        switch step {
        case .readRequest:
            var start = condition.withLock { requestStarts[connection] ?? 0 }
            while true {
                let bytes = condition.withLock { Array(state.received[connection].dropFirst(start)) }
                if let length = Self.requestLength(bytes) {
                    start += length
                    condition.withLock { requestStarts[connection] = start }
                    return
                }
                try receive(descriptor, connection, 1 << 16, deadline)
            }
        case .readHead:
            let end = Array("\r\n\r\n".utf8)
            while true {
                let bytes = condition.withLock { state.received[connection] }
                if let place = bytes.firstRange(of: end) {
                    // What came along counts for the next step that reads.
                    condition.withLock { aheadCounts[connection] = bytes.count - place.upperBound }
                    return
                }
                try receive(descriptor, connection, 1 << 16, deadline)
            }
        case .read(let count):
            var left = count - condition.withLock { aheadCounts.removeValue(forKey: connection) ?? 0 }
            while left > 0 { left -= try receive(descriptor, connection, left, deadline) }
        case .write(let text): try RawSocket.sendAll(descriptor, Array(text.utf8), until: deadline)
        case .writeBytes(let bytes): try RawSocket.sendAll(descriptor, bytes, until: deadline)
        case .drip(let text, let interval):
            for byte in text.utf8 {
                sleep(interval)
                try RawSocket.sendAll(descriptor, [byte], until: deadline)
            }
        case .pause(let duration): sleep(duration)
        case .waitForClose: while true { try receive(descriptor, connection, 1 << 16, deadline) }
        case .shutdownSending: shutdown(descriptor, Int32(SHUT_WR))
        case .close: shutdown(descriptor, Int32(SHUT_RDWR))
        case .reset: RawSocket.setReset(descriptor)
        }
    }

    private var requestStarts: [Int: Int] = [:]
    private var aheadCounts: [Int: Int] = [:]

    private func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
    }

    @discardableResult
    private func receive(
        _ descriptor: Int32, _ connection: Int, _ count: Int, _ deadline: ContinuousClock.Instant
    ) throws -> Int {
        let bytes = try RawSocket.receive(descriptor, atMost: count, until: deadline)
        if bytes.isEmpty { throw RawSocketError(call: "recv", code: ENOTCONN) }
        note(connection) { $0.received[connection] += bytes }
        return bytes.count
    }

    private func note(_ connection: Int, _ change: (inout State) -> Void) {
        condition.withLock {
            change(&state)
            condition.broadcast()
        }
    }

    /// The length of the request that the bytes start with, once it is whole.
    private static func requestLength(_ bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4, let last = (0...bytes.count - 4).first(where: { bytes[$0..<$0 + 4].elementsEqual(end) })
        else { return nil }
        let head = String(decoding: bytes[..<last], as: UTF8.self).lowercased()
        if head.contains("transfer-encoding: chunked") {
            let lastChunk = Array("0\r\n\r\n".utf8)
            guard bytes.count >= last + 9,
                let place = (last + 4...bytes.count - 5).first(where: {
                    bytes[$0..<$0 + 5].elementsEqual(lastChunk) && (bytes[$0 - 1] == 0x0A)
                })
            else { return nil }
            return place + 5
        }
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        let length = line.flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) } ?? 0
        return bytes.count >= last + 4 + length ? last + 4 + length : nil
    }
}
