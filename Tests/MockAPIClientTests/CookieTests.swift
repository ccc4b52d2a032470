import Foundation
import MockAPIClient
import Testing

@Suite struct `A cookie store` {
    private struct Step {
        var url: String
        var sets: [String] = []
        var location: String?
    }

    /// Sends a request for each step, and returns what was sent as `Cookie` and what the store has at last.
    private func send(_ steps: [Step], now: Double = 1000, headers: HTTPFields = [:]) async throws -> (
        [String?], [Cookie]
    ) {
        let sent = Recorder<String?>()
        let index = Locked(0)
        let store = CookieStore(time: TimeSource(monotonic: { .zero }, unixTime: { now }))
        let transport = FunctionTransport { request in
            sent.add(request.headers["Cookie"])
            let step = index.withLock { index in
                defer { index += 1 }
                return steps[min(index, steps.count - 1)]
            }
            var response = HTTPResponse(step.location == nil ? 200 : 302)
            for text in step.sets { response.headers.add("Set-Cookie", text) }
            response.headers["Location"] = step.location
            return response
        }
        let client = Client(ClientConfiguration(transport: transport, cookies: store))
        while index.withLock({ $0 }) < steps.count {
            let url = try #require(URL(string: steps[index.withLock { $0 }].url))
            _ = try await client.send(HTTPRequest(.get, url, headers: headers))
        }
        return (sent.values, store.cookies)
    }

    // Case headers-4 of the field cases, the client's side.
    @Test func `takes the name up to the first equals sign, and dates with commas`() async throws {
        let (sent, cookies) = try await send([
            Step(
                url: "http://a.example/login",
                sets: ["sid=a=b==; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "csrf=z9; Path=/"]),
            Step(url: "http://a.example/x"),
        ])
        #expect(sent == [nil, "sid=a=b==; csrf=z9"])
        #expect(cookies.map(\.value) == ["a=b==", "z9"])
        #expect(cookies[0].expires == 2_139_722_880)
    }

    @Test(
        arguments: [
            ("a=1", "http://a.example/x/y", "a=1"), ("a=1", "http://b.a.example/x/y", nil),
            ("a=1; Domain=a.example", "http://b.a.example/", nil),
            ("a=1; Domain=.A.example; Path=/", "http://b.a.example/", "a=1"),
            ("a=1; Domain=example; Path=/", "http://a.example/", nil),
            ("a=1; Domain=b.example; Path=/", "http://b.example/", nil),
            ("a=1; Path=/x", "http://a.example/x", "a=1"), ("a=1; Path=/x", "http://a.example/xy", nil),
            ("a=1; Secure; Path=/", "http://a.example/", nil), ("a=1; Secure; Path=/", "https://a.example/", "a=1"),
            ("a=1; Path=/", "http://a.example:81/", "a=1"), ("=1; Path=/", "http://a.example/", nil),
            ("a", "http://a.example/", nil),
            ("a=1; Max-Age=0; Path=/", "http://a.example/", nil),
            ("a=1; Max-Age=9; Path=/", "http://a.example/", "a=1"),
            ("a=1; Expires=Thu, 01-Jan-1970 00:00:01 GMT; Path=/", "http://a.example/", nil),
            ("a=1; Max-Age=9; Expires=Thu, 01-Jan-1970 00:00:01 GMT; Path=/", "http://a.example/", "a=1"),
            (" a = 1 ; path=/", "http://a.example/", "a=1"),
            ("a=1; Max-Age=99999999999999999999; Path=/", "http://a.example/", "a=1"),
            ("a=1; Max-Age=-99999999999999999999; Path=/", "http://a.example/", nil),
            ("a=1; Max-Age=0; Max-Age=+9; Path=/", "http://a.example/", nil),
        ] as [(String, String, String?)])
    func `sends a cookie where it belongs and nowhere else`(text: String, url: String, expected: String?) async throws {
        let (sent, _) = try await send([Step(url: "http://a.example/x/set", sets: [text]), Step(url: url)])
        #expect(sent[1] == expected)
    }

    @Test func `replaces and takes away cookies of the same name, host and path`() async throws {
        let (sent, cookies) = try await send([
            Step(url: "http://a.example/", sets: ["a=1; Path=/", "b=1; Path=/", "a=2; Path=/x"]),
            Step(url: "http://a.example/x", sets: ["a=3; Path=/", "b=; Path=/; Max-Age=-1"]),
            Step(url: "http://a.example/x"),
        ])
        #expect(sent == [nil, "a=2; a=1; b=1", "a=2; a=3"])
        #expect(cookies.count == 2)
    }

    @Test func `takes and sends cookies along redirects`() async throws {
        let (sent, _) = try await send([
            Step(url: "http://a.example/", sets: ["a=1"], location: "/next"),
            Step(url: "", location: "http://b.example/"), Step(url: "", sets: ["b=2"], location: "http://a.example/"),
            Step(url: ""),
        ])
        #expect(sent == [nil, "a=1", nil, "a=1"])
    }

    @Test func `leaves a request with cookies of its own alone`() async throws {
        let (sent, _) = try await send(
            [Step(url: "http://a.example/", sets: ["a=1"]), Step(url: "http://a.example/")],
            headers: ["Cookie": "own=1"])
        #expect(sent == ["own=1", "own=1"])
    }

    @Test func `is not there unless asked for`() async throws {
        let client = Client(answering: HTTPResponse(200, headers: ["Set-Cookie": "a=1"]))
        _ = try await client.send(TestRequest<EmptyResponse>())
        #expect(client.configuration.cookies == nil)
        #expect(try client.makeRequest(TestRequest<EmptyResponse>()).headers["Cookie"] == nil)
    }
}
