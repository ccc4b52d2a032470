import Foundation
import MockAPIClient
import Testing

@Suite struct Redirects {
    private struct Sent: Equatable, Sendable {
        var method: String
        var url: String
        var body: String
        var headers: HTTPFields
    }

    /// Sends a request to a server that answers each path in turn by a status and a location.
    private func send(
        _ method: HTTPMethod = .get, headers: HTTPFields = [:], body: String = "",
        configuration change: (inout ClientConfiguration) -> Void = { _ in },
        hops: [(HTTPStatus, String?)]
    ) async throws -> (response: HTTPResponse, sent: [Sent]) {
        let log = Recorder<Sent>()
        var configuration = ClientConfiguration(
            transport: FunctionTransport { request in
                let index = log.values.count
                log.add(
                    Sent(
                        method: request.method.rawValue, url: request.url.absoluteString,
                        body: String(decoding: request.body.bytes ?? [], as: UTF8.self), headers: request.headers))
                guard hops.indices ~= index else { return HTTPResponse(200) }
                let location: HTTPFields = hops[index].1.map { ["Location": $0] } ?? [:]
                return HTTPResponse(hops[index].0, headers: location)
            })
        change(&configuration)
        let url = try #require(URL(string: "http://a.example/one/two?q=1"))
        let request = HTTPRequest(method, url, headers: headers, body: HTTPBody(body))
        return (try await Client(configuration).send(request), log.values)
    }

    @Test(
        arguments: [
            (301, "GET", "GET"), (302, "GET", "GET"), (303, "GET", "GET"), (307, "GET", "GET"), (308, "GET", "GET"),
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
            (308, "POST", "POST"), (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"), (307, "PUT", "PUT"), (308, "PATCH", "PATCH"),
        ])
    func `keep or change the method, and the body with it`(status: Int, method: String, expected: String) async throws {
        let hasBody = method != "GET" && method != "HEAD"
        let (response, sent) = try await send(
            HTTPMethod(method), headers: hasBody ? ["Content-Type": "text/x", "X": "1"] : ["X": "1"],
            body: hasBody ? "content" : "", hops: [(HTTPStatus(status), "/new")])
        #expect(response.status == 200)
        #expect(sent.map(\.url) == ["http://a.example/one/two?q=1", "http://a.example/new"])
        #expect(sent[1].method == expected)
        #expect(sent[1].headers["X"] == "1")
        let keepsBody = hasBody && method == expected
        #expect(sent[1].body == (keepsBody ? "content" : ""))
        #expect(sent[1].headers["Content-Type"] == (keepsBody ? "text/x" : nil))
    }

    @Test(
        arguments: [
            ("/x", "http://a.example/x"), ("x", "http://a.example/one/x"), ("../x", "http://a.example/x"),
            ("?y=2", "http://a.example/one/two?y=2"), ("//b.example/x", "http://b.example/x"),
            ("https://b.example:8443", "https://b.example:8443/"), ("/x#frag", "http://a.example/x"),
            ("/a b?c=ü", "http://a.example/a%20b?c=%C3%BC"), ("/a%20b", "http://a.example/a%20b"),
        ])
    func `lead where the location says`(location: String, expected: String) async throws {
        #expect(try await send(hops: [(302, location)]).sent.last?.url == expected)
    }

    @Test func `without a usable location are the final response`() async throws {
        for location in [nil, "", "ftp://x/", "mailto:a@b", "http://"] as [String?] {
            let (response, sent) = try await send(hops: [(302, location)])
            #expect(response.status == 302)
            #expect(sent.count == 1)
        }
        for status in [300, 304, 305] as [HTTPStatus] {
            #expect(try await send(hops: [(status, "/x")]).response.status == status)
        }
    }

    @Test func `take credentials along on their origin only`() async throws {
        let headers: HTTPFields = [
            "Authorization": "a", "Cookie": "c", "Proxy-Authorization": "p", "access-token": "t", "X": "1",
        ]
        let change = { (configuration: inout ClientConfiguration) in configuration.plugins = [AccessToken("t")] }
        let same = try await send(headers: headers, configuration: change, hops: [(302, "http://A.example:80/x")])
        #expect(same.sent[1].headers == headers)
        for location in ["http://b.example/x", "https://a.example/x", "http://a.example:81/x"] {
            let other = try await send(
                headers: headers, configuration: change, hops: [(302, location), (302, "http://a.example")])
            #expect(other.sent[1].headers == ["X": "1"])
            #expect(other.sent[2].headers == ["X": "1"])
        }
    }

    @Test func `end after twenty`() async throws {
        let hops: [(HTTPStatus, String?)] = Array(repeating: (302, "/again"), count: 30)
        #expect(try await send(hops: Array(hops.prefix(20))).response.status == 200)
        let error = try #require(await apiError { try await self.send(hops: Array(hops.prefix(21))).response.status })
        #expect(error.kind == .network(.tooManyRedirects))
        #expect(error.phase == .redirects)
        #expect(error.response?.status == 302)
    }

    @Test func `are left to the caller if none are to be followed`() async throws {
        let (response, sent) = try await send(configuration: { $0.maximumRedirects = 0 }, hops: [(302, "/x")])
        #expect(response.status == 302)
        #expect(sent.count == 1)
    }

    @Test func `to a replaced service go where the service goes`() async throws {
        let change = { (configuration: inout ClientConfiguration) in
            configuration.services = ServiceDirectory([
                Service("a", baseURL: "http://a.example"), Service("b", baseURL: "https://b.example"),
            ])
            configuration.services.replaceAll(with: "http://127.0.0.1:1")
        }
        let (_, sent) = try await send(
            headers: ["Authorization": "a"], configuration: change,
            hops: [(302, "/x"), (302, "http://a.example/y"), (302, "https://b.example/z")])
        #expect(
            sent.map(\.url) == [
                "http://127.0.0.1:1/one/two?q=1", "http://127.0.0.1:1/x", "http://127.0.0.1:1/y",
                "http://127.0.0.1:1/z",
            ])
        #expect(sent.map { $0.headers["Host"] } == ["a.example", "a.example", "a.example", "b.example"])
        #expect(sent.map { $0.headers["Authorization"] } == ["a", "a", "a", nil])
    }
}
