import MockAPICore
import MockAPIMatching
import Testing

@Suite struct RequestPatternTests {
    private func matches(_ url: URLPattern, _ target: String) -> Bool {
        RequestPattern(url: url).matches(MatchSubject("GET \(target)")) != nil
    }

    @Test func `an empty pattern matches every request`() {
        #expect(RequestPattern().matches(MatchSubject("PATCH /a?b=c")) != nil)
        #expect(RequestPattern().matches(MatchSubject("OPTIONS *")) != nil)
    }

    @Test func `methods are compared with case`() {
        #expect(MethodPattern.one(.get).matches(.get))
        #expect(!MethodPattern.one(.get).matches("get"))
        #expect(!MethodPattern.one(.get).matches(.head))
        #expect(MethodPattern.oneOf([.put, .post]).matches(.post))
        #expect(!MethodPattern.oneOf([.put, .post]).matches(.get))
        #expect(MethodPattern.noneOf([.put]).matches(.get))
        #expect(!MethodPattern.noneOf([.put]).matches(.put))
        #expect(MethodPattern.any.matches("BREW"))
    }

    @Test func `url is compared with path and query, urlPath with the path alone`() {
        #expect(matches(.url("/a?x=1&y=2"), "/a?x=1&y=2"))
        #expect(!matches(.url("/a?x=1&y=2"), "/a?y=2&x=1"))
        #expect(!matches(.url("/a"), "/a?x=1"))
        #expect(!matches(.url("/a"), "/a?"))
        #expect(matches(.urlPath("/a"), "/a?x=1"))
        #expect(!matches(.urlPath("/a"), "/a/"))
        #expect(!matches(.urlPath("/path with spaces"), "/path%20with%20spaces"))
        #expect(matches(.urlPath("/path%20with%20spaces"), "/path%20with%20spaces"))
        #expect(!matches(.urlPath("/path+with+spaces"), "/path%20with%20spaces"))
    }

    @Test func `escapes differ neither by the case of their digits nor where nothing had to be escaped`() {
        #expect(matches(.urlPath("/files/a%2Fb"), "/files/a%2fb"))
        #expect(matches(.urlPath("/%7euser"), "/~user"))
        #expect(matches(.url("/a?q=%41"), "/a?q=A"))
        #expect(!matches(.urlPath("/files/a/b"), "/files/a%2Fb"))
        #expect(!matches(.urlPath("/a%"), "/a%25"))
        #expect(matches(.urlPath("/a%zz"), "/a%zz"))
    }

    @Test func `regexes look at the path, or at path and query`() throws {
        let digits = try RegexPattern("/a/[0-9]+")
        #expect(matches(.urlPathPattern(digits), "/a/12?x"))
        #expect(!matches(.urlPathPattern(digits), "/a/12/b"))
        #expect(!matches(.urlPattern(digits), "/a/12?x"))
        #expect(matches(.urlPattern(try RegexPattern(#"/a\?one=[a-z]{4}"#)), "/a?one=abcd"))
    }

    @Test func `a target in absolute form is matched by its path and query`() {
        #expect(matches(.urlPath("/hello"), "http://127.0.0.1:8080/hello?x=1"))
        #expect(matches(.url("/hello?x=1"), "http://127.0.0.1:8080/hello?x=1"))
        #expect(matches(.urlPath("/"), "http://127.0.0.1:8080"))
        #expect(matches(.url("/?x=1"), "http://127.0.0.1:8080?x=1"))
    }

    @Test func `path parameters are looked at decoded`() throws {
        let template = URLPattern.urlPathTemplate(try PathTemplate("/files/{name}"))
        let pattern = RequestPattern(url: template, pathParameters: [NamedPattern("name", .equalTo("a/b"))])
        #expect(pattern.matches(MatchSubject("GET /files/a%2Fb"))?["name"] == "a/b")
        #expect(pattern.matches(MatchSubject("GET /files/a")) == nil)
    }

    @Test func `headers are compared by names without case and values with`() {
        let pattern = RequestPattern(headers: [NamedPattern("x-value", .any(.equalTo("b")))])
        #expect(pattern.matches(MatchSubject("GET /", headers: ["X-VALUE: b"])) != nil)
        #expect(pattern.matches(MatchSubject("GET /", headers: ["X-Value: a", "X-Value: b"])) != nil)
        #expect(pattern.matches(MatchSubject("GET /", headers: ["X-Value: a, b"])) == nil)
        #expect(pattern.matches(MatchSubject("GET /", headers: ["X-Value: B"])) == nil)
        #expect(pattern.matches(MatchSubject("GET /", headers: ["X-Values: b"])) == nil)
        #expect(pattern.matches(MatchSubject("GET /")) == nil)
    }

    @Test func `a header value that is no UTF-8 is read as Latin-1`() throws {
        let head: [UInt8] = Array("GET / HTTP/1.1\r\nX-A: ".utf8) + [0xE9, 0x0D, 0x0A]
        let target = try #require(
            head.withUnsafeBufferPointer { RequestTarget($0, in: 4..<5, isConnect: false, isOptions: false) })
        let request = ReceivedRequest(
            head: head, methodRange: 0..<3, target: target, version: .http11,
            fields: [.init(name: 16..<19, value: 21..<22)])
        let pattern = RequestPattern(headers: [NamedPattern("X-A", .any(.equalTo("é")))])
        #expect(pattern.matches(MatchSubject(request)) != nil)
    }

    @Test func `all body patterns have to hold`() {
        let pattern = RequestPattern(
            method: .one(.post), bodyPatterns: [.contains("page"), .equalToJSON(["page": 1], .exact)])
        #expect(pattern.matches(MatchSubject("POST /", body: "{\"page\": 1.0}")) != nil)
        #expect(pattern.matches(MatchSubject("POST /", body: "{\"page\": 2}")) == nil)
        #expect(pattern.matches(MatchSubject("POST /")) == nil)
        #expect(pattern.conditionCount == 3)
    }

    @Test func `the distance is zero exactly where a pattern matches`() throws {
        let pattern = RequestPattern(
            method: .one(.get), url: .urlPathTemplate(try PathTemplate("/u/{id}")),
            queryParameters: [NamedPattern("q", .any(.equalTo("1")))])
        #expect(pattern.distance(to: MatchSubject("GET /u/7?q=1")) == 0)
        #expect(pattern.distance(to: MatchSubject("GET /u/7?q=2")) > 0)
        #expect(
            pattern.distance(to: MatchSubject("POST /u/7?q=1")) > pattern.distance(to: MatchSubject("GET /u/7?q=2")))
    }
}
