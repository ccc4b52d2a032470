import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubBuildingTests {
    private struct User: Encodable, Sendable {
        var name = "Ada"
        var id = 7
    }

    private struct Unencodable: Encodable, Sendable {
        struct Failure: Error {}

        func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    @Test func `a stub in code is the stub that a file would give`() throws {
        let stub = Stub(
            .get, "/users/{id}", query: ["page": .equalTo("1")], id: "u", name: "a user", priority: 2
        ) {
            .json(User()).delayed(by: .milliseconds(300))
        }
        let read = try Stub(
            parsing: #"""
                {"id": "u", "name": "a user", "priority": 2,
                 "request": "GET /users/{id}?page=1",
                 "response": {"jsonBody": {"id": 7, "name": "Ada"}, "fixedDelayMilliseconds": 300}}
                """#)
        #expect(stub.request == read.request)
        #expect(StubFacts(stub) == StubFacts(read))
        #expect(
            try stub.printed().rendered(.compact) == """
                {"id":"u","name":"a user","priority":2,\
                "request":{"method":"GET","urlPathTemplate":"/users/{id}",\
                "queryParameters":{"page":{"equalTo":"1"}}},\
                "response":{"status":200,"headers":{"Content-Type":"application/json"},\
                "jsonBody":{"id":7,"name":"Ada"},"fixedDelayMilliseconds":300}}
                """)
    }

    @Test func `every part of a request can be said in code`() throws {
        let stub = Stub(
            .oneOf([.put, .patch]), "/a/{id}?x=1", pathParameters: ["id": .matches("[0-9]+")],
            query: ["q": .hasExactly(["1", .contains("2")])], headers: ["Accept": .not(.absent)],
            cookies: ["session": .doesNotContain("x")],
            basicAuth: BasicCredentials(username: "ada", password: "secret"), host: "a.test", port: 80, scheme: "http",
            clientIP: .or(["::1", "127.0.0.1"]), form: ["f": .includes(["v"])],
            body: [.equalToJSON(["a": 1]), .binaryEqualTo([1])]
        ) { .empty }
        let expected = RequestPattern(
            method: .oneOf([.put, .patch]), url: .urlPathTemplate(try PathTemplate("/a/{id}")),
            pathParameters: [NamedPattern("id", .matches(try RegexPattern("[0-9]+")))],
            queryParameters: [
                NamedPattern("x", .any(.equalTo("1"))),
                NamedPattern("q", .hasExactly([.equalTo("1"), .contains("2")])),
            ],
            headers: [NamedPattern("Accept", .any(.not(.absent)))],
            cookies: [NamedPattern("session", .doesNotContain("x"))],
            basicAuth: BasicCredentials(username: "ada", password: "secret"), host: .equalTo("a.test"),
            scheme: .equalTo("http"), port: 80, clientIP: .or([.equalTo("::1"), .equalTo("127.0.0.1")]),
            formParameters: [NamedPattern("f", .includes([.equalTo("v")]))],
            bodyPatterns: [.equalToJSON(["a": 1]), .binaryEqualTo([1])])
        #expect(stub.request == expected)
    }

    @Test func `a target is a path as in the shorthand, or any other form of a URL`() throws {
        func request(_ target: StubTarget) -> RequestPattern { Stub(.get, target) { .empty }.request }
        #expect(request("/a").url == .urlPath("/a"))
        #expect(request("/a/{b}?c=d&c=e").url == .urlPathTemplate(try PathTemplate("/a/{b}")))
        #expect(request("/a/{b}?c=d&c=e").queryParameters == [NamedPattern("c", .includes(["d", "e"]))])
        let name = "x"
        #expect(request("/a/\(name)").url == .urlPath("/a/x"))
        #expect(request(.any) == RequestPattern(method: .get))
        #expect(request(.url("/a?b=c")).url == .url("/a?b=c"))
        #expect(request(.urlPath("/{a}")).url == .urlPath("/{a}"))
        #expect(request(.urlPattern("/a.*")).url == .urlPattern(try RegexPattern("/a.*")))
        #expect(request(.urlPathPattern("/a.*")).url == .urlPathPattern(try RegexPattern("/a.*")))
        #expect(request(.urlPathTemplate(try PathTemplate("/**"))).url == .urlPathTemplate(try PathTemplate("/**")))
        #expect(try StubTarget(path: "/a/{b}") == "/a/{b}")
        let error = #expect(throws: PathTemplateError.self) { try StubTarget(path: "/a/{b") }
        #expect(error?.message == "this brace is not closed")
    }

    @Test func `methods have names, and any text is one`() {
        #expect(MethodPattern.get == .one(.get))
        #expect(MethodPattern.delete == "DELETE")
        #expect(MethodPattern("ANY") == .any)
        #expect(Stub { .empty }.request == RequestPattern())
    }

    @Test func `answers begin with their content`() async throws {
        func answer(_ response: StubResponse) async throws -> String {
            let transport = StubTransport(stubs: [Stub(.get, "/") { response }])
            let got = try await transport.send(request(.get, "/"))
            let body = String(decoding: got.body.bytes ?? [], as: UTF8.self)
            return "\(got.status.code) \(got.headers["Content-Type"] ?? "-") \(body)"
        }
        #expect(try await answer(.empty) == "200 - ")
        #expect(try await answer(.text("é")) == "200 text/plain; charset=utf-8 é")
        #expect(try await answer(.text("<a/>", type: "text/html")) == "200 text/html <a/>")
        #expect(
            try await answer(.json(["b": 1, "a": [.null, 2.50]])) == #"200 application/json {"b":1,"a":[null,2.5]}"#)
        #expect(try await answer(.json(User())) == #"200 application/json {"id":7,"name":"Ada"}"#)
        #expect(try await answer(.json([User()])) == #"200 application/json [{"id":7,"name":"Ada"}]"#)
        #expect(try await answer(.data(Data([0x61]))) == "200 application/octet-stream a")
        #expect(try await answer(.status(404)) == "404 - ")
        #expect(
            try await answer(.json(Unencodable()))
                == "500 text/plain; charset=utf-8 mockapi: this Unencodable cannot be encoded as JSON: Failure()\n")
        let folder = try TemporaryFolder()
        try folder.write("file", to: "__files/a.txt")
        let path = folder.path(of: "__files/a.txt")
        #expect(try await answer(.file(path, type: "text/css")) == "200 text/css file")
        #expect(try await answer(.file(path + "x")).hasPrefix("500 "))
    }

    @Test func `steps change an answer and leave the one before as it was`() {
        let plain = StubResponse.text("abc")
        let changed =
            plain.status(201).reason("Made").header("A", "1").headers(["A": "2", "content-type": "text/x"])
            .delayed(by: .seconds(2)).truncated(after: 1).paced(bytesPerSecond: 10)
        #expect(plain.plan.response.status == 200 && plain.plan.isPlain)
        let plan = changed.plan
        #expect(plan.response.status == 201)
        #expect(plan.response.reason == "Made")
        #expect(plan.response.headers == ["Content-Type": "text/x", "A": "1", "A": "2"])
        #expect(plan.delay == .seconds(2))
        #expect(plan.truncateAfter == 1)
        #expect(plan.bytesPerSecond == 10)
        #expect(StubResponse.text("abc").stalled(after: 2).plan.stallAfter == 2)
        #expect(StubResponse.fault(.emptyResponse).plan.fault == .emptyResponse)
        #expect(StubResponse.text("a").fault(.connectionReset).plan.fault == .connectionReset)
        #expect(StubResponse.text("a").delayed(by: .seconds(-1)).plan.delay == .zero)
    }

    @Test func `reports name the place in the code`() {
        let line = #line + 1
        let stub = Stub(.get, "/a") { .empty }
        #expect(stub.location?.file == "MockAPIStubsTests/StubBuildingTests.swift")
        #expect(stub.location?.line == line)
        #expect(stub.reference.description == "MockAPIStubsTests/StubBuildingTests.swift:\(line)")
        let engine = StubEngine(stubs: [stub])
        #expect(
            engine.answer(received(.get, "/b")).report?.oneLine.contains("nearest \(stub.reference)") == true)
    }

    @Test func `an error in making the answer is the caller's`() {
        struct Problem: Error {}
        #expect(throws: Problem.self) { try Stub(.get, "/a") { throw Problem() } }
    }
}
