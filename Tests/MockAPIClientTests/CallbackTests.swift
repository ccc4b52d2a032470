import Dispatch
import Foundation
import MockAPIClient
import Testing

@Suite struct `A call in the callback form` {
    private let request = TestRequest<User>()

    /// Makes a call and returns what the completion got, and how often it was called.
    private func results(
        _ client: Client, then act: @Sendable (PendingCall) -> Void = { _ in }
    ) async -> [Result<User, APIError>] {
        let recorder = Recorder<Result<User, APIError>>()
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let call = client.send(request) {
            recorder.add($0)
            continuation.yield()
        }
        act(call)
        for await _ in stream { break }
        call.cancel()
        call.cancel()
        try? await Task.sleep(for: .milliseconds(20))
        return recorder.values
    }

    @Test func `ends once with its model`() async throws {
        let results = await results(Client(body: #"{"id":1,"name":"a"}"#))
        #expect(results.count == 1)
        #expect(try results.first?.get() == User(id: 1, name: "a"))
    }

    @Test func `ends once with its error`() async {
        let results = await results(Client(body: "", status: 404))
        #expect(results.count == 1)
        #expect(throws: APIError.self) { try results.first?.get() }
    }

    @Test func `ends once as cancelled, whatever the transport is doing`() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { _ in
                    // Deaf to cancellation.
                    await Task.detached { for await _ in gate { break } }.value
                    return HTTPResponse(200, body: HTTPBody(#"{"id":1,"name":"a"}"#))
                }))
        let results = await results(client) {
            $0.cancel()
            $0.cancel()
        }
        open.finish()
        #expect(results.count == 1)
        guard case .failure(let error) = try #require(results.first) else { return #expect(Bool(false)) }
        #expect(error.kind == .cancelled)
        #expect(error.request?.url.host == "test.example")
    }

    @Test func `ends on the queue that is asked for`() async {
        let queue = DispatchQueue(label: "callback")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 7)
        let found = await withCheckedContinuation { continuation in
            Client(body: "").send(request, on: queue) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key))
            }
        }
        #expect(found == 7)
    }

    @Test func `in hundreds, cancelled at any moment, ends once each`() async throws {
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { _ in
                    try await Task.sleep(for: .milliseconds(Int.random(in: 0...4)))
                    return HTTPResponse(200, body: HTTPBody(#"{"id":1,"name":"a"}"#))
                }))
        let ends = Recorder<Int>()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let (stream, continuation) = AsyncStream<Void>.makeStream()
                    let call = client.send(request) { _ in
                        ends.add(index)
                        continuation.yield()
                    }
                    try? await Task.sleep(for: .milliseconds(Int.random(in: 0...4)))
                    call.cancel()
                    for await _ in stream { break }
                }
            }
        }
        #expect(ends.values.sorted() == Array(0..<300))
    }
}
