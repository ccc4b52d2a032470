import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubOrderTests {
    /// Field case matching-1.
    @Test func `a fixed path beats a parameter, more conditions beat fewer, and a priority beats both`() throws {
        let files = [
            "z.json": #"{"request": "ANY /users/{id}", "response": {"body": "param"}}"#,
            "a.json": #"{"request": "ANY /users/me", "response": {"body": "me"}}"#,
            "m.json": #"""
            {"request": {"method": "ANY", "urlPathPattern": "/.*"}, "priority": 1000,
             "response": {"status": 404, "body": "catch-all"}}
            """#,
            "q.json": #"{"request": "ANY /users/{id}?v=2", "response": {"body": "v2"}}"#,
        ]
        for _ in 0..<20 {
            let folder = try TemporaryFolder()
            for (path, text) in files.shuffled() { try folder.write(text, to: path) }
            let engine = StubEngine(stubs: load(folder).stubs)
            let answers = ["/users/me", "/users/7", "/users/7?v=2", "/other"].map { engine.text(.get, $0) }
            #expect(answers == ["me", "param", "v2", "catch-all"])
        }
    }

    @Test func `the more specific path is tried first, whatever the order of the files`() throws {
        let stubs = [
            try stub(#"{"method": "GET"}"#, "any"),
            try stub(#"{"method": "GET", "urlPathPattern": "/u/.*"}"#, "regex"),
            try stub(#""GET /u/{id}""#, "template"), try stub(#""GET /u/1""#, "exact"),
        ]
        for _ in 0..<10 {
            let engine = StubEngine(stubs: stubs.shuffled())
            #expect(engine.text(.get, "/u/1") == "exact")
            #expect(engine.text(.get, "/u/2") == "template")
            #expect(engine.text(.get, "/u/2/3") == "regex")
            #expect(engine.text(.get, "/x") == "any")
        }
    }

    @Test func `of two that match alike the later one in the order given answers`() throws {
        let stubs = [try stub(#""GET /a""#, "first"), try stub(#""GET /a""#, "second")]
        #expect(StubEngine(stubs: stubs).text(.get, "/a") == "second")
        #expect(StubEngine(stubs: stubs.reversed()).text(.get, "/a") == "first")
    }

    @Test func `a URL with its query is one condition more than its path`() throws {
        let stubs = [try stub(#"{"url": "/a"}"#, "url"), try stub(#"{"urlPath": "/a"}"#, "path")]
        for stubs in [stubs, stubs.reversed()] {
            let engine = StubEngine(stubs: stubs)
            #expect(engine.text(.get, "/a") == "url")
            #expect(engine.text(.get, "/a?b=1") == "path")
        }
    }

    @Test func `a lower priority number goes before added stubs and paths`() throws {
        let engine = StubEngine(stubs: [try stub(#"{"method": "GET"}"#, "first", #", "priority": 1"#)])
        engine.add(try stub(#""GET /a""#, "added"))
        #expect(engine.text(.get, "/a") == "first")
        engine.add(try stub(#""GET /a""#, "before", #", "priority": -3"#))
        #expect(engine.text(.get, "/a") == "before")
    }

    @Test func `added stubs go before those of files, the newest first, however specific`() throws {
        let engine = StubEngine(stubs: [try stub(#""GET /a""#, "file")])
        engine.add(try stub(#"{"method": "GET"}"#, "one", #", "id": "1""#))
        #expect(engine.text(.get, "/a") == "one")
        engine.add(try stub(#"{"urlPathPattern": "/.*"}"#, "two", #", "id": "2""#))
        #expect(engine.text(.get, "/a") == "two")
        engine.remove(id: "2")
        #expect(engine.text(.get, "/a") == "one")
        engine.remove(id: "1")
        #expect(engine.text(.get, "/a") == "file")
    }

    @Test func `the order of file stubs is total, so that only equals depend on the order given`() throws {
        let requests = [
            #""GET /a""#, #""GET /a?x=1""#, #""ANY /a""#, #"{"url": "/a?x=1"}"#, #""GET /{a}""#, #""GET /{a}?x=1""#,
            #"{"urlPathPattern": "/a"}"#, #"{"urlPattern": "/a.*", "headers": {"X": {"absent": true}}}"#, "{}",
            #"{"bodyPatterns": [{"absent": true}]}"#,
        ]
        var random = SeededRandom(seed: 7)
        var stubs: [Stub] = []
        for index in 0..<200 {
            let request = requests[Int.random(in: requests.indices, using: &random)]
            let priority = Int.random(in: 1...3, using: &random)
            stubs.append(try stub(request, "\(index)", #", "id": "\#(index)", "priority": \#(priority)"#))
        }
        let sorted = StubSet(stubs).stubs
        func key(_ stub: Stub) -> [Int] {
            let rank =
                switch stub.request.url {
                case .url, .urlPath: 0
                case .urlPathTemplate: 1
                case .urlPattern, .urlPathPattern: 2
                case .any: 3
                }
            let extra = if case .url = stub.request.url { 1 } else { 0 }
            return [stub.priority, rank, -(stub.request.conditionCount + extra), -(Int(stub.id) ?? 0)]
        }
        #expect(sorted.map(\.id) == stubs.sorted { key($0).lexicographicallyPrecedes(key($1)) }.map(\.id))

        // Stubs that differ in something else than their place keep their order, however they come.
        let firsts = Dictionary(grouping: stubs) { key($0).dropLast() }.values.compactMap(\.first)
        let order = StubSet(firsts.sorted { $0.id < $1.id }).stubs.map(\.id)
        for _ in 0..<20 {
            #expect(StubSet(firsts.shuffled(using: &random)).stubs.map(\.id) == order)
        }
    }
}
