import MockAPICore
import MockAPIMatching
import MockAPITestSupport
import Testing

@testable import MockAPIStubs

@Suite struct ShadowedStubTests {
    private func warnings(_ mappings: String...) throws -> [String] {
        let folder = try TemporaryFolder(["a.json": "{\"mappings\": [\n\(mappings.joined(separator: ",\n"))\n]}"])
        return StubLoader.check(folder.path(of: "a.json"), shownPath: "a.json").findings.map(\.description)
    }

    @Test func `two stubs that ask for the same cannot be told apart, however they are written`() throws {
        let warning =
            "a.json:2:1: warning: this stub never answers: it cannot be told apart from a.json:3, which stands later; "
            + "add a condition or a priority, or remove one of them"
        #expect(
            try warnings(#"{"request": "GET /a"}"#, #"{"request": {"method": "GET", "urlPath": "/a"}}"#) == [warning])
        #expect(try warnings(#"{"request": "GET /u/{id}"}"#, #"{"request": "GET /u/{name}"}"#) == [warning])
        #expect(try warnings(#"{"request": "GET /%7e"}"#, #"{"request": "GET /~"}"#) == [warning])
        #expect(try warnings(#"{"request": "GET /a?x=1&y=2"}"#, #"{"request": "GET /a?y=2&x=1"}"#) == [warning])
    }

    @Test func `a stub behind one that matches all its requests is said, with the rule that puts it there`() throws {
        #expect(
            try warnings(
                #"{"request": {"urlPathPattern": "/.*"}, "priority": 1}"#, #"{"request": "GET /a"}"#) == [
                    "a.json:3:1: warning: this stub never answers: a.json:2 matches all its requests and goes before it, "
                        + "since priority 1 goes before 5; change a priority or a condition, or remove one of them"
                ])
        #expect(
            try warnings(
                #"{"request": {"method": "GET", "urlPathTemplate": "/{a}", "queryParameters": {"q": {"contains": "x"}}}}"#,
                #"{"request": {"method": "GET", "urlPathTemplate": "/{b}", "queryParameters": {"q": {"equalTo": "xy"}}}}"#
            ) == [])
        #expect(
            try warnings(
                #"{"request": {"method": "GET", "urlPathTemplate": "/{a}", "queryParameters": {"q": {"equalTo": "xy"}}}}"#,
                #"{"request": {"method": "GET", "urlPathTemplate": "/{b}", "queryParameters": {"q": {"contains": "x"}}}}"#
            ) == [
                "a.json:2:1: warning: this stub never answers: a.json:3 matches all its requests and goes before it, "
                    + "since of stubs that are alike in rank the later one in the order of files goes first; "
                    + "change a priority or a condition, or remove one of them"
            ])
    }

    @Test func `templates between which only the order of files decides are said, with a request`() throws {
        let first = #"{"request": "GET /users/{id}"}"#
        let second = #"{"request": "ANY /{kind}/7"}"#
        #expect(try warnings(first, second) == [])
        #expect(
            try warnings(first, #"{"request": "GET /{kind}/7"}"#) == [
                "a.json:2:1: warning: this stub and a.json:3 both match GET /users/7, and only the order of files lets the "
                    + "other one answer; give one of them a priority"
            ])
        #expect(
            try warnings(
                #"{"request": "GET /{a}/x/{b}"}"#,
                #"{"request": {"method": {"oneOf": ["PUT", "GET"]}, "urlPathTemplate": "/y/{c}/{d}"}}"#)
                == [
                    "a.json:2:1: warning: this stub and a.json:3 both match GET /y/x/x, and only the order of files lets the "
                        + "other one answer; give one of them a priority"
                ])
        #expect(try warnings(first, #"{"request": "POST /{kind}/7"}"#) == [])
        #expect(try warnings(first, #"{"request": "GET /{kind}/7", "priority": 4}"#) == [])
        #expect(try warnings(first, #"{"request": "GET /shops/{id}"}"#) == [])
        // Another stub settles the only request that both match.
        #expect(try warnings(first, #"{"request": "GET /{kind}/7"}"#, #"{"request": "GET /users/7"}"#) == [])
    }

    @Test func `stubs that answer in their turn are no fault`() throws {
        #expect(
            try warnings(
                #"{"request": "GET /users/{id}"}"#, #"{"request": "GET /users/me"}"#, #"{"request": "POST /users/me"}"#,
                #"{"request": "GET /users/{id}?v=2"}"#, #"{"request": {"urlPathPattern": "/.*"}, "priority": 10}"#,
                #"{"request": {"method": "GET"}, "response": {"status": 404}}"#,
                #"{"request": {"urlPath": "/users/me", "headers": {"A": {"equalTo": "1"}}}, "priority": 1}"#) == [])
    }

    /// A stub is reported only where no request can reach it.
    @Test(arguments: 0..<4) func `what covers matches whatever the covered one matches`(part: Int) {
        var proofs = 0
        for round in 0..<250 {
            var generator = IndexGenerator(seed: UInt64(part) << 32 | UInt64(round) | 1 << 60)
            let theme = generator.theme()
            let stubs = (0..<12).map { generator.stub(theme, id: "\($0)") }
            let pairs = stubs.flatMap { wide in
                stubs.compactMap { wide.id != $0.id && wide.request.covers($0.request) ? (wide, $0) : nil }
            }
            for (wide, narrow) in pairs {
                for _ in 0..<10 {
                    let request = generator.request(theme, like: narrow)
                    guard narrow.request.matches(MatchSubject(request)) != nil else { continue }
                    proofs += 1
                    #expect(
                        wide.request.matches(MatchSubject(request)) != nil,
                        "\(wide.request) does not cover \(narrow.request): \(request.rawTarget)")
                }
            }
        }
        #expect(proofs > 1_000, "\(proofs)")
    }

    @Test func `among many stubs those that cannot be told apart are found, and no others`() {
        func count(_ make: (Int) -> RequestPattern) -> Int {
            let stubs = (0..<2_000).map {
                Stub(id: "\($0)", request: make($0), response: ResponsePlan(HTTPResponse(200)))
            }
            return ShadowedStubs.find(in: stubs).count
        }
        func template(_ text: String) -> URLPattern { (try? PathTemplate(text)).map { .urlPathTemplate($0) } ?? .any }
        #expect(count { RequestPattern(url: .urlPath(EncodedText("/a/\($0)"))) } == 0)
        #expect(count { RequestPattern(url: template("/t/s\($0)/{id}")) } == 0)
        #expect(
            count { RequestPattern(url: .urlPath("/a"), queryParameters: [NamedPattern("q", .equalTo("\($0)"))]) } == 0)
        #expect(count { RequestPattern(url: .urlPath(EncodedText("/a/\($0 / 2)"))) } == 1_000)
        #expect(count { RequestPattern(bodyPatterns: [.equalToJSON(["id": .integer($0 / 2)])]) } == 1_000)
    }
}
