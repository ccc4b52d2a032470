import Foundation
import MockAPICore
import MockAPISockets
import MockAPIStubs
import Testing

@testable import MockAPIServer

/// The answers in process are those of a server with the same stubs.
@Suite struct TransportParityTests {
    /// What a client sees of an exchange.
    private enum Seen: Equatable, CustomStringConvertible {
        case response(Int, reason: String?, headers: [HTTPField], body: String)
        case failure(TransportError.Reason)

        var description: String {
            switch self {
            case .response(let status, let reason, let headers, let body):
                "\(status) \(reason ?? "") \(headers) \(body)"
            case .failure(let reason): "failure: \(reason)"
            }
        }

        init(_ transport: some Transport, _ request: HTTPRequest) async throws {
            do {
                let response = try await transport.send(request)
                let headers = response.headers.filter { !["date", "connection"].contains($0.name.lowercased()) }
                let reason = response.reason.flatMap { $0 == response.status.reasonPhrase ? nil : $0 }
                self = .response(
                    response.status.code, reason: reason, headers: headers.sorted { $0.description < $1.description },
                    body: String(decoding: response.body.bytes ?? [], as: UTF8.self))
            } catch let error as TransportError {
                self = .failure(error.reason)
            }
        }
    }

    @Test(arguments: [
        ("GET", #"{"status": 201, "statusMessage": "Made", "body": "hé", "headers": {"X": ["1", "2"], "Y": ""}}"#),
        ("GET", #"{"jsonBody": {"a": [1.50, null]}}"#), ("GET", "{}"), ("GET", #"{"status": 204, "body": "x"}"#),
        ("GET", #"{"status": 304, "headers": {"Content-Length": "7"}}"#),
        ("GET", #"{"body": "abc", "headers": {"Content-Length": "99", "Transfer-Encoding": "chunked"}}"#),
        ("HEAD", #"{"body": "abc"}"#), ("HEAD", #"{"headers": {"Content-Length": "1024"}}"#),
        ("HEAD", #"{"body": "abc", "truncateAfter": 1}"#), ("POST", #"{"status": 500, "base64Body": "AP8="}"#),
        ("GET", #"{"fixedDelayMilliseconds": 20, "body": "late"}"#),
        ("GET", #"{"body": "123456", "bytesPerSecond": 600}"#),
        ("GET", #"{"body": "hello", "truncateAfter": 4}"#), ("GET", #"{"body": "hello", "truncateAfter": 5}"#),
        ("GET", #"{"body": "hello", "truncateAfter": 0}"#), ("GET", #"{"truncateAfter": 0}"#),
        ("GET", #"{"body": "hello", "stallAfter": 2}"#), ("GET", #"{"body": "hello", "stallAfter": 5}"#),
        ("GET", #"{"fixedDelayMilliseconds": 60000}"#), ("GET", #"{"fault": "CONNECTION_RESET_BY_PEER"}"#),
        ("GET", #"{"fault": "EMPTY_RESPONSE"}"#), ("GET", #"{"fault": "MALFORMED_RESPONSE_CHUNK"}"#),
        ("GET", #"{"fault": "RANDOM_DATA_THEN_CLOSE"}"#), ("HEAD", #"{"fault": "RANDOM_DATA_THEN_CLOSE"}"#),
    ])
    func `a stub is seen alike in process and over a socket`(method: String, response: String) async throws {
        let stub = try Stub(parsing: #"{"request": "\#(method) /a?b=c", "response": \#(response)}"#)
        let engine = StubEngine(stubs: [stub])
        let server = MockServer(stubs: [stub])
        try server.start()
        // Only what never ends is to time out.
        let isEndless = response.contains("60000") || response.contains(#""stallAfter": 2"#)
        for target in ["/a?b=c", "/missing"] {
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(target)"))
            let timeout: Duration = isEndless && target != "/missing" ? .milliseconds(400) : .seconds(30)
            let request = HTTPRequest(HTTPMethod(method), url, timeout: timeout)
            let inProcess = try await Seen(StubTransport(engine: engine), request)
            #expect(try await Seen(SocketTransport(), request) == inProcess)
        }
        await server.stop()
    }
}
