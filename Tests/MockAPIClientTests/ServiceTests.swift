import Foundation
import MockAPIClient
import Testing

@Suite struct `A replaced service` {
    private let real = ServiceDirectory([
        Service("api", baseURL: "https://api.example/v2", headers: ["X-Group": "api"]),
        Service("www", baseURL: "https://www.example"),
    ])

    private func made(_ services: ServiceDirectory, _ base: BaseURL, _ path: String = "/users") throws -> HTTPRequest {
        try Client(ClientConfiguration(services: services)).makeRequest(
            TestRequest<EmptyResponse>(base: base, path: path))
    }

    @Test func `keeps its own place until it is replaced`() throws {
        let request = try made(real, .service("api"))
        #expect(request.url.absoluteString == "https://api.example/v2/users")
        #expect(request.headers["X-Group"] == "api")
        #expect(request.headers["Host"] == nil)
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v2/users"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v2/users"),
            ("http://staging.example/v3", "http://staging.example/v3/users"),
        ])
    func `changes its origin, or its whole base URL if the new one has a path`(other: String, expected: String) throws {
        var services = real
        services.replace("api", with: other)
        let request = try made(services, .service("api"))
        #expect(request.url.absoluteString == expected)
        #expect(request.headers["Host"] == "api.example")
        #expect(request.headers["X-Group"] == "api")
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:8080", "https://api.example/v2/users?a=1", "http://127.0.0.1:8080/v2/users?a=1"),
            ("http://127.0.0.1:8080", "https://api.example:443/v2/users", "http://127.0.0.1:8080/v2/users"),
            ("http://127.0.0.1:8080", "HTTPS://API.EXAMPLE", "http://127.0.0.1:8080/"),
            ("http://127.0.0.1:8080/m", "https://api.example/v2/users", "http://127.0.0.1:8080/m/users"),
            ("http://127.0.0.1:8080/m", "https://api.example/other", "http://127.0.0.1:8080/m/other"),
            ("http://127.0.0.1:8080", "http://api.example/v2", "http://api.example/v2"),
            ("http://127.0.0.1:8080", "https://api.example:8443/v2", "https://api.example:8443/v2"),
            ("http://127.0.0.1:8080", "https://elsewhere.example/v2", "https://elsewhere.example/v2"),
        ])
    func `takes absolute URLs of its origin along, and no others`(other: String, url: String, expected: String) throws {
        var services = real
        services.replace("api", with: other)
        #expect(try made(services, .url(url), "").url.absoluteString == expected)
    }

    @Test func `keeps the real host only if asked, and never over the request's own`() throws {
        var services = real
        services.replaceAll(with: "http://127.0.0.1:1", keepsHost: false)
        #expect(try made(services, .service("www")).headers["Host"] == nil)
        services.replaceAll(with: "http://127.0.0.1:1")
        #expect(try made(services, .service("www")).headers["Host"] == "www.example")
        #expect(try made(services, .url("https://www.example/a"), "").headers["Host"] == "www.example")
        let own = TestRequest<EmptyResponse>(base: .service("www"), headers: ["host": "mine"])
        let client = Client(ClientConfiguration(services: services))
        #expect(try client.makeRequest(own).headers[values: "Host"] == ["mine"])
        services.restore("www")
        #expect(try made(services, .service("www")).url.host == "www.example")
    }

    @Test func `takes untyped requests along, too`() async throws {
        let sent = Recorder<HTTPRequest>()
        var configuration = ClientConfiguration(
            transport: FunctionTransport {
                sent.add($0)
                return HTTPResponse(404)
            }, services: real, defaultHeaders: ["X-Default": "1"])
        configuration.services.replaceAll(with: "http://127.0.0.1:1")
        let url = try #require(URL(string: "https://www.example/a%2Fb?c=%20"))
        let response = try await Client(configuration).send(HTTPRequest(.get, url))
        #expect(response.status == 404)
        #expect(sent.values.first?.url.absoluteString == "http://127.0.0.1:1/a%2Fb?c=%20")
        #expect(sent.values.first?.headers["Host"] == "www.example")
        #expect(sent.values.first?.headers["X-Default"] == "1")
    }

    @Test func `can be set while the client is in use`() throws {
        let client = Client(ClientConfiguration(services: real))
        client.configure { $0.services.replace("www", with: "http://localhost:3000") }
        let request = try client.makeRequest(TestRequest<EmptyResponse>(base: .service("www"), path: "x"))
        #expect(request.url.absoluteString == "http://localhost:3000/x")
    }
}
