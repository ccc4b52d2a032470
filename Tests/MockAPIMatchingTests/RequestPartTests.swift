import MockAPICore
import MockAPIMatching
import Testing

/// Cookies, credentials, hosts, ports, schemes, addresses and forms.
@Suite struct RequestPartTests {
    private static let form = "Content-Type: application/x-www-form-urlencoded"

    // MARK: Cookies

    @Test(arguments: [
        ("a=1", ["a=1"]), ("a=1; b=2", ["a=1", "b=2"]), ("a=1;b=2;", ["a=1", "b=2"]),
        ("  a = 1 ;\tb=2\t", ["a=1", "b=2"]),
        ("a=\"x y\"", ["a=\"x y\""]), ("a=b=c==", ["a=b=c=="]), ("a=", ["a="]), ("a=%41+", ["a=%41+"]),
        ("a=1; a=2", ["a=1", "a=2"]), ("flag; a=1; =x", ["a=1"]), ("", []), (";;", []),
    ])
    func `a line of cookies is split at semicolons and at the first equals sign`(line: String, cookies: [String]) {
        #expect(Cookie.parse(line).map(\.description) == cookies)
    }

    @Test func `cookies of several lines are matched by any value, names with case`() {
        func matches(_ name: String, _ pattern: ValuePattern, _ lines: [String]) -> Bool {
            RequestPattern(cookies: [NamedPattern(name, pattern)])
                .matches(MatchSubject("GET /", headers: lines.map { "Cookie: \($0)" })) != nil
        }
        let lines = ["a=1; b=2", "c=\"3\"; a=4"]
        #expect(matches("a", "1", lines))
        #expect(matches("a", "4", lines))
        #expect(matches("c", "\"3\"", lines))
        #expect(!matches("c", "3", lines))
        #expect(!matches("A", "1", lines))
        #expect(matches("A", .absent, lines))
        #expect(!matches("b", .absent, lines))
        #expect(matches("z", .doesNotContain("x"), []))
        #expect(!matches("z", "x", []))
    }

    // MARK: Credentials

    @Test(arguments: [
        ("Basic YWRhOnNlY3JldA==", true), ("basic YWRhOnNlY3JldA==", true), ("BASIC   YWRhOnNlY3JldA", true),
        ("Basic YWRhOlNlY3JldA==", false), ("Basic QWRhOnNlY3JldA==", false), ("YWRhOnNlY3JldA==", false),
        ("Basic", false), ("Basic ", false), ("Basic !!!", false), ("Basic YWRhc2VjcmV0", false),
        ("Bearer YWRhOnNlY3JldA==", false), ("Basic ada:secret", false),
    ])
    func `credentials are those of the Basic scheme`(value: String, matches: Bool) {
        let pattern = RequestPattern(basicAuth: BasicCredentials(username: "ada", password: "secret"))
        #expect((pattern.matches(MatchSubject("GET /", headers: ["Authorization: \(value)"])) != nil) == matches)
    }

    @Test func `credentials are UTF-8, split at the first colon, and found in any line`() {
        let credentials = BasicCredentials(username: "änne", password: "a:b£")
        #expect(BasicCredentials(authorization: credentials.authorization) == credentials)
        #expect(BasicCredentials(username: "é", password: "") != BasicCredentials(username: "e\u{301}", password: ""))
        let pattern = RequestPattern(basicAuth: credentials)
        let lines = ["Authorization: Bearer x", "Authorization: \(credentials.authorization)"]
        #expect(pattern.matches(MatchSubject("GET /", headers: lines)) != nil)
        #expect(pattern.matches(MatchSubject("GET /")) == nil)
    }

    @Test func `no text about credentials shows a password`() {
        let wanted = BasicCredentials(username: "ada", password: "geheim")
        var texts = ["\(wanted)", String(reflecting: wanted)]
        dump(wanted, to: &texts[0])
        let pattern = RequestPattern(basicAuth: wanted)
        for value in [
            wanted.authorization, BasicCredentials(username: "ada", password: "sesam").authorization, "sesam",
        ] {
            let subject = MatchSubject("GET /", headers: ["Authorization: \(value)"])
            for condition in pattern.report(subject) { texts.append("\(condition) \(condition.json)") }
        }
        for text in texts {
            #expect(!text.contains("geheim") && !text.contains("sesam"), "\(text)")
        }
    }

    // MARK: Host, port, scheme, address

    private func matches(_ pattern: RequestPattern, _ line: String = "GET /", host: String? = nil) -> Bool {
        pattern.matches(MatchSubject(line, headers: host.map { ["Host: \($0)"] } ?? [])) != nil
    }

    @Test func `the host is that of the target, else that of Host, in lower case and without its port`() {
        #expect(matches(RequestPattern(host: "api.test"), host: "API.test:8080"))
        #expect(matches(RequestPattern(host: .equalTo("Api.Test", ignoringCase: true)), host: "api.test"))
        #expect(!matches(RequestPattern(host: "api.test"), host: "www.test"))
        #expect(!matches(RequestPattern(host: "api.test")))
        #expect(matches(RequestPattern(host: .absent)))
        #expect(matches(RequestPattern(host: "api.test"), "GET http://api.test/a", host: "www.test"))
        #expect(matches(RequestPattern(host: "::1"), host: "[::1]:80"))
        #expect(matches(RequestPattern(host: .matches(#".*\.test"#)), host: "a.test"))
    }

    @Test func `the port is the one named, else that of the scheme`() {
        #expect(matches(RequestPattern(port: 8080), host: "a:8080"))
        #expect(!matches(RequestPattern(port: 80), host: "a:8080"))
        #expect(matches(RequestPattern(port: 80), host: "a"))
        #expect(matches(RequestPattern(port: 443), "GET https://a/b"))
        #expect(!matches(RequestPattern(port: 80)))
    }

    @Test func `the scheme is that of the target, else that of the connection`() {
        #expect(matches(RequestPattern(scheme: "http"), host: "a"))
        #expect(!matches(RequestPattern(scheme: "https"), host: "a"))
        #expect(matches(RequestPattern(scheme: "https"), "GET HTTPS://a/b"))
        var request = MatchSubject("GET /", headers: ["Host: a"]).request
        request.isSecure = true
        #expect(RequestPattern(scheme: "https", port: 443).matches(MatchSubject(request)) != nil)
    }

    @Test func `the address of the client is absent where there is no socket`() {
        let received = MatchSubject("GET /").request
        func matches(_ pattern: ValuePattern, _ address: String?) -> Bool {
            let request = ReceivedRequest(
                head: received.head, methodRange: received.methodRange, target: received.target, version: .http11,
                fields: [], peerAddress: address)
            return RequestPattern(clientIP: pattern).matches(MatchSubject(request)) != nil
        }
        #expect(matches("127.0.0.1", "127.0.0.1"))
        #expect(!matches("127.0.0.1", "::1"))
        #expect(matches(.or(["127.0.0.1", "::1"]), "::1"))
        #expect(!matches("127.0.0.1", nil))
        #expect(matches(.absent, nil))
    }

    // MARK: Forms

    @Test func `a form's parameters are decoded, and only a body of its type has any`() {
        func matches(_ name: String, _ pattern: MultiValuePattern, _ body: String, _ header: String? = nil) -> Bool {
            RequestPattern(formParameters: [NamedPattern(name, pattern)])
                .matches(MatchSubject("POST /?q=1", headers: [header ?? Self.form], body: body)) != nil
        }
        #expect(matches("a b", "1+2 3", "a+b=1%2B2%203"))
        #expect(matches("key[one]", "x", "key[one]=x"))
        #expect(matches("a", .hasExactly(["1", "2"]), "a=2&b=3&a=1"))
        #expect(matches("a", .includes(["2"]), "a=2&a=1"))
        #expect(!matches("a", .includes(["3"]), "a=2&a=1"))
        #expect(matches("a", "", "a"))
        #expect(matches("z", .absent, "a=1"))
        #expect(!matches("q", "1", "a=1"))
        #expect(matches("a", "1", "a=1", "content-type: Application/X-WWW-Form-URLEncoded; charset=utf-8"))
        #expect(!matches("a", "1", "a=1", "Content-Type: text/plain"))
        #expect(!matches("a", "1", "a=1", "X-No-Type: 1"))
        #expect(matches("a", .absent, "a=1", "Content-Type: text/plain"))
        #expect(!matches("a", "1", "%}#"))
    }
}
