import MockAPICore
import MockAPIMatching
import Testing

@Suite struct HintTests {
    private func hint(_ pattern: RequestPattern, _ subject: MatchSubject) throws -> String? {
        let failed = pattern.report(subject).filter { $0.verdict == .failed }
        try #require(failed.count == 1)
        return failed[0].hint
    }

    private func path(_ url: URLPattern, _ target: String) throws -> String? {
        try hint(RequestPattern(url: url), MatchSubject("GET \(target)"))
    }

    @Test func `a path that is nearly right says what is wrong with it`() throws {
        let stubSlash = "the stub's path ends with a slash, the request's does not"
        let requestSlash = "the request's path ends with a slash, the stub's does not"
        let letterCase = "only the letter case differs; paths are compared with case"
        let twice = "the request's path is percent-encoded twice"
        let escapedSlash = "%2F in the request is part of a segment, not a separator"
        let template = URLPattern.urlPathTemplate(try PathTemplate("/users/{id}"))
        let regex = URLPattern.urlPathPattern(try RegexPattern("/users/[0-9]+"))
        #expect(try path(.urlPath("/a/"), "/a") == stubSlash)
        #expect(try path(.urlPath("/a"), "/a/") == requestSlash)
        #expect(try path(.url("/a?x=1"), "/a/?x=1") == requestSlash)
        #expect(try path(template, "/users/7/") == requestSlash)
        #expect(try path(regex, "/users/7/") == requestSlash)
        #expect(try path(.urlPath("/Users"), "/users") == letterCase)
        #expect(try path(template, "/Users/7") == letterCase)
        #expect(try path(.urlPath("/a%20b"), "/a%2520b") == twice)
        #expect(try path(.urlPath("/a%2520b"), "/a%20b") == "the stub's path is percent-encoded twice")
        #expect(try path(.urlPath("/a/b"), "/a%2Fb") == escapedSlash)
        #expect(try path(.urlPath("/a%2Fb"), "/a/b") == "%2F in the stub is part of a segment, not a separator")
        #expect(try path(.urlPath("/a/b"), "/a//b") == "the request's path has an empty segment (//)")
        #expect(try path(.urlPath("/a b"), "/a%20b") == #"paths are compared as they are sent; write "/a%20b""#)
        #expect(
            try path(.urlPath("/café"), "/caf%C3%A9") == #"paths are compared as they are sent; write "/caf%C3%A9""#)
        #expect(try path(.urlPath("/a"), "/b") == nil)
    }

    @Test func `a query in the wrong place is pointed at`() throws {
        #expect(
            try path(.urlPath("/a?x=1"), "/a?x=1")
                == "urlPath is compared with the path alone; use url, or queryParameters for the query")
        #expect(
            try path(.url("/a"), "/a?x=1") == "url is compared with path and query; use urlPath to allow any query")
        #expect(try path(.url("/a?x=1"), "/a") == "the request has no query")
        #expect(
            try path(.url("/a?x=1&y=2"), "/a?y=2&x=1")
                == "only the order or the spelling of the query differs; use urlPath with queryParameters")
        #expect(
            try path(.url("/a?x=1"), "/a?x=2")
                == "only the query differs; urlPath with queryParameters compares single parameters")
        #expect(
            try path(.urlPathPattern(try RegexPattern(#"/a\?x=.*"#)), "/a?x=1")
                == "the regex includes the query, which urlPathPattern does not see; use urlPattern")
        #expect(
            try path(.urlPattern(try RegexPattern("/a")), "/a?x=1")
                == "the regex matches the path, but urlPattern is compared with the query too; use urlPathPattern")
        #expect(
            try path(.urlPathPattern(try RegexPattern("/a")), "/abc")
                == "the regex has to match the whole path, but it matches only a part of it")
    }

    @Test func `a HEAD request for a GET stub and a method in lower case are pointed at`() throws {
        #expect(
            try hint(RequestPattern(method: .one(.get)), MatchSubject("HEAD /"))
                == "a stub for GET does not answer HEAD; add one for HEAD, or use the method ANY")
        #expect(
            try hint(RequestPattern(method: .one(.get)), MatchSubject("get /"))
                == "only the letter case differs; methods are compared with case")
        #expect(
            try hint(RequestPattern(method: .one(.get)), MatchSubject("POST /"))
                == #"only the method differs; add a stub for POST, or use {"oneOf": ["GET", "POST"]}"#)
        #expect(
            try hint(RequestPattern(method: .oneOf([.get])), MatchSubject("POST /"))
                == #"only the method differs; add POST to "oneOf""#)
        #expect(
            try hint(
                RequestPattern(method: .one(.put)),
                MatchSubject("OPTIONS /", headers: ["Access-Control-Request-Method: PUT"]))
                == "a browser asks first whether it may send PUT (CORS); add a stub for OPTIONS")
        let report = RequestPattern(method: .get, url: .urlPath("/a")).report(MatchSubject("POST /b"))
        #expect(report.map(\.hint) == [nil, nil])
    }

    @Test func `a path with more before it or behind it says so`() throws {
        #expect(
            try path(.urlPath("/users"), "/api/users")
                == #"the request's path begins with "/api", the stub's does not"#)
        #expect(
            try path(.url("/api/users?x"), "/users?x") == #"the stub's path begins with "/api", the request's does not"#
        )
        let template = URLPattern.urlPathTemplate(try PathTemplate("/users/{id}"))
        #expect(try path(template, "/users/7/repos") == "the template has 2 segments, the request's path 3")
        #expect(try path(template, "/shops/7/repos") == nil)
        #expect(try path(.urlPath("/"), "/users/") == nil)
    }

    @Test func `a value in another part of the request is pointed at`() throws {
        let form = "Content-Type: application/x-www-form-urlencoded"
        #expect(
            try hint(
                RequestPattern(queryParameters: [NamedPattern("a", "1")]),
                MatchSubject("POST /", headers: [form], body: "a=1"))
                == "it is in the form of the body; use formParameters")
        #expect(
            try hint(
                RequestPattern(formParameters: [NamedPattern("a", "1")]),
                MatchSubject("POST /?a=1", headers: [form], body: "b=1")) == "it is in the query; use queryParameters")
        #expect(
            try hint(
                RequestPattern(bodyPatterns: [.equalToJSON(["a": 1])]),
                MatchSubject("POST /", headers: [form], body: "a=1")) == "the body is a form; use formParameters")
        #expect(
            try hint(
                RequestPattern(bodyPatterns: [.equalToJSON(["a": 1])]),
                MatchSubject("POST /", headers: ["Content-Encoding: gzip"], body: "x"))
                == #"the body is compressed ("gzip"), and is compared as it is sent"#)
    }

    private func query(_ pattern: MultiValuePattern, _ target: String) throws -> String? {
        try hint(RequestPattern(queryParameters: [NamedPattern("page", pattern)]), MatchSubject("GET \(target)"))
    }

    @Test func `a query parameter that is nearly right says what is wrong with it`() throws {
        let one = MultiValuePattern.any(.equalTo("1"))
        #expect(try query(one, "/") == "the request has no query")
        #expect(
            try query(one, "/?Page=1") == #"the request has "Page"; names of parameters are compared with case"#)
        #expect(try query(one, "/?pgae=1") == #"the request has "pgae""#)
        #expect(try query(one, "/?page[]=1") == #"the request has "page[]""#)
        #expect(try query(one, "/?other=1") == nil)
        #expect(try query(one, "/?page=1.0") == "the numbers are equal, but they are compared as texts")
        #expect(try query(one, "/?page=%221%22") == "the value is sent between quotes")
        #expect(try query(one, "/?page=1%20") == "only blanks or line breaks at the ends differ")
        #expect(try query(.any(.equalTo("a b")), "/?page=a%2520b") == "the value sent is percent-encoded twice")
        #expect(try query(.any(.equalTo("a%20b")), "/?page=a+b") == #"values are compared decoded; write "a b""#)
        #expect(
            try query(.any(.equalTo("a+b")), "/?page=a+b") == "a + in a query is a blank; a plus sign is sent as %2B")
        #expect(
            try query(.any(.equalTo("Abc")), "/?page=abc")
                == #"only the letter case differs; "caseInsensitive": true would allow that"#)
        #expect(try query(.hasExactly([.equalTo("1")]), "/?page=1&page=2") == "1 value is expected, 2 sent")
        #expect(try query(.includes([.equalTo("3")]), "/?page=1&page=2") == #"no value is equal to "3""#)
    }

    private func header(_ name: String, _ pattern: ValuePattern, _ lines: [String]) throws -> String? {
        try hint(
            RequestPattern(headers: [NamedPattern(name, .any(pattern))]), MatchSubject("GET /", headers: lines))
    }

    @Test func `a header that is nearly right says what is wrong with it`() throws {
        #expect(try header("Accept", .equalTo("a/b"), []) == "the request has no such header")
        #expect(try header("X-Api-Key", .equalTo("k"), ["X-Api-Kye: k"]) == #"the request has "X-Api-Kye""#)
        #expect(
            try header("Content-Type", .equalTo("application/json"), ["content-type: application/json; charset=utf-8"])
                == #"the media type is right, but the request adds "charset=utf-8"; use contains or matches"#)
        #expect(
            try header("Content-Type", .equalTo("text/html; charset=utf-8"), ["Content-Type: text/html"])
                == #"the media type is right, but the request has no "charset=utf-8""#)
        #expect(
            try header("X-A", .equalTo("b"), ["X-A: a, b"])
                == "one line with commas is one value; use contains or matches")
        #expect(try header("X-A", .equalTo("Bearer x"), ["X-A: x"]) == #""Bearer" before the value is missing"#)
        #expect(try header("X-A", .contains("ABC"), ["X-A: xabcx"]) == "it does, but in another letter case")
    }

    private func body(_ pattern: ValuePattern, _ body: String) throws -> String? {
        try hint(RequestPattern(bodyPatterns: [pattern]), MatchSubject("POST /", body: body))
    }

    @Test func `a body that is nearly right says what is wrong with it`() throws {
        #expect(try body(.equalToJSON([1]), "") == "the request has no body")
        #expect(try body(.equalToJSON([1]), "[1,]")?.hasPrefix("the value sent is not JSON: ") == true)
        #expect(
            try body(.equalToJSON([1, 2]), "[2, 1]")
                == #"only the order of array elements differs; "ignoreArrayOrder": true would allow that"#)
        #expect(
            try body(.equalToJSON(["a": 1]), #"{"a": 1, "b": 2}"#)
                == #"there is only more than expected; "ignoreExtraElements": true would allow that"#)
        #expect(
            try body(.equalToJSON(["a": 1]), #""{\"a\": 1}""#)
                == "the value sent is a JSON string that holds the JSON; it is encoded twice")
        #expect(
            try body(.equalTo(#"{"a":1}"#), #"{"a": 1}"#)
                == "it is the same JSON, written in another way; use equalToJson")
        #expect(try body(.equalTo("a\nb"), "a\r\nb") == "only the line ends differ")
        #expect(
            try body(.equalTo("é"), "e\u{301}")
                == "the texts look the same, but their characters are composed differently")
    }
}
