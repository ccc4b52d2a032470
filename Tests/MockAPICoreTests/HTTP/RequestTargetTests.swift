import MockAPICore
import Testing

@Suite struct AuthorityTests {
    static let read: [(String, String, Int?, String)] = [
        ("example.com", "example.com", nil, "example.com"),
        ("Example.COM:8080", "example.com", 8080, "example.com:8080"),
        ("127.0.0.1:80", "127.0.0.1", 80, "127.0.0.1:80"), ("[::1]", "::1", nil, "[::1]"),
        ("[::1]:8080", "::1", 8080, "[::1]:8080"),
        ("user:pass@host:1", "host", 1, "host:1"), ("host:", "host", nil, "host"), ("host:0", "host", 0, "host:0"),
        ("host:65535", "host", 65535, "host:65535"),
    ]

    @Test(arguments: read)
    func `host and port are read and printed`(text: String, host: String, port: Int?, printed: String) throws {
        let authority = try #require(Authority(text))
        #expect(authority == Authority(host: host, port: port))
        #expect(authority.description == printed)
    }

    @Test(arguments: [
        "host:65536", "host:999999", "host:-1", "host:+1", "host:1a", "host: 80", "a:b:c", "[::1", "[::1]80", "host:８０",
    ])
    func `what is no authority is refused`(text: String) {
        #expect(Authority(text) == nil)
    }
}

@Suite struct RequestTargetTests {
    static let forms: [(String, String, RequestTarget.Form, String, String?, String?)] = [
        ("GET", "/", .origin, "/", nil, nil), ("GET", "/a/b?c=d?e", .origin, "/a/b", "c=d?e", nil),
        ("GET", "/a?", .origin, "/a", "", nil), ("GET", "//a//b", .origin, "//a//b", nil, nil),
        ("GET", "http://h:1/a?b", .absolute, "/a", "b", "h:1"), ("GET", "http://h?b", .absolute, "", "b", "h"),
        ("GET", "HTTPS://u@h", .absolute, "", nil, "u@h"), ("CONNECT", "h:443", .authority, "", nil, "h:443"),
        ("OPTIONS", "*", .asterisk, "*", nil, nil), ("GET", "/a#b", .origin, "/a#b", nil, nil),
        ("GET", "/%2F?%3F", .origin, "/%2F", "%3F", nil),
    ]

    @Test(arguments: forms)
    func `the four forms are told apart and taken apart`(
        method: String, target: String, form: RequestTarget.Form, path: String, query: String?, authority: String?
    ) throws {
        let request = try receivedRequest(method, target)
        func text(_ range: Range<Int>?) -> String? { range.map { String(decoding: request.head[$0], as: UTF8.self) } }
        #expect(request.target.form == form)
        #expect(request.rawTarget == target)
        #expect(text(request.target.path) == path)
        #expect(text(request.target.query) == query)
        #expect(text(request.target.authority) == authority)
    }

    @Test(arguments: [
        ("GET", ""), ("GET", "*"), ("OPTIONS", "**"), ("GET", "a/b"), ("GET", "h:443"), ("CONNECT", "/a"),
        ("CONNECT", "*"),
        ("GET", "http://"), ("GET", "http:///a"), ("GET", "://h/a"), ("GET", "1http://h/"), ("GET", "?a"),
    ])
    func `a target that fits no form is refused`(method: String, target: String) {
        #expect(throws: WrongTarget.self) { try receivedRequest(method, target) }
    }
}

@Suite struct ReceivedRequestTests {
    @Test func `field case uri-1: segments are split before they are decoded, the raw target stays`() throws {
        for (target, segments) in [
            ("/files/a%2Fb", ["files", "a/b"]), ("/files/a%2fb", ["files", "a/b"]),
            ("/files/a/b", ["files", "a", "b"]),
        ] {
            let request = try receivedRequest("GET", target)
            #expect(request.pathSegments == segments)
            #expect(request.rawTarget == target)
            #expect(request.rawPath == target)
        }
    }

    static let paths: [(String, [String], String)] = [
        ("/", [""], "/"), ("/a/", ["a", ""], "/a/"), ("//a//b", ["", "a", "", "b"], "//a//b"), ("/%25", ["%"], "/%25"),
        ("/%zz", ["%zz"], "/%zz"), ("/a+b", ["a+b"], "/a+b"), ("/%E4%B8%AD?x", ["中"], "/%E4%B8%AD?x"),
        ("http://h/a%20b?c", ["a b"], "/a%20b?c"), ("http://h", [], "/"), ("http://h?q", [], "/?q"),
        ("/../a/./b", ["..", "a", ".", "b"], "/../a/./b"),
    ]

    @Test(arguments: paths)
    func `a path is taken apart as it was sent`(target: String, segments: [String], pathAndQuery: String) throws {
        let request = try receivedRequest("GET", target)
        #expect(request.pathSegments == segments)
        #expect(request.rawPathAndQuery == pathAndQuery)
    }

    @Test func `an asterisk and an authority have no segments`() throws {
        #expect(try receivedRequest("OPTIONS", "*").pathSegments.isEmpty)
        #expect(try receivedRequest("CONNECT", "h:443").pathSegments.isEmpty)
        #expect(try receivedRequest("CONNECT", "h:443").authority == Authority(host: "h", port: 443))
    }

    @Test func `header values are found without case, in order, byte by byte where they are no UTF-8`() throws {
        let request = try receivedRequest(
            "POST", "/", [("hOST", "h:81"), ("X-Tag", "1"), ("x-tag", "2"), ("X-Latin", "caf\u{E9}"), ("X-Empty", "")],
            body: "hi")
        #expect(request.method == .post)
        #expect(request.values(of: "X-TAG") == ["1", "2"])
        #expect(request.value(of: "x-tag") == "1")
        #expect(request.value(of: "x-latin") == "café")
        #expect(request.value(of: "X-Empty") == "")
        #expect(request.value(of: "X-None") == nil && request.values(of: "X-None").isEmpty)
        #expect(request.headers.map(\.name) == ["hOST", "X-Tag", "x-tag", "X-Latin", "X-Empty"])
        #expect(request.body == Array("hi".utf8))
        #expect(request.authority == Authority(host: "h", port: 81))
    }

    @Test func `the host of an absolute target goes before that of the header`() throws {
        let request = try receivedRequest("GET", "http://one:1/", [("Host", "two:2")])
        #expect(request.authority == Authority(host: "one", port: 1))
        #expect(try receivedRequest("GET", "/").authority == nil)
    }
}
