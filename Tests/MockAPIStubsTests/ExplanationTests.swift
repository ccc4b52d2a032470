import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

@Suite struct ExplanationTests {
    private func set(_ mappings: String...) throws -> StubSet {
        StubSet(try StubLoader.read("{\"mappings\": [\(mappings.joined(separator: ","))]}").stubsOrThrow())
    }

    private func outranked(_ set: StubSet, _ target: String) -> [String] {
        set.explain(MatchSubject(received(.get, target))).outranked.map {
            "\($0.stub.id) \($0.rule.rawValue): \($0.reason)"
        }
    }

    @Test func `the stubs behind the one that answers come in their order, each with the rule that puts it there`()
        throws
    {
        var set = try set(
            #"{"id": "any", "request": {"method": "GET"}}"#,
            #"{"id": "regex", "request": {"method": "GET", "urlPathPattern": "/u/.*"}}"#,
            #"{"id": "template", "request": "GET /u/{id}"}"#, #"{"id": "template2", "request": "GET /u/{id}?v=2"}"#,
            #"{"id": "first", "request": "GET /u/1"}"#,
            #"{"id": "second", "request": {"method": "GET", "urlPath": "/u/1"}}"#,
            #"{"id": "late", "request": "GET /u/1", "priority": 9}"#)
        #expect(
            outranked(set, "/u/1?v=2") == [
                "first order: of stubs that are alike in rank the later one in the order of files goes first",
                "template2 path: an exact path goes before a path template",
                "template path: an exact path goes before a path template",
                "regex path: an exact path goes before a regular expression",
                "any path: an exact path goes before any URL", "late priority: priority 5 goes before 9",
            ])
        #expect(outranked(set, "/u/2?v=2").first == "template conditions: 3 conditions go before 2")
        set.add(try Stub(parsing: #"{"id": "old", "request": "GET /u/{x}"}"#))
        set.add(try Stub(parsing: #"{"id": "new", "request": {"method": "ANY"}}"#))
        #expect(
            outranked(set, "/u/1").prefix(2) == [
                "old newest: of stubs added while running the newest goes first",
                "second newest: stubs added while running go before those of files",
            ])
    }

    @Test func `the first of those that match is the one that answers, always`() {
        for seed in 0..<200 {
            var generator = IndexGenerator(seed: UInt64(seed) | 1 << 59)
            let theme = generator.theme()
            var set = StubSet((0..<8).map { generator.stub(theme, id: "f\($0)") })
            for number in 0..<4 { set.add(generator.stub(theme, id: "a\(number)")) }
            let request = generator.request(theme, like: set.stubs.randomElement(using: &generator.random))
            let explanation = set.explain(MatchSubject(request))
            #expect(explanation.answer?.stub.id == set.match(MatchSubject(request))?.stub.id)
            let all = Set(set.stubs.filter { $0.request.matches(MatchSubject(request)) != nil }.map(\.id))
            #expect(Set(explanation.outranked.map(\.stub.id) + [explanation.answer?.stub.id].compactMap(\.self)) == all)
            #expect(explanation.report.nearest.allSatisfy { !all.contains($0.stub.id) && !$0.failures.isEmpty })
        }
    }

    @Test func `the text shows the answer, what is behind it, and the nearest of the rest`() throws {
        let set = try set(
            #"{"name": "all users", "id": "1", "request": "GET /users/{id}", "response": {"body": "x"}}"#,
            #"""
            {"name": "a user", "id": "2", "request": {"method": "GET", "urlPathTemplate": "/users/{id}", "queryParameters": {"page": {"equalTo": "1"}}},
             "response": {"jsonBody": {"id": 7}, "fixedDelayMilliseconds": 300}}
            """#,
            #"{"id": "3", "request": "POST /users/7", "response": {"status": 201}}"#)
        let explanation = set.explain(MatchSubject(received(.get, "/users/7?page=1")))
        #expect(
            explanation.text() == """
                GET /users/7?page=1 is answered by

                  "a user"
                    ✓ method      GET
                    ✓ url         path like "/users/{id}"
                    ✓ query.page  equal to "1"
                    answer: 200, application/json, 8 bytes, after 300 ms
                    parameters: id = "7"

                Also matching, but behind it:

                  "all users": 3 conditions go before 2

                Not matching; the nearest:

                  stub 3
                    ✗ method  expected POST
                              found    GET
                              hint     only the method differs; add a stub for GET, or use {"oneOf": ["POST", "GET"]}
                    ✓ url     path equal to "/users/7"
                """)
        let plain = ["0", "1", "31", "32"].reduce(explanation.text(color: true)) { text, code in
            text.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false).joined()
        }
        #expect(plain == explanation.text())
    }

    @Test func `a miss is explained as the server would explain it`() throws {
        let set = try set(#"{"id": "1", "request": "GET /users/{id}"}"#)
        let subject = MatchSubject(received(.head, "/users/7"))
        #expect(set.explain(subject).text() == set.nearest(subject).text())
        #expect(set.explain(subject).json["nearest"] == set.nearest(subject).json["nearest"])
        #expect(set.explain(subject).json["answer"] == .some(.null))
        #expect(
            StubSet().explain(subject).text() == "HEAD /users/7 matches no stub; there are no stubs to compare with")
    }

    @Test func `the JSON has the shape of a miss, with the answer and those behind it`() throws {
        let set = try set(
            #"{"id": "1", "name": "n", "request": "GET /a/{b}", "response": {"fault": "EMPTY_RESPONSE"}}"#,
            #"{"id": "2", "request": {}, "response": {}}"#)
        let json = set.explain(MatchSubject(received(.get, "/a/x%20y"))).json
        #expect(json["request"]?["method"] == "GET")
        #expect(
            json["answer"] == [
                "stub": ["id": "1", "name": "n", "file": .null, "line": .null],
                "conditions": [
                    ["part": "method", "verdict": "passed", "expected": "GET", "found": "GET", "hint": .null],
                    [
                        "part": "url", "verdict": "passed", "expected": #"path like "/a/{b}""#, "found": "/a/x%20y",
                        "hint": .null,
                    ],
                ],
                "parameters": ["b": "x y"],
                "response": [
                    "status": .null, "contentType": .null, "length": .null, "delayMilliseconds": 0,
                    "fault": "EMPTY_RESPONSE",
                ],
            ])
        #expect(
            json["outranked"] == [
                [
                    "stub": ["id": "2", "name": .null, "file": .null, "line": .null], "rule": "path",
                    "reason": "a path template goes before any URL",
                ]
            ])
        #expect(json["nearest"] == [])
    }
}
