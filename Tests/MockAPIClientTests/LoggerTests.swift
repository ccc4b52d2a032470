import Foundation
import MockAPIClient
import Testing

@Suite struct `The logger` {
    private func lines(
        _ request: HTTPRequest, stubMode: StubMode = .never,
        _ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse = { _ in
            HTTPResponse(200, body: HTTPBody("12345"))
        }
    ) async -> [String] {
        let log = Recorder<String>()
        let time = Locked(0.0)
        let source = TimeSource(
            monotonic: {
                time.withLock { time in
                    time += 0.0815
                    return .seconds(time)
                }
            }, unixTime: { 0 })
        let transport = FunctionTransport(respond)
        let client = Client(
            ClientConfiguration(
                transport: transport, stubTransport: transport, stubMode: stubMode,
                plugins: [Logger(time: source) { log.add($0) }]))
        _ = try? await client.send(request)
        return log.values
    }

    private func request(
        _ method: HTTPMethod = .get, _ url: String, headers: HTTPFields = [:], body: String = ""
    ) throws -> HTTPRequest {
        HTTPRequest(method, try #require(URL(string: url)), headers: headers, body: HTTPBody(body))
    }

    @Test func `writes the request as a curl command, and how it ended`() async throws {
        let lines = await lines(
            try request(.post, "http://a.example/x?q=it's", headers: ["X-A": "1"], body: "a b"))
        #expect(
            lines == [
                #"#1 → curl -H 'X-A: 1' 'http://a.example/x?q=it'\''s' --data-raw 'a b'"#,
                "#1 ← 200 OK, 5 bytes in 0.082 s",
            ])
    }

    @Test func `leaves secrets out of headers, queries, forms and JSON`() async throws {
        let headers: HTTPFields = [
            "Authorization": "Bearer top", "Cookie": "sid=top", "access-token": "top", "X-API-Key": "top", "X": "1",
        ]
        let form = try request(
            .post, "http://a.example/?access_token=top&page=1&api%5Fkey=top",
            headers: headers.overriding(["Content-Type": "application/x-www-form-urlencoded"]),
            body: "user=ann&password=top")
        let json = try request(
            .post, "http://a.example/", headers: ["Content-Type": "application/json"],
            body: #"{"user":"ann","deep":[{"refresh_token":"top","n":1.10}]}"#)
        for made in [form, json] {
            let lines = await lines(made)
            #expect(!lines.joined().contains("top"), "\(lines)")
            #expect(lines[0].contains("***"))
            #expect(lines[0].contains("ann"))
        }
        #expect(await lines(form)[0].contains("access_token=***&page=1&api%5Fkey=***"))
        #expect(await lines(json)[0].contains(#""refresh_token":"***","n":1.10"#))
    }

    @Test func `looks into JSON whatever type it is said to be, and leaves other texts alone`() async throws {
        let json = #" {"token":"top","n":1}"#
        for headers in [[:], ["Content-Type": "text/plain"], ["Content-Type": "no type"]] as [HTTPFields] {
            let line = await lines(try request(.post, "http://a.example/", headers: headers, body: json))[0]
            #expect(line.contains(#"{"token":"***","n":1}"#))
        }
        let text = #"token "a", {"b": 1"#
        #expect(await lines(try request(.post, "http://a.example/", body: text))[0].contains(text))
    }

    @Test func `tells of a body that is no text by its length`() throws {
        var made = try request(.put, "http://a.example/")
        made.body = HTTPBody([0, 1, 0xFF])
        #expect(made.curl() == "curl -X PUT http://a.example/\n(with 3 bytes of content)")
        made.body = HTTPBody(.file(path: "/x", length: 7))
        #expect(made.curl().hasSuffix("(with 7 bytes of content)"))
    }

    @Test func `writes stubbed, failed and cancelled calls`() async throws {
        let made = try request(.get, "http://a.example/")
        #expect(await lines(made, stubMode: .immediate)[1].hasPrefix("#1 ← 200 OK"))
        let failed = await lines(made) { _ in throw TransportError(.refused, "nobody there") }
        #expect(failed[1] == "#1 ✗ no response (refused): nobody there, after 0.082 s")
        let cancelled = await lines(made) { _ in throw CancellationError() }
        #expect(cancelled[1].hasPrefix("#1 ✗ cancelled"))
    }
}

@Suite struct `The activity counter` {
    @Test func `counts calls while they last, whatever becomes of them`() async throws {
        let numbers = Recorder<Int>()
        let counter = ActivityCounter { numbers.add($0) }
        let seen = Recorder<Int>()
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport { request in
                    seen.add(counter.count)
                    if request.method == .delete { throw TransportError(.reset, "x") }
                    return HTTPResponse(200)
                }, plugins: [counter]))
        _ = try await client.send(TestRequest<EmptyResponse>())
        _ = await apiError { try await client.send(TestRequest<EmptyResponse>(method: .delete)) }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(TestRequest<EmptyResponse>())
        }
        _ = await task.result
        #expect(seen.values == [1, 1])
        #expect(counter.count == 0)
        #expect(numbers.values == [1, 0, 1, 0])
    }

    @Test func `tells its numbers in their order`() async throws {
        let numbers = Recorder<Int>()
        let counter = ActivityCounter { numbers.add($0) }
        let client = Client(
            ClientConfiguration(transport: FunctionTransport { _ in HTTPResponse(200) }, plugins: [counter]))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { _ = try? await client.send(TestRequest<EmptyResponse>()) } }
        }
        #expect(numbers.values.count == 400)
        #expect(numbers.values.last == 0)
        var last = 0
        for number in numbers.values {
            #expect(abs(number - last) == 1)
            last = number
        }
    }
}
