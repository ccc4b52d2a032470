import Foundation
import MockAPIClient
import MockAPICore

/// A client's call that is answered by its cache, beside the same call without one.
enum CacheMeasures {
    static var all: [Measure] {
        [
            Measure("cache: a call without a cache, answered in process") { try call(cache: nil) },
            Measure("cache: a call answered by what is fresh, in memory") { try call(cache: ResponseCache()) },
        ]
    }

    /// Answers everything alike.
    private struct Answer: Transport {
        let body = HTTPBody([UInt8](repeating: 0x20, count: 1024))

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            HTTPResponse(headers: ["Cache-Control": "max-age=3600", "Content-Type": "text/plain"], body: body)
        }
    }

    private static func call(cache: ResponseCache?) throws -> Measure.Subject {
        let client = Client(ClientConfiguration(transport: Answer(), cache: cache))
        guard let url = URL(string: "https://service.example/items?page=1") else {
            throw UnexpectedResult(description: "no URL")
        }
        let request = HTTPRequest(.get, url, headers: ["Accept": "text/plain", "Authorization": "Bearer token"])
        return Measure.Subject { rounds in
            for _ in 0..<rounds { keep(try await client.send(request).status) }
        }
    }
}
