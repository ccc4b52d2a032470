import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

@Suite struct MissResponseTests {
    private func type(accept: [String]) throws -> String? {
        let request = received(.get, "/", headers: HTTPFields(accept.map { HTTPField("Accept", $0) }))
        let report = try #require(StubEngine().answer(request).report)
        return MissResponse.response(to: request, report).headers["Content-Type"]
    }

    @Test(arguments: [
        "application/json", "APPLICATION/JSON; charset=utf-8", "text/html, application/json;q=0.9",
        "application/vnd.github.v3+json", "text/plain;q=0.5, application/json ; q=0.8", "*/*, application/json",
    ])
    func `a client that asks for JSON gets JSON`(accept: String) throws {
        #expect(try type(accept: [accept]) == "application/json")
    }

    @Test(arguments: [
        "*/*", "", "text/html", "application/json;q=0", "text/plain, application/json;q=0.5", "application/jsonp",
        "application/xml", ",;,",
    ])
    func `any other client gets text`(accept: String) throws {
        #expect(try type(accept: [accept]) == "text/plain; charset=utf-8")
    }

    @Test func `several lines of Accept are one list`() throws {
        #expect(try type(accept: ["text/html", "application/json"]) == "application/json")
        #expect(try type(accept: []) == "text/plain; charset=utf-8")
    }
}
