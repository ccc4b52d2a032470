import MockAPICore
import MockAPIMatching
import MockAPITestSupport
import Testing

@testable import MockAPIStubs

/// Misses against many stubs, of which only some are compared with the request.
@Suite struct IndexNearestTests {
    /// Thousands of stubs of each kind, and a few that the tests ask for.
    private static let stubs: [Stub] = {
        var stubs: [Stub] = []
        func add(_ id: String, _ request: RequestPattern) {
            stubs.append(Stub(id: id, request: request, response: ResponsePlan(HTTPResponse(200))))
        }
        func template(_ text: String) -> URLPattern { (try? PathTemplate(text)).map { .urlPathTemplate($0) } ?? .any }
        for index in 0..<2000 {
            add("p\(index)", RequestPattern(method: .one(.get), url: .urlPath(EncodedText("/stub/r\(index)/items"))))
            add(
                "q\(index)",
                RequestPattern(
                    method: .one(.get), url: .urlPath("/search"),
                    queryParameters: [NamedPattern("q", .any(.equalTo("v\(index)")))]))
            add(
                "h\(index)",
                RequestPattern(
                    method: .one(.get), url: .urlPath("/header"),
                    headers: [NamedPattern("X-Key", .any(.equalTo("key \(index)")))]))
            add(
                "b\(index)",
                RequestPattern(
                    method: .one(.post), url: .urlPath("/body"),
                    bodyPatterns: [.equalToJSON(["id": .integer(index), "name": "n\(index)"])]))
            add("t\(index)", RequestPattern(method: .one(.get), url: template("/t/s\(index)/{id}")))
            add("u\(index)", RequestPattern(method: .one(.get), url: .url(EncodedText("/url?a=\(index)&b=2"))))
        }
        add("users", RequestPattern(method: .one(.get), url: .urlPath("/users/octocat/repos")))
        add("user", RequestPattern(method: .one(.get), url: template("/users/{name}/followers")))
        add("orders", RequestPattern(method: .one(.post), url: template("/shops/{shop}/orders/{order}/lines")))
        add("files", RequestPattern(method: .one(.get), url: template("/files/**/meta")))
        add("encoded", RequestPattern(method: .one(.get), url: .urlPath("/a%2Fb/c%20d")))
        if let regex = try? RegexPattern("/v\\d+/status") {
            add("regex", RequestPattern(method: .one(.get), url: .urlPathPattern(regex)))
        }
        return stubs
    }()
    private static let set = StubSet(stubs)

    private static func nearest(_ method: HTTPMethod, _ target: String, body: String = "") -> [String] {
        let request = received(method, target, headers: ["X-Key": "key 19999"], body: body)
        return set.nearest(MatchSubject(request)).nearest.map(\.stub.id)
    }

    @Test(arguments: [
        (HTTPMethod.head, "/users/octocat/repos", "users"), (.get, "/users/octocat/repo", "users"),
        (.get, "/users/octocat/repos/", "users"), (.get, "/Users/Octocat/repos", "users"),
        (.get, "/users/octocat//repos", "users"), (.get, "/user/octocat/repos", "users"),
        (.get, "/a%252Fb/c%20d", "encoded"), (.get, "/a/b/c%20d", "encoded"),
        (.get, "/users/ann/folowers", "user"), (.get, "/users/ann/followers/x", "user"), (.get, "/users/ann", "user"),
        (.get, "/user/ann/followers", "user"), (.post, "/users/ann/followers", "user"),
        (.post, "/shops/7/order/9/lines", "orders"), (.post, "/shops/7/orders/9", "orders"),
        (.put, "/shops/7/orders/9/lines", "orders"), (.get, "/files/a/b/metadata", "files"),
        (.get, "/v7/state", "regex"), (.get, "/stub/r1234/item", "p1234"), (.get, "/stub/r12349/items", "p1239"),
        (.get, "/search?q=v19299", "q1929"), (.get, "/search?q=V77", "q77"), (.post, "/search?q=v77", "q77"),
        (.get, "/header", "h1999"), (.get, "/t/s1999x/9", "t1999"), (.get, "/t/s1999/9/x", "t1999"),
        (.get, "/url?a=77&b=3", "u77"), (.get, "/url?a=1234", "u1234"),
    ])
    func `the stub that was meant is shown, however many there are`(method: HTTPMethod, target: String, id: String) {
        let found = Self.nearest(method, target)
        #expect(found.count == 3)
        #expect(found.contains(id), "\(found)")
    }

    @Test func `a JSON body that differs in a field shows the stub with a like value`() {
        let found = Self.nearest(.post, "/body", body: #"{"id": 12345, "name": "n1234"}"#)
        #expect(found.first == "b1234")
    }

    @Test func `never more than 200 stubs are compared, added ones among them`() {
        var generator = IndexGenerator(seed: 5)
        let theme = generator.theme()
        for added in [0, 1, 150, 500] {
            var set = Self.set
            for number in 0..<added { set.add(generator.stub(theme, id: "a\(number)")) }
            for _ in 0..<50 {
                let request = generator.request(theme, like: generator.chance(50) ? generator.pick(set.stubs) : nil)
                let near = set.nearStubs(MatchSubject(request))
                #expect((3...200).contains(near.count))
                #expect(Set(near.map(\.id)).count == near.count)
                #expect(near.filter(\.isAddedAtRunTime).count >= min(added, 3))
            }
        }
    }

    @Test func `removed stubs are never shown`() {
        var set = Self.set
        set.remove(id: "users")
        set.remove(id: "q1234")
        for target in ["/users/octocat/repos", "/search?q=v1234"] {
            let near = set.nearest(MatchSubject(received(.get, target))).nearest.map(\.stub.id)
            #expect(near.count == 3)
            #expect(!near.contains("users") && !near.contains("q1234"))
        }
    }

    @Test func `of a small set all are compared, as without an index`() {
        for seed in 0..<60 {
            var generator = IndexGenerator(seed: UInt64(seed))
            let theme = generator.theme()
            let stubs = (0..<40).map { generator.stub(theme, id: "\($0)") }
            let (set, linear) = (StubSet(stubs), LinearStubs(stubs))
            for _ in 0..<3 {
                let request = generator.request(theme, like: generator.pick(stubs))
                let report = MatchReport(
                    MatchSubject(request), candidates: linear.stubs, pattern: { $0.request },
                    reference: { $0.reference })
                #expect(set.nearest(MatchSubject(request)) == report)
            }
        }
    }

    @Test func `likeness is the number of bytes between equal ends`() {
        func difference(_ left: String, _ right: String) -> Int {
            Array(left.utf8).withUnsafeBufferPointer { left in
                Array(right.utf8).withUnsafeBufferPointer { Likeness.difference(left, $0) }
            }
        }
        #expect(difference("", "") == 0)
        #expect(difference("", "abc") == 3)
        #expect(difference("/users/7/repos/of/ann", "/users/77/repos/of/ann") == 1)
        #expect(difference("/Users/7/repos", "/users/7/REPOS") == 0)
        #expect(difference("aaaa", "aa") == 2)
        #expect(difference("abcdefghijklmnop", "abcdefghXjklmnop") == 1)
        var random = SeededRandom(seed: 1)
        for _ in 0..<2000 {
            let left = String(
                (0..<Int.random(in: 0...30, using: &random)).map { _ in Bool.random(using: &random) ? "a" : "b" })
            let right = String(
                (0..<Int.random(in: 0...30, using: &random)).map { _ in Bool.random(using: &random) ? "a" : "b" })
            let prefix = zip(left, right).prefix { $0 == $1 }.count
            let rest = min(left.count, right.count) - prefix
            let suffix = min(rest, zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count)
            #expect(difference(left, right) == max(left.count, right.count) - prefix - suffix)
        }
    }
}
