import MockAPIClient
import Testing

@Suite struct `The headers of a request` {
    private func client(_ defaults: HTTPFields = [:], service: HTTPFields = [:]) -> Client {
        let services = ServiceDirectory([Service("s", baseURL: "https://s.example", headers: service)])
        return Client(ClientConfiguration(services: services, defaultHeaders: defaults))
    }

    private func headers(_ client: Client, _ own: HTTPFields, body: RequestBody? = nil) throws -> HTTPFields {
        let method: HTTPMethod = body == nil ? .get : .post
        return try client.makeRequest(
            TestRequest<EmptyResponse>(base: .service("s"), method: method, headers: own, makeBody: { body })
        ).headers
    }

    @Test func `win over those of the service, which win over the client's`() throws {
        let client = client(["A": "client", "B": "client", "C": "client"], service: ["b": "service", "c": "service"])
        let headers = try headers(client, ["c": "own", "D": "own"])
        #expect(headers["A"] == "client")
        #expect(headers[values: "B"] == ["service"])
        #expect(headers[values: "C"] == ["own"])
        #expect(headers["D"] == "own")
    }

    @Test func `may repeat a name`() throws {
        #expect(try headers(client(), ["X": "1", "X": "2"])[values: "x"] == ["1", "2"])
    }

    @Test func `name the type of the body, unless the request says otherwise`() throws {
        let json = RequestBody(HTTPBody("{}"), contentType: "application/json")
        let client = client(["Content-Type": "text/default"], service: ["Content-Type": "text/service"])
        #expect(try headers(client, [:], body: json)[values: "Content-Type"] == ["application/json"])
        #expect(try headers(client, ["content-type": "x/y"], body: json)[values: "Content-Type"] == ["x/y"])
    }

    @Test func `never override the type of a multipart body`() throws {
        let form = MultipartForm([MultipartForm.Part(name: "a", content: [1])], boundary: "b0")
        let headers = try headers(
            client(["Content-Type": "text/default"]), ["content-type": "application/json"], body: .multipart(form))
        #expect(headers[values: "Content-Type"] == ["multipart/form-data; boundary=b0"])
    }

    @Test(
        arguments: [
            HTTPField("X", "a\r\nY: b"), HTTPField("X", "a\nb"), HTTPField("X", "a\u{0}b"), HTTPField("", "a"),
            HTTPField("X Y", "a"), HTTPField("X:", "a"), HTTPField("X\r\nY", "a"), HTTPField("Ü", "a"),
        ])
    func `that cannot be sent make the request invalid before anything is sent`(field: HTTPField) async {
        let sent = Recorder<HTTPRequest>()
        let client = Client(
            ClientConfiguration(
                transport: FunctionTransport {
                    sent.add($0)
                    return HTTPResponse(200)
                }))
        let error = await apiError {
            try await client.send(TestRequest<EmptyResponse>(headers: HTTPFields([field])))
        }
        #expect(error?.kind.name == "invalidRequest")
        #expect(sent.values.isEmpty)
    }

    @Test func `do not frame the message`() throws {
        #expect(throws: APIError.self) { try headers(client(), ["Transfer-Encoding": "chunked"]) }
        #expect(throws: APIError.self) { try headers(client(), ["Content-Length": "5"], body: .text("abc")) }
        #expect(throws: Never.self) { try headers(client(), ["Content-Length": "3"], body: .text("abc")) }
    }

    @Test func `with an unknown service make the request invalid, and the error suggests one`() {
        let error = #expect(throws: APIError.self) {
            try client().makeRequest(TestRequest<EmptyResponse>(base: .service("S1")))
        }
        #expect(error?.message == "the request cannot be sent: unknown service \"S1\" (known: s); did you mean \"s\"?")
    }
}
