import Foundation
import MockAPIClient
import Testing

@Suite struct `The retry plugin` {
    private struct Outcome {
        var response: HTTPResponse?
        var error: (any Error)?
        var attempts: Int
        var waits: [Duration]
    }

    /// Answers by the list given, its last element again and again; nobody really waits.
    private func send(
        _ method: HTTPMethod = .get, random: Double = 0, now: Double = 1000,
        _ change: (Retry.Surroundings) -> Retry = { Retry(surroundings: $0) },
        answers: [Result<HTTPResponse, TransportError>]
    ) async throws -> Outcome {
        let waits = Recorder<Duration>()
        let attempts = Recorder<Int>()
        let surroundings = Retry.Surroundings(
            time: TimeSource(monotonic: { .zero }, unixTime: { now }), sleep: { waits.add($0) }, random: { random })
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { _ in
                    attempts.add(1)
                    return try answers[min(attempts.values.count, answers.count) - 1].get()
                }, plugins: [change(surroundings)]))
        let request = HTTPRequest(method, try #require(URL(string: "http://a.example/")))
        var outcome = Outcome(attempts: 0, waits: [])
        do { outcome.response = try await client.send(request) } catch { outcome.error = error }
        outcome.attempts = attempts.values.count
        outcome.waits = waits.values
        return outcome
    }

    private func status(_ code: Int, retryAfter: String? = nil) -> Result<HTTPResponse, TransportError> {
        .success(HTTPResponse(HTTPStatus(code), headers: retryAfter.map { ["Retry-After": $0] } ?? [:]))
    }

    @Test func `sends again until an attempt is good`() async throws {
        let outcome = try await send(
            answers: [status(503), .failure(TransportError(.reset, "x")), status(200), status(500)])
        #expect(outcome.response?.status == 200)
        #expect(outcome.attempts == 3)
        #expect(outcome.waits == [.seconds(0.5), .seconds(1)])
    }

    @Test func `gives up after the last attempt, with what came then`() async throws {
        let statuses = try await send(answers: [status(503)])
        #expect(statuses.response?.status == 503)
        #expect(statuses.attempts == 3)
        let failures = try await send(answers: [.failure(TransportError(.refused, "x"))])
        #expect((failures.error as? APIError)?.kind == .network(.refused))
        #expect(failures.attempts == 3)
    }

    @Test(arguments: [("POST", 1), ("PATCH", 1), ("PUT", 3), ("DELETE", 3), ("HEAD", 3), ("OPTIONS", 3)])
    func `sends only idempotent methods again`(method: String, attempts: Int) async throws {
        #expect(try await send(HTTPMethod(method), answers: [status(503)]).attempts == attempts)
    }

    @Test func `sends others again where that is allowed`() async throws {
        let outcome = try await send(
            .post, { Retry(attempts: 2, surroundings: $0) { $0.method == .post } }, answers: [status(503)])
        #expect(outcome.attempts == 2)
    }

    @Test(arguments: [200, 301, 400, 401, 404, 500, 501])
    func `leaves other statuses alone`(code: Int) async throws {
        #expect(try await send(answers: [status(code)]).attempts == 1)
    }

    @Test func `leaves other failures alone`() async throws {
        for reason in [TransportError.Reason.malformed, .tls, .other, .tooManyRedirects] {
            #expect(try await send(answers: [.failure(TransportError(reason, "x"))]).attempts == 1)
        }
    }

    @Test func `doubles its wait up to a limit, less a random share`() async throws {
        let many = { (surroundings: Retry.Surroundings) in
            Retry(attempts: 6, firstDelay: .seconds(1), longestDelay: .seconds(5), surroundings: surroundings)
        }
        let whole = try await send(random: 0, many, answers: [status(503)])
        #expect(whole.waits == [1, 2, 4, 5, 5].map { .seconds($0) })
        let half = try await send(random: 0.5, many, answers: [status(503)])
        #expect(half.waits == [0.75, 1.5, 3, 3.75, 3.75].map { .seconds($0) })
    }

    // RFC 9110, section 10.2.3: seconds, or a date.
    @Test(
        arguments: [
            ("7", 7.0), ("0", 0.5), ("Thu, 01 Jan 1970 00:16:45 GMT", 5), ("Thursday, 01-Jan-70 00:16:45 GMT", 5),
            ("Thu, 01 Jan 1970 00:16:30 GMT", 0.5), ("soon", 0.5), ("-3", 0.5), ("1.5", 0.5),
        ])
    func `waits as long as the server asks, if that is longer`(text: String, seconds: Double) async throws {
        let outcome = try await send(answers: [status(429, retryAfter: text), status(200)])
        #expect(outcome.waits == [.seconds(seconds)])
    }

    @Test func `takes a response as final that asks for too long a wait`() async throws {
        for text in ["31", "99999999999999999999", "Thu, 01 Jan 1970 01:00:00 GMT"] {
            let outcome = try await send(answers: [status(503, retryAfter: text), status(200)])
            #expect(outcome.response?.status == 503)
            #expect(outcome.waits == [])
        }
    }

    @Test func `does not go on after a cancellation`() async throws {
        let attempts = Recorder<Int>()
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { _ in
                    attempts.add(1)
                    withUnsafeCurrentTask { $0?.cancel() }
                    throw TransportError(.reset, "x")
                }, plugins: [Retry(firstDelay: .zero)]))
        let task = Task { try await client.send(TestRequest<EmptyResponse>()) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(attempts.values.count == 1)
    }
}
