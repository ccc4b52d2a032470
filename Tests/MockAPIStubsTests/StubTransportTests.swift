import Foundation
import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubTransportTests {
    /// A transport whose waits take no time and are noted.
    private struct Fixture {
        let waits = Locked<[Duration]>([])
        let transport: StubTransport

        init(_ response: String, method: String = "GET") throws {
            let waits = waits
            transport = StubTransport(
                engine: StubEngine(stubs: [
                    try Stub(parsing: #"{"request": "\#(method) /a", "response": \#(response)}"#)
                ]),
                sleep: { duration in waits.withLock { $0.append(duration) } })
        }

        func send(_ method: HTTPMethod = .get, timeout: Duration? = nil) async throws -> HTTPResponse {
            try await transport.send(request(method, "/a", timeout: timeout))
        }

        var waited: [Duration] { waits.withLock { $0 } }
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body.bytes ?? [0], as: UTF8.self)
    }

    @Test func `a stub answers with its whole response and the length of its content`() async throws {
        let fixture = try Fixture(
            #"{"status": 201, "statusMessage": "Made", "headers": {"X": ["1", "2"], "Content-Length": "99"}, "body": "hé"}"#
        )
        let response = try await fixture.send()
        #expect(response.status == 201)
        #expect(response.reason == "Made")
        #expect(response.headers == ["X": "1", "X": "2", "Content-Length": "3"])
        #expect(text(response) == "hé")
        #expect(response.url?.absoluteString == "http://stub.test/a")
        #expect(fixture.waited == [])
    }

    @Test func `an answer to HEAD has the length and no content`() async throws {
        let response = try await Fixture(#"{"body": "hello"}"#, method: "HEAD").send(.head)
        #expect(response.headers == ["Content-Length": "5"])
        #expect(text(response) == "")
        let own = try await Fixture(#"{"headers": {"Content-Length": "1024"}}"#, method: "HEAD").send(.head)
        #expect(own.headers == ["Content-Length": "1024"])
    }

    @Test func `a status that forbids content has neither content nor length`() async throws {
        let response = try await Fixture(#"{"status": 204, "body": "x", "headers": {"Content-Length": "1"}}"#).send()
        #expect(response.headers.isEmpty)
        #expect(text(response) == "")
    }

    @Test func `a miss is the 404 of the server`() async throws {
        let transport = StubTransport(stubs: [try stub(#""GET /users""#, "u", #", "name": "users""#)])
        let plain = try await transport.send(request(.get, "/user"))
        #expect(plain.status == 404)
        #expect(plain.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(text(plain).hasPrefix("GET /user matches no stub"))
        #expect(text(plain).contains("\"users\""))

        let json = try await transport.send(request(.get, "/user", headers: ["Accept": "application/json"]))
        #expect(json.headers["Content-Type"] == "application/json")
        let value = try JSONValue(parsing: text(json))
        #expect(value["request"]?["method"] == "GET")
        #expect(value["request"]?["target"] == "/user")
        let near = try #require(value["nearest"]?[0])
        #expect(near["stub"]?["name"] == "users")
        #expect(near["conditions"]?[1]?["part"] == "url")
        #expect(near["conditions"]?[1]?["verdict"] == "failed")

        let head = try await transport.send(request(.head, "/users"))
        #expect(head.status == 404)
        #expect(text(head) == "")
    }

    @Test func `a delay is waited for`() async throws {
        let fixture = try Fixture(#"{"fixedDelayMilliseconds": 300, "body": "x"}"#)
        #expect(text(try await fixture.send()) == "x")
        #expect(text(try await fixture.send(timeout: .milliseconds(300))) == "x")
        #expect(fixture.waited == [.milliseconds(300), .milliseconds(300)])
    }

    @Test func `a delay longer than the time-out ends after the time-out`() async throws {
        let fixture = try Fixture(#"{"fixedDelayMilliseconds": 300}"#)
        let error = await #expect(throws: TransportError.self) { try await fixture.send(timeout: .milliseconds(200)) }
        #expect(error?.reason == .timedOut)
        #expect(fixture.waited == [.milliseconds(200)])
    }

    @Test(arguments: [
        ("CONNECTION_RESET_BY_PEER", TransportError.Reason.reset), ("EMPTY_RESPONSE", .reset),
        ("MALFORMED_RESPONSE_CHUNK", .malformed), ("RANDOM_DATA_THEN_CLOSE", .malformed),
    ])
    func `a fault is the error that it causes over a socket`(name: String, reason: TransportError.Reason) async throws {
        let fixture = try Fixture(#"{"fault": "\#(name)", "fixedDelayMilliseconds": 10}"#)
        let error = await #expect(throws: TransportError.self) { try await fixture.send() }
        #expect(error?.reason == reason)
        #expect(fixture.waited == [.milliseconds(10)])
    }

    @Test func `an answer cut short is an error, one cut after its end is not`() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await Fixture(#"{"body": "hello", "truncateAfter": 4}"#).send()
        }
        #expect(error?.reason == .truncated)
        #expect(text(try await Fixture(#"{"body": "hello", "truncateAfter": 5}"#).send()) == "hello")
        #expect(text(try await Fixture(#"{"truncateAfter": 0}"#).send()) == "")
    }

    @Test func `an answer that stalls ends with the time-out`() async throws {
        let fixture = try Fixture(#"{"body": "hello", "stallAfter": 2}"#)
        let error = await #expect(throws: TransportError.self) { try await fixture.send(timeout: .seconds(1)) }
        #expect(error?.reason == .timedOut)
        #expect(fixture.waited == [.seconds(1)])
        #expect(text(try await Fixture(#"{"body": "hello", "stallAfter": 5}"#).send()) == "hello")
    }

    @Test func `a paced answer takes its time`() async throws {
        let fixture = try Fixture(#"{"body": "12345678", "bytesPerSecond": 4}"#)
        #expect(text(try await fixture.send(timeout: .seconds(1))) == "12345678")
        #expect(fixture.waited == [.seconds(2)])
        let slow = await #expect(throws: TransportError.self) { try await fixture.send(timeout: .milliseconds(100)) }
        #expect(slow?.reason == .timedOut)
    }

    @Test func `cancelling ends a delay at once`() async throws {
        let transport = StubTransport(stubs: [
            try Stub(parsing: #"{"request": "GET /a", "response": {"fixedDelayMilliseconds": 86400000}}"#),
            try Stub(parsing: #"{"request": "GET /b", "response": {"body": "12", "stallAfter": 1}}"#),
        ])
        for target in ["/a", "/b"] {
            let (answered, continuation) = AsyncStream<Void>.makeStream()
            let observed = StubTransport(engine: transport.engine, onAnswer: { _, _ in continuation.yield() })
            let task = Task { try await observed.send(request(.get, target)) }
            for await _ in answered { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(request(.get, "/a"))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func `each answer is seen with the request that it is for`() async throws {
        let seen = Locked<[String]>([])
        let transport = StubTransport(stubs: [try stub(#""POST /a""#, "a", #", "id": "x""#)]) { request, answer in
            seen.withLock {
                $0.append(
                    "\(request.method) \(String(decoding: request.body, as: UTF8.self)) \(answer.stub?.id ?? "miss")")
            }
        }
        _ = try await transport.send(request(.post, "/a", body: "one"))
        _ = try await transport.send(request(.get, "/a"))
        #expect(seen.withLock { $0 } == ["POST one x", "GET  miss"])
    }

    @Test func `a request body may be a file or a stream`() async throws {
        let folder = try TemporaryFolder(["up.txt": "from a file"])
        let seen = Locked<[String]>([])
        let transport = StubTransport(engine: StubEngine()) { request, _ in
            seen.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
        }
        var post = request(.post, "/a")
        post.body = HTTPBody(.file(path: folder.path(of: "up.txt"), length: 11))
        _ = try await transport.send(post)
        post.body = HTTPBody(
            .stream(length: nil) {
                AsyncThrowingStream { continuation in
                    for piece in ["from ", "a stream"] { continuation.yield(Array(piece.utf8)) }
                    continuation.finish()
                }
            })
        _ = try await transport.send(post)
        #expect(seen.withLock { $0 } == ["from a file", "from a stream"])
    }
}
