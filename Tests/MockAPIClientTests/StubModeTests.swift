import MockAPIClient
import Testing

private struct Sampled: SampleProviding {
    typealias Response = User
    var base: BaseURL { "http://test.example" }
    var answer: SampleAnswer = .json(#"{"id":1,"name":"sample"}"#)
    var sample: SampleAnswer { answer }
}

private struct Unreadable: SampleProviding {
    struct Missing: Error {}
    typealias Response = User
    var base: BaseURL { "http://test.example" }
    var sample: SampleAnswer { get throws { throw Missing() } }
}

@Suite struct `A stubbed client` {
    private let network = HTTPResponse(200, body: HTTPBody(#"{"id":2,"name":"network"}"#))
    private let stub = HTTPResponse(200, body: HTTPBody(#"{"id":3,"name":"stub"}"#))

    private func client(_ mode: StubMode, hasStubTransport: Bool = true) -> Client {
        let (network, stub) = (network, stub)
        return Client(
            ClientConfiguration(
                transport: FunctionTransport { _ in network },
                stubTransport: hasStubTransport ? FunctionTransport { _ in stub } : nil, stubMode: mode))
    }

    @Test func `answers by the sample of the request, else by its stub transport, and never by the network`()
        async throws
    {
        #expect(try await client(.never).send(Sampled()).name == "network")
        #expect(try await client(.immediate).send(Sampled()).name == "sample")
        #expect(try await client(.immediate).send(TestRequest<User>()).name == "stub")
        let error = await apiError { try await client(.immediate, hasStubTransport: false).send(TestRequest<User>()) }
        #expect(error?.kind.name == "invalidRequest")
        #expect(error?.phase == .stub)
    }

    @Test func `waits as long as it is told`() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await client(.delayed(seconds: 0.2)).send(Sampled()).name == "sample")
        #expect(clock.now - start >= .milliseconds(200))
    }

    @Test func `is cancelled at once while it waits`() async throws {
        let client = client(.delayed(.seconds(60)))
        let task = Task { try await client.send(Sampled()) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `answers with a status or an error of choice`() async throws {
        let client = client(.immediate)
        let status = await apiError { try await client.send(Sampled(answer: .json("{}", status: 500))) }
        #expect(status?.kind == .statusCode(500))
        let failure = await apiError {
            try await client.send(Sampled(answer: .failure(TransportError(.timedOut, "of choice"))))
        }
        #expect(failure?.kind == .network(.timedOut))
        #expect(failure?.phase == .stub)
        #expect(failure?.request != nil)
    }

    @Test func `says so when a sample cannot be made`() async {
        let error = await apiError { try await client(.immediate).send(Unreadable()) }
        #expect(error?.kind.name == "invalidRequest")
        #expect(error?.cause is Unreadable.Missing)
    }
}
