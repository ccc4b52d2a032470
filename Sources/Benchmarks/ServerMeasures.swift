import Foundation
import MockAPIClient
import MockAPICore
import MockAPIServer
import MockAPISockets
import MockAPIStubs

/// Servers: their life, and round trips over the loopback.
enum ServerMeasures {
    static var all: [Measure] {
        [
            Measure("server: start and stop") {
                let stubs = try MatchingMeasures.stubs(10)
                return Measure.Subject { count in
                    for _ in 0..<count {
                        let server = MockServer(stubs: stubs)
                        try server.start()
                        await server.stop()
                    }
                }
            },
            roundTrip("loopback: round trip, SocketTransport", SocketTransport()),
            roundTrip("loopback: round trip, URLSessionTransport", URLSessionTransport()),
        ]
    }

    /// Requests one after the other over one connection.
    private static func roundTrip(_ name: String, _ transport: any Transport) -> Measure {
        Measure(name) {
            let server = MockServer(stubs: try MatchingMeasures.stubs(10))
            try server.start()
            let request = HTTPRequest(.get, server.baseURL.appendingPathComponent("stub/r3/items"))
            return Measure.Subject(
                work: { count in
                    for _ in 0..<count {
                        let response = try await transport.send(request)
                        guard response.status == 200 else {
                            throw UnexpectedResult(description: "status \(response.status)")
                        }
                    }
                },
                finish: { await server.stop() })
        }
    }
}
