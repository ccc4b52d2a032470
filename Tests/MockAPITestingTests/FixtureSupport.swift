import MockAPITestSupport
import MockAPITesting

extension MockAPI {
    /// Sends a GET over a connection of its own.
    func get(_ target: String) async throws -> RawResponse {
        try await RawConnection(port: port).exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    }
}

/// Texts that are collected on any thread.
final class Collected: Sendable {
    private let texts = Locked<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
}
