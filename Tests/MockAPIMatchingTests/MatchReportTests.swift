import MockAPICore
import MockAPIMatching
import Testing

@Suite struct MatchReportTests {
    private struct Candidate {
        var reference: StubReference
        var pattern: RequestPattern
    }

    private func report(_ subject: MatchSubject, _ candidates: [Candidate]) -> MatchReport {
        MatchReport(subject, candidates: candidates, pattern: \.pattern, reference: \.reference)
    }

    private var candidates: [Candidate] {
        get throws {
            [
                Candidate(
                    reference: StubReference(id: "a", file: "stubs/other.json", line: 7),
                    pattern: RequestPattern(method: .one(.delete), url: .urlPath("/something/else/entirely"))),
                Candidate(
                    reference: StubReference(id: "b", name: "first page", file: "stubs/users.json", line: 12),
                    pattern: RequestPattern(
                        method: .one(.post), url: .urlPathTemplate(try PathTemplate("/users/{id}/search")),
                        queryParameters: [NamedPattern("page", .any(.equalTo("1")))],
                        headers: [NamedPattern("Authorization", .any(.equalTo("Bearer right")))],
                        bodyPatterns: [.equalToJSON(["name": "x", "age": 7])])),
                Candidate(
                    reference: StubReference(id: "c"), pattern: RequestPattern(url: .urlPath("/users/8/search/"))),
            ]
        }
    }

    private var subject: MatchSubject {
        MatchSubject(
            "POST /users/8/search?page=2",
            headers: ["Host: localhost", "Authorization: Bearer secret-token", "X-A: 1", "x-a: 2"],
            body: #"{"name": "x", "age": "7"}"#)
    }

    @Test func `the text shows the nearest stubs with every condition, aligned`() throws {
        let text = report(subject, try candidates).text()
        #expect(
            text == """
                POST /users/8/search?page=2 matches no stub; the nearest:

                  stub c
                    ✗ url  expected path equal to "/users/8/search/"
                           found    "/users/8/search"
                           hint     the stub's path ends with a slash, the request's does not

                  "first page" (stubs/users.json:12)
                    ✓ method                POST
                    ✓ url                   path like "/users/{id}/search"
                    ✗ query.page            expected equal to "1"
                                            found    "2"
                    ✗ header.Authorization  expected equal to "Bearer right"
                                            found    "Bearer secret-token"
                    ✗ body[0]               expected equal to JSON {"name":"x","age":7}
                                            found    {"name":"x","age":"7"}
                                            at $.age: expected 7, found "7" (a number is expected, a string was sent)

                  stubs/other.json:7
                    ✗ method  expected DELETE
                              found    POST
                    ✗ url     expected path equal to "/something/else/entirely"
                              found    "/users/8/search"
                """)
    }

    @Test func `colours mark verdicts and stubs, and nothing else changes`() throws {
        let report = report(subject, try candidates)
        let colored = report.text(color: true)
        #expect(colored.contains("\u{1B}[32m✓\u{1B}[0m method"))
        #expect(colored.contains("\u{1B}[31m✗\u{1B}[0m query.page"))
        let plain = ["0", "1", "31", "32"].reduce(colored) { text, code in
            text.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
        }
        #expect(plain == report.text())
    }

    @Test func `the line names the nearest stub and what fails`() throws {
        #expect(
            report(subject, try candidates).oneLine
                == #"POST /users/8/search?page=2 matches no stub; nearest stub c: url expected path equal to "#
                + #""/users/8/search/", found "/users/8/search" "#
                + "(the stub's path ends with a slash, the request's does not)")
    }

    @Test func `the line holds no credentials`() throws {
        let line = report(subject, [try candidates[1]]).oneLine
        #expect(!line.contains("secret-token"))
        #expect(!line.contains("Bearer"))
        #expect(
            line == #"POST /users/8/search?page=2 matches no stub; nearest "first page" (stubs/users.json:12): "#
                + #"query.page expected equal to "1", found "2"; header.Authorization differs; "#
                + #"body[0] at $.age: expected 7, found "7" (a number is expected, a string was sent)"#)
    }

    @Test func `the JSON has the documented shape`() throws {
        let json = report(subject, [try candidates[2]]).json
        let expected: JSONValue = [
            "request": [
                "method": "POST", "target": "/users/8/search?page=2",
                "headers": [
                    "Host": "localhost", "Authorization": "Bearer secret-token", "X-A": ["1", "2"],
                ],
                "body": #"{"name": "x", "age": "7"}"#,
            ],
            "nearest": [
                [
                    "stub": ["id": "c", "name": .null, "file": .null, "line": .null],
                    "conditions": [
                        [
                            "part": "url", "verdict": "failed", "expected": #"path equal to "/users/8/search/""#,
                            "found": "/users/8/search",
                            "hint": "the stub's path ends with a slash, the request's does not",
                        ]
                    ],
                ]
            ],
        ]
        #expect(json == expected)
        #expect(JSONComparison.differences(expected: expected, found: json).map(\.description) == [])
    }

    @Test func `a miss without stubs says so`() {
        let report = report(MatchSubject("GET /a"), [])
        #expect(report.text() == "GET /a matches no stub; there are no stubs to compare with")
        #expect(report.oneLine == "GET /a matches no stub; there are no stubs to compare with")
        #expect(report.json["nearest"] == [])
        #expect(report.json["request"]?["body"] == .some(.null))
    }

    @Test func `the three nearest stubs are shown, the nearest first and equally near ones in their order`() {
        let paths = ["/zebra", "/users/1", "/users/12", "/user/1", "/users/1"]
        let candidates = paths.enumerated().map { index, path in
            Candidate(
                reference: StubReference(id: "\(index)"), pattern: RequestPattern(url: .urlPath(EncodedText(path))))
        }
        #expect(report(MatchSubject("GET /users/2"), candidates).nearest.map(\.stub.id) == ["2", "1", "4"])
    }

    @Test func `a wrong method does not hide a path that is right`() {
        let candidates = [
            Candidate(
                reference: StubReference(id: "far"),
                pattern: RequestPattern(method: .one(.get), url: .urlPath("/b/c/d"))),
            Candidate(
                reference: StubReference(id: "near"),
                pattern: RequestPattern(
                    method: .one(.post), url: .urlPath("/users/1"),
                    headers: [NamedPattern("Accept", .any(.equalTo("a/b")))])),
        ]
        #expect(report(MatchSubject("GET /users/1"), candidates).nearest.first?.stub.id == "near")
    }

    @Test func `no control character of a request reaches the terminal`() {
        let pattern = RequestPattern(
            headers: [NamedPattern("X-A", .any(.equalTo("1")))], bodyPatterns: [.equalToJSON(["a\u{1B}[2J": 1])])
        let subject = MatchSubject(
            "POST /\u{1B}[2J", headers: ["X-A: \u{1B}[2J\u{9B}2J"], body: "{\"a\": \"\u{9B}2J\", \"\u{9B}\": 1}")
        let report = report(subject, [Candidate(reference: StubReference(id: "x"), pattern: pattern)])
        for text in [report.text(), report.oneLine] {
            #expect(text.contains("2J"))
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || 0x7F...0x9F ~= $0.value })
        }
    }

    @Test func `long values are cut`() {
        let pattern = RequestPattern(bodyPatterns: [.equalTo("x")])
        let subject = MatchSubject("POST /", body: String(repeating: "é", count: 100_000))
        let condition = pattern.report(subject)[0]
        #expect(condition.found?.hasSuffix("… (200000 bytes)") == true)
        #expect(condition.found?.count ?? 0 < 1_100)
        #expect(condition.foundText == "\"\(String(repeating: "é", count: 200))… (200000 bytes)\"")
        #expect(report(subject, []).request.body?.count ?? 0 < 4_200)
    }

    @Test func `a runaway regex is noted below the report`() throws {
        let pattern = RequestPattern(url: .urlPathPattern(try RegexPattern("/(a+)+b")))
        let subject = MatchSubject("GET /" + String(repeating: "a", count: 40) + "!")
        let text = report(subject, [Candidate(reference: StubReference(id: "r"), pattern: pattern)]).text()
        #expect(
            text.hasSuffix(
                #"  note: "/(a+)+b" of stub r: the regular expression took too long on a text of 42 bytes; "#
                    + "the condition counts as not met"))
    }
}
