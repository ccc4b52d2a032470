import Foundation
import MockAPICore
import MockAPIMatching
import MockAPITestSupport
import Testing

@testable import MockAPIStubs

@Suite struct IndexTests {
    private func stubs(_ count: Int, _ make: (Int) -> RequestPattern) -> [Stub] {
        (0..<count).map { Stub(id: "\($0)", request: make($0), response: ResponsePlan(HTTPResponse(200))) }
    }

    /// The discriminator by which the stubs of a path are split.
    private func discriminator(_ stubs: [Stub], path: String) -> Discriminator? {
        let index = StubIndex(files: stubs)
        let bucket = Array(path.utf8).withUnsafeBufferPointer { index.bucket(of: $0) }
        guard case .split(let split) = bucket else { return nil }
        return split.discriminator
    }

    @Test func `many stubs on one path are split by what tells them apart best`() throws {
        func pattern(_ index: Int, _ change: (inout RequestPattern) -> Void) -> RequestPattern {
            var pattern = RequestPattern(method: .one(.get), url: .urlPath("/a"))
            change(&pattern)
            return pattern
        }
        func split(_ change: (Int, inout RequestPattern) -> Void) -> Discriminator? {
            discriminator(stubs(40) { index in pattern(index) { change(index, &$0) } }, path: "/a")
        }
        #expect(split { $1.queryParameters = [NamedPattern("q", .any(.equalTo("\($0)")))] } == .queryValue("q"))
        #expect(split { $1.headers = [NamedPattern("X-Key", .includes([.equalTo("\($0)")]))] } == .header("x-key"))
        #expect(split { $1.cookies = [NamedPattern("s", .and([.contains("a"), .equalTo("\($0)")]))] } == .cookie("s"))
        #expect(split { $1.host = .equalTo("h\($0)") } == .host)
        #expect(split { $1.formParameters = [NamedPattern("f", .any(.equalTo("\($0)")))] } == .formValue("f"))
        #expect(split { $1.bodyPatterns = [.equalTo("\($0)")] } == .bodyBytes)
        #expect(split { $1.bodyPatterns = [.binaryEqualTo([0xFF, UInt8($0)])] } == .bodyBytes)
        #expect(split { $1.bodyPatterns = [.equalToJSON(["a": ["b": .integer($0)]])] } == .bodyField(["a", "b"]))
        #expect(split { $1.bodyPatterns = [.equalToJSON([.integer($0)])] } == .bodyJSON)
        #expect(split { $1.url = .url(EncodedText("/a?q=\($0)")) } == .query)
        #expect(split { $1.method = .one(HTTPMethod("M\($0)")) } == .method)
        // The page is one of two, the key one of many.
        #expect(
            split {
                $1.queryParameters = [NamedPattern("page", .any(.equalTo("\($0 % 2)")))]
                $1.headers = [NamedPattern("key", .any(.equalTo("\($0)")))]
            } == .header("key"))
        // Nothing tells these apart by equality.
        #expect(split { $1.queryParameters = [NamedPattern("q", .any(.contains("\($0)")))] } == nil)
        #expect(split { $1.bodyPatterns = [.equalToJSON([.integer($0)], .init(ignoreExtraElements: true))] } == nil)
        #expect(split { $1.queryParameters = [NamedPattern("q", .any(.not(.equalTo("\($0)"))))] } == nil)
        #expect(split { $1.queryParameters = [NamedPattern("q", .any(.or([.equalTo("\($0)"), .absent])))] } == nil)
        #expect(split { _, pattern in pattern.queryParameters = [NamedPattern("q", .any(.equalTo("1")))] } == nil)
    }

    @Test func `a template's own parameter tells stubs apart`() throws {
        let template = try PathTemplate("/a/{id}/{more}")
        let set = StubSet(
            stubs(100) {
                RequestPattern(
                    url: .urlPathTemplate(template), pathParameters: [NamedPattern("more", .equalTo("é/\($0)"))])
            })
        let match = set.match(MatchSubject(received(.get, "/a/7/%C3%A9%2F42")))
        #expect(match?.stub.id == "42")
        #expect(
            match?.match.parameters == [
                PathParameter(name: "id", value: "7"), PathParameter(name: "more", value: "é/42"),
            ])
        #expect(set.match(MatchSubject(received(.get, "/a/%C3%A9%2F42/7"))) == nil)
    }

    @Test func `the JSON of a body is read once, and only where a stub that could win asks for it`() throws {
        var set = StubSet(
            stubs(50) {
                RequestPattern(url: .urlPath("/a"), bodyPatterns: [.equalToJSON(["id": .integer($0)])])
            } + [
                Stub(
                    id: "other", request: RequestPattern(url: .urlPath("/b")), response: ResponsePlan(HTTPResponse(200))
                )
            ])
        let (a, b) = (received(.post, "/a", body: #"{"id": 7}"#), received(.post, "/b", body: #"{"id": 7}"#))
        func match(_ request: ReceivedRequest) -> [String] {
            let subject = MatchSubject(request)
            return [set.match(subject)?.stub.id ?? "none", subject.jsonAtHand == nil ? "not read" : "read"]
        }
        #expect(match(a) == ["7", "read"])
        #expect(match(b) == ["other", "not read"])
        #expect(match(received(.post, "/c", body: "{}")) == ["none", "not read"])
        // What goes before those that ask makes it needless.
        set.add(
            Stub(
                id: "added", request: RequestPattern(url: .urlPath("/a"), headers: [NamedPattern("x", .any(.absent))]),
                response: ResponsePlan(HTTPResponse(200))))
        #expect(match(a) == ["added", "not read"])

        // The explanation of a miss takes what was read.
        let engine = StubEngine(stubs: set.stubs.filter { $0.id != "added" })
        guard case .miss(let miss) = engine.attempt(received(.post, "/a", body: #"{"id": 70}"#)) else {
            Issue.record("not a miss")
            return
        }
        #expect(try miss.json?.get() == ["id": 70])
        #expect(miss.report().nearest.count == 3)
    }

    /// The index decides by what it keeps of a value where that is all that a stub asks for.
    @Test func `values that are alike are told apart, whatever their lengths`() {
        let values =
            ["", "7", "77", "é", "1234567", "12345678", "123456789", "12345678X"]
            + [15, 16, 17, 31, 32, 33, 64].flatMap { count in
                ["a", "b"].map { String(repeating: "v", count: count - 1) + $0 }
            }
        func sent(_ value: String) -> String { value == "é" ? "%C3%A9" : value }
        let queries = StubSet(
            stubs(values.count) {
                RequestPattern(
                    url: .urlPath("/a"), queryParameters: [NamedPattern("q", .any(.equalTo(values[$0])))])
            })
        let headers = StubSet(
            stubs(values.count) {
                RequestPattern(url: .urlPath("/a"), headers: [NamedPattern("X-Key", .any(.equalTo(values[$0])))])
            })
        let paths = StubSet(stubs(values.count) { RequestPattern(url: .urlPath(EncodedText("/\(sent(values[$0]))"))) })
        for (index, value) in values.enumerated() {
            let sent = sent(value)
            func id(_ set: StubSet, _ target: String, _ fields: HTTPFields = [:]) -> String? {
                set.match(MatchSubject(received(.get, target, headers: fields)))?.stub.id
            }
            #expect(id(queries, "/a?q=\(sent)") == "\(index)")
            #expect(id(queries, "/a?q=nothing&q=\(sent)") == "\(index)")
            #expect(id(queries, "/a?q=\(sent)+") == nil)
            #expect(id(headers, "/a", ["x-key": value]) == "\(index)")
            #expect(id(headers, "/a", ["x-key": "\(value)x"]) == nil)
            #expect(id(paths, "/\(sent)") == "\(index)")
            #expect(id(paths, "/\(sent)/") == nil)
        }
    }

    @Test func `stubs with equal answers share them, and those with other ones do not`() throws {
        let text = String(repeating: "0123456789", count: 40)
        func answers(_ bodies: [String]) -> [PreparedResponse?] {
            let stubs = bodies.enumerated().map { number, body in
                Stub(
                    id: "\(number)", request: RequestPattern(url: .urlPath(EncodedText("/\(number)"))),
                    response: ResponsePlan(HTTPResponse(200, body: HTTPBody(body))))
            }
            let set = StubSet(stubs)
            return bodies.indices.map { number in
                RequestLookup.with(received(.get, "/\(number)")) { set.find(&$0)?.answer }
            }
        }
        // The last ones differ in places that are not looked at first.
        let bodies =
            [text, "short", text, "short"] + (0..<20).map { text.prefix(80 + $0) + "X" + text.dropFirst(81 + $0) }
        let found = try answers(bodies).map { try #require($0) }
        #expect(found.map { String(decoding: $0.body, as: UTF8.self) } == bodies)
        #expect(found[0].isSame(as: found[2]))
        #expect(found[1].isSame(as: found[3]))
        #expect(!found[0].isSame(as: found[1]))
    }

    @Test func `copies of a set do not see each other's changes`() {
        let first = StubSet(stubs(30) { RequestPattern(url: .url(EncodedText("/a?q=\($0)"))) })
        var second = first
        for number in 0..<30 where number % 2 == 0 { second.remove(id: "\(number)") }
        for number in 30..<60 {
            second.add(
                Stub(
                    id: "\(number)", request: RequestPattern(url: .url(EncodedText("/a?q=\(number)"))),
                    response: ResponsePlan(HTTPResponse(200))))
        }
        var third = second
        third.remove(id: "45")
        for number in 0..<60 {
            let subject = MatchSubject(received(.get, "/a?q=\(number)"))
            #expect((first.match(subject) != nil) == (number < 30))
            #expect((second.match(subject) != nil) == (number >= 30 || number % 2 == 1))
            #expect((third.match(subject) != nil) == (number != 45 && (number >= 30 || number % 2 == 1)))
        }
        #expect([first, second, third].map(\.count) == [30, 45, 44])
    }

    @Test func `adding and removing again and again leaves nothing behind`() {
        var set = StubSet()
        for round in 0..<2000 {
            let stub = Stub(
                id: "\(round % 7)", request: RequestPattern(url: .urlPath(EncodedText("/\(round)"))),
                response: ResponsePlan(HTTPResponse(200)))
            set.add(stub)
            if round % 3 == 0 { set.remove(id: stub.id) }
        }
        #expect(set.count <= 7)
        #expect(set.stubs.count == set.count)
        #expect(set.entryCount < 200)
    }

    /// The look-up has no limit on depth where a template has thousands of segments.
    @Test func `templates and paths of many segments are no trouble`() throws {
        let deep = String(repeating: "/a", count: 5000)
        let set = StubSet([
            Stub(
                id: "deep", request: RequestPattern(url: .urlPathTemplate(try PathTemplate("\(deep)/{id}"))),
                response: ResponsePlan(HTTPResponse(200))),
            Stub(
                id: "slashes",
                request: RequestPattern(
                    url: .urlPathTemplate(try PathTemplate(String(repeating: "/", count: 3000) + "{x}"))),
                response: ResponsePlan(HTTPResponse(200))),
        ])
        #expect(set.match(MatchSubject(received(.get, "\(deep)/7")))?.match["id"] == "7")
        #expect(set.match(MatchSubject(received(.get, "\(deep)"))) == nil)
        #expect(set.match(MatchSubject(received(.get, String(repeating: "/", count: 3000) + "y")))?.match["x"] == "y")
        #expect(set.match(MatchSubject(received(.get, String(repeating: "/", count: 9000)))) == nil)
    }

    @Test func `orders at the ends of their ranges are kept apart`() {
        let any = RequestPattern()
        let stub = { (priority: Int, id: String) in
            Stub(id: id, priority: priority, request: any, response: ResponsePlan(HTTPResponse(200)))
        }
        var set = StubSet([stub(.max, "last")])
        let subject = MatchSubject(received(.get, "/"))
        #expect(set.match(subject)?.stub.id == "last")
        set.add(stub(.max, "added"))
        #expect(set.match(subject)?.stub.id == "added")
        set.add(stub(.min, "first"))
        #expect(set.match(subject)?.stub.id == "first")
        #expect(set.stubs.map(\.id) == ["first", "added", "last"])
    }

    @Test func `a large set that is replaced is let go on another thread`() throws {
        let dropped = Dropped()
        func response() -> ResponsePlan {
            let token = Token(dropped)
            let body = HTTPBody(
                .stream(length: nil) { [token] in
                    _ = token
                    return AsyncThrowingStream { $0.finish() }
                })
            return ResponsePlan(HTTPResponse(200, body: body))
        }
        let engine = StubEngine(
            stubs: (0..<400).map { Stub(id: "\($0)", request: RequestPattern(), response: response()) })
        let finished = DispatchSemaphore(value: 0)
        // A thread of its own stands for a loop that uses the set while it is replaced.
        let thread = Thread {
            var set: StubSet? = engine.current
            engine.replace(with: [])
            withExtendedLifetime(set) {}
            set = nil
            dropped.mark(Thread.current)
            finished.signal()
        }
        thread.start()
        finished.wait()
        #expect(dropped.wait(for: 400))
        #expect(dropped.countOnMarkedThread == 0)
    }
}

/// Counts what was let go, and where.
private final class Dropped: @unchecked Sendable {
    private let condition = NSCondition()
    private var threads: [ObjectIdentifier: Int] = [:]
    private var marked: ObjectIdentifier?

    func mark(_ thread: Thread) { condition.withLock { marked = ObjectIdentifier(thread) } }

    func note() {
        condition.withLock {
            threads[ObjectIdentifier(Thread.current), default: 0] += 1
            condition.broadcast()
        }
    }

    /// Waits until so many were let go, a minute at most.
    func wait(for count: Int) -> Bool {
        condition.withLock {
            let end = Date(timeIntervalSinceNow: 60)
            while threads.values.reduce(0, +) < count {
                guard condition.wait(until: end) else { return false }
            }
            return true
        }
    }

    var countOnMarkedThread: Int { condition.withLock { marked.flatMap { threads[$0] } ?? 0 } }
}

private final class Token: Sendable {
    private let dropped: Dropped

    init(_ dropped: Dropped) { self.dropped = dropped }

    deinit { dropped.note() }
}
