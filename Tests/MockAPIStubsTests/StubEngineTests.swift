import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubEngineTests {
    @Test func `a plain stub answers with bytes made once, a late one with a plan`() throws {
        let engine = StubEngine(stubs: [
            try stub(#""GET /now""#, "now"),
            try Stub(parsing: #"{"request": "GET /late", "response": {"fixedDelayMilliseconds": 5}}"#),
        ])
        guard case .prepared(let stub, let prepared) = engine.answer(received(.get, "/now")) else {
            Issue.record("not prepared")
            return
        }
        #expect(prepared.status == 200)
        #expect(prepared.body == Array("now".utf8))
        #expect(stub.location == nil)
        guard case .plan(_, let plan) = engine.answer(received(.get, "/late")) else {
            Issue.record("not a plan")
            return
        }
        #expect(plan.delay == .milliseconds(5))
    }

    @Test func `a stub for GET does not answer HEAD, and the miss says so`() throws {
        let engine = StubEngine(stubs: [try stub(#""GET /a""#, "a", #", "name": "the a""#)])
        let report = try #require(engine.answer(received(.head, "/a")).report)
        let near = try #require(report.nearest.first)
        #expect(near.stub.name == "the a")
        #expect(near.failures.map(\.part) == ["method"])
        #expect(near.failures.first?.hint?.hasPrefix("a stub for GET does not answer HEAD") == true)
    }

    @Test func `a miss names the three nearest stubs`() throws {
        let engine = StubEngine(
            stubs: try ["/users/1", "/users/2", "/users/10", "/zzz", "/other"].map { try stub(#""GET \#($0)""#, $0) })
        let report = try #require(engine.answer(received(.get, "/users/3")).report)
        #expect(report.nearest.count == 3)
        #expect(report.nearest.allSatisfy { $0.failures.map(\.part) == ["url"] })
        let none = try #require(StubEngine().answer(received(.get, "/")).report)
        #expect(none.nearest.isEmpty)
    }

    @Test func `stubs are added, taken away, replaced and reset`() throws {
        let engine = StubEngine(stubs: [
            try stub(#""GET /a""#, "a", #", "id": "a""#), try stub(#""GET /b""#, "b", #", "id": "b""#),
        ])
        #expect(engine.remove(id: "a"))
        #expect(!engine.remove(id: "a"))
        #expect(engine.text(.get, "/a") == "miss")
        engine.add([try stub(#""GET /c""#, "c"), try stub(#""GET /c""#, "c2")])
        #expect(engine.text(.get, "/c") == "c2")
        #expect(engine.stubs.map(\.isAddedAtRunTime) == [true, true, false])

        engine.reset()
        #expect(engine.text(.get, "/a") == "a")
        #expect(engine.text(.get, "/c") == "miss")

        engine.replace(with: [try stub(#""GET /d""#, "d", #", "id": "d""#)])
        engine.remove(id: "d")
        engine.reset()
        #expect(engine.stubs.map(\.id) == ["d"])
    }

    @Test func `an added stub takes the place of the one with its identity`() throws {
        let engine = StubEngine(stubs: [try stub(#""GET /a""#, "old", #", "id": "x", "priority": 2"#)])
        engine.add(try stub(#""GET /a""#, "new", #", "id": "x""#))
        #expect(engine.stubs.count == 1)
        #expect(engine.text(.get, "/a") == "new")
        #expect(engine.current["x"]?.priority == 5)
        #expect(engine.current["y"] == nil)
        engine.reset()
        #expect(engine.text(.get, "/a") == "old")
    }

    @Test func `captured parameters are decoded segment by segment`() throws {
        let engine = StubEngine(stubs: [try stub(#""GET /files/{name}""#, "one")])
        let match = try #require(engine.current.match(MatchSubject(received(.get, "/files/a%2Fb%20c"))))
        #expect(match.match["name"] == "a/b c")
    }

    @Test func `stubs change from several threads while requests are answered`() async throws {
        let engine = StubEngine(stubs: [try stub(#""GET /a""#, "a")])
        let added = try (0..<8).map { try stub(#""GET /a""#, "b", #", "id": "\#($0)""#) }
        await withTaskGroup(of: Void.self) { group in
            for stub in added {
                group.addTask {
                    for _ in 0..<200 {
                        engine.add(stub)
                        engine.remove(id: stub.id)
                    }
                }
                group.addTask {
                    for _ in 0..<200 { #expect(engine.answer(received(.get, "/a")).stub != nil) }
                }
            }
        }
        #expect(engine.stubs.count == 1)
    }

    // MARK: Field cases

    @Test func `uri-1: an encoded slash is no separator`() throws {
        let engine = StubEngine(stubs: [
            try stub(#""GET /files/a/b""#, "two"), try stub(#""GET /files/{name}""#, "one"),
        ])
        #expect(engine.text(.get, "/files/a%2Fb") == "one")
        #expect(engine.text(.get, "/files/a%2fb") == "one")
        #expect(engine.text(.get, "/files/a/b") == "two")
        for target in ["/files/a%2Fb", "/files/a%2fb"] {
            let match = try #require(engine.current.match(MatchSubject(received(.get, target))))
            #expect(match.match["name"] == "a/b")
            #expect(received(.get, target).rawTarget == target)
        }
    }

    @Test(arguments: [
        #"{"a": {"equalTo": ""}}"#, #"{"c": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}}"#,
        #"{"c": {"equalTo": "2"}}"#, #"{"zz": {"absent": true}}"#, #"{"b": {"equalTo": ""}}"#,
        #"{"": {"equalTo": "v"}}"#,
    ])
    func `uri-3: empty and repeated query values match`(query: String) throws {
        let engine = StubEngine(stubs: [try stub(#"{"urlPath": "/s", "queryParameters": \#(query)}"#, "yes")])
        #expect(engine.text(.get, "/s?a=&b&c=1&c=2&=v&&") == "yes")
    }

    @Test(arguments: [#"{"b": {"absent": true}}"#, #"{"c": {"hasExactly": [{"equalTo": "1"}]}}"#])
    func `uri-3: what is there but empty is not absent, and a list is exact`(query: String) throws {
        let engine = StubEngine(stubs: [try stub(#"{"urlPath": "/s", "queryParameters": \#(query)}"#, "yes")])
        #expect(engine.text(.get, "/s?a=&b&c=1&c=2&=v&&") == "miss")
    }

    @Test func `headers-1: header names are matched without case, values with it`() throws {
        let engine = StubEngine(stubs: [
            try stub(
                #"""
                {"method": "POST", "urlPath": "/h", "headers": {"X-Api-KEY": {"equalTo": "k1"}},
                 "bodyPatterns": [{"equalTo": "hello"}]}
                """#, "yes")
        ])
        #expect(engine.text(.post, "/h", headers: ["x-api-key": "k1"], body: "hello") == "yes")
        #expect(engine.text(.post, "/h", headers: ["x-api-key": "K1"], body: "hello") == "miss")
        #expect(engine.text(.post, "/h", headers: ["x-api-key": "k1"], body: "Hello") == "miss")
    }
}
