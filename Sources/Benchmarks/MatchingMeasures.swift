import MockAPICore
import MockAPIMatching
import MockAPIStubs

/// Finding the stub of a request.
enum MatchingMeasures {
    static var all: [Measure] {
        [10, 1000].map { count in
            let name = count < 1000 ? String(count) : "1,000"
            return Measure("match: one of \(name) stubs") {
                let stubs = StubSet(try Self.stubs(count))
                // All stubs have their turn, in an order that no cache likes.
                let requests = (0..<count).map { ReceivedRequest.get("/stub/r\($0 * 7919 % count)/items") }
                return Measure.Subject { rounds in
                    for round in 0..<rounds {
                        let match = stubs.match(MatchSubject(requests[round % count]))
                        guard let match else { throw UnexpectedResult(description: "no stub matches") }
                        keep(match)
                    }
                }
            }
        }
    }

    /// Stubs on distinct paths.
    static func stubs(_ count: Int) throws -> [Stub] {
        try (0..<count).map { number in
            try Stub(
                parsing: """
                    {"request": {"method": "GET", "urlPath": "/stub/r\(number)/items"},
                     "response": {"jsonBody": [{"id": \(number), "name": "Hello-World-\(number)", "fork": false}]}}
                    """)
        }
    }
}

extension ReceivedRequest {
    /// A GET request of a plain path, as a parser makes it.
    fileprivate static func get(_ path: String) -> ReceivedRequest {
        let line = Array("GET \(path) HTTP/1.1\r\n".utf8)
        let host = Array("Host: 127.0.0.1:8080\r\n".utf8)
        let start = UInt32(line.count)
        let field = FieldPlace(name: start..<start + 4, value: start + 6..<start + UInt32(host.count) - 2)
        let target = 4..<4 + path.utf8.count
        return ReceivedRequest(
            head: line + host, methodRange: 0..<3, target: RequestTarget(originForm: line, in: target),
            version: .http11, fields: [field])
    }
}
