import MockAPICore
import MockAPIMatching
import Testing

/// Reports of the parts beside method, URL, query, headers and text bodies.
@Suite struct PartHintTests {
    private static let form = "Content-Type: application/x-www-form-urlencoded"

    /// The only condition of a pattern, as `part: expected, found (hint)`.
    private func report(_ pattern: RequestPattern, _ subject: MatchSubject) -> String? {
        let conditions = pattern.report(subject)
        guard let condition = conditions.first, conditions.count == 1 else { return nil }
        let hint = condition.hint.map { " (\($0))" } ?? ""
        let verdict = condition.verdict == .passed ? "✓ " : ""
        return "\(verdict)\(condition.part): \(condition.expected), found \(condition.foundText)\(hint)"
    }

    private func cookie(_ name: String, _ pattern: ValuePattern, _ line: String?) -> String? {
        report(
            RequestPattern(cookies: [NamedPattern(name, pattern)]),
            MatchSubject("GET /", headers: line.map { ["Cookie: \($0)"] } ?? []))
    }

    @Test func `cookies`() {
        #expect(cookie("a", "1", "a=1") == #"✓ cookie.a: equal to "1", found "1""#)
        #expect(cookie("a", "1", nil) == #"cookie.a: equal to "1", found nothing (the request has no cookies)"#)
        #expect(
            cookie("Session", "1", "session=1")
                == #"cookie.Session: equal to "1", found nothing (the request has "session"; names of cookies are "#
                + "compared with case)")
        #expect(
            cookie("session", "1", "sesion=1")
                == #"cookie.session: equal to "1", found nothing (the request has "sesion")"#)
        #expect(
            cookie("a", "1", #"a="1""#)
                == #"cookie.a: equal to "1", found "\"1\"" (the value is sent between quotes)"#)
        #expect(
            cookie("a", "x y", "a=x%20y")
                == #"cookie.a: equal to "x y", found "x%20y" (the value sent is percent-encoded)"#)
        #expect(cookie("a", "1", "a=2; a=3") == #"cookie.a: equal to "1", found "2", "3""#)
    }

    private func credentials(_ value: String?) -> String? {
        report(
            RequestPattern(basicAuth: BasicCredentials(username: "ada", password: "secret")),
            MatchSubject("GET /", headers: value.map { ["Authorization: \($0)"] } ?? []))
    }

    @Test func `credentials`() {
        func basic(_ user: String, _ password: String) -> String {
            BasicCredentials(username: user, password: password).authorization
        }
        let wanted = #"basicAuth: user "ada" with the stub's password, found "#
        #expect(credentials(basic("ada", "secret")) == "✓ \(wanted)user \"ada\"")
        #expect(credentials(nil) == #"\#(wanted)nothing (the request has no header "Authorization")"#)
        #expect(
            credentials(basic("ada", "x"))
                == #"\#(wanted)user "ada" with another password (the password is another one)"#)
        #expect(
            credentials(basic("Ada", "x"))
                == #"\#(wanted)user "Ada" (only the letter case of the user name differs)"#)
        #expect(credentials(basic("bob", "secret")) == #"\#(wanted)user "bob""#)
        #expect(
            credentials("Bearer x") == #"\#(wanted)no Basic credentials (the scheme is "Bearer", "Basic" is expected)"#)
        #expect(credentials("YWRhOnNlY3JldA==") == #"\#(wanted)no Basic credentials (the scheme "Basic" is missing)"#)
        #expect(
            credentials("Basic YWRh")
                == #"\#(wanted)no Basic credentials (what follows "Basic" is not user:password in Base64)"#)
    }

    @Test func `hosts, ports, schemes and addresses`() {
        func host(_ pattern: ValuePattern, _ host: String?) -> String? {
            report(RequestPattern(host: pattern), MatchSubject("GET /", headers: host.map { ["Host: \($0)"] } ?? []))
        }
        #expect(host("a.test", nil) == #"host: equal to "a.test", found nothing (the request names no host)"#)
        #expect(
            host("A.test", "a.test") == #"host: equal to "A.test", found "a.test" (hosts are compared in lower case)"#)
        #expect(
            host("a.test:80", "a.test:80")
                == #"host: equal to "a.test:80", found "a.test" (the host is compared without its port; use "port")"#)
        #expect(host("a.test", "b.test") == #"host: equal to "a.test", found "b.test""#)
        #expect(
            host("www.a.test", "a.test") == #"host: equal to "www.a.test", found "a.test" (only "www." differs)"#)
        #expect(
            host("localhost", "127.0.0.1:81")
                == #"host: equal to "localhost", found "127.0.0.1" (the client used another name of this machine; "or" "#
                + "would allow both)")
        #expect(
            host("a.test", "localhost:81")
                == #"host: equal to "a.test", found "localhost" (the request names the mock server itself; leave "host" "#
                + "out, or have the client send Host: a.test)")
        let subject = MatchSubject("GET /", headers: ["Host: a:81"])
        #expect(
            report(RequestPattern(port: 80), subject)
                == #"port: 80, found 81 (it is compared with the port of the Host header; leave "port" out where the "#
                + "server's may change)")
        #expect(
            report(RequestPattern(port: 81), MatchSubject("GET /", headers: ["Host: a"]))
                == "port: 81, found 80 (the request names no port, so it is that of http)")
        #expect(
            report(RequestPattern(port: 80), MatchSubject("GET /"))
                == "port: 80, found nothing (the request names no host)")
        #expect(report(RequestPattern(scheme: "https"), subject) == #"scheme: equal to "https", found "http""#)
        #expect(
            report(RequestPattern(scheme: "HTTP"), subject)
                == #"scheme: equal to "HTTP", found "http" (schemes are compared in lower case)"#)
        #expect(
            report(RequestPattern(clientIP: "10.0.0.1"), subject)
                == #"clientIp: equal to "10.0.0.1", found nothing (the request came over no socket)"#)
        let received = subject.request
        let local = ReceivedRequest(
            head: received.head, methodRange: received.methodRange, target: received.target, version: .http11,
            fields: received.fields, peerAddress: "::1")
        #expect(
            report(RequestPattern(clientIP: "127.0.0.1"), MatchSubject(local))
                == #"clientIp: equal to "127.0.0.1", found "::1" (the client used the other loopback address; "or" "#
                + "would allow both)")
    }

    private func form(_ pattern: MultiValuePattern, _ body: String, _ header: String? = nil) -> String? {
        report(
            RequestPattern(formParameters: [NamedPattern("a", pattern)]),
            MatchSubject("POST /", headers: [header ?? Self.form], body: body))
    }

    @Test func `forms`() {
        #expect(form("1", "a=1") == #"✓ form.a: equal to "1", found "1""#)
        #expect(
            form("1", "a=1", "Content-Type: text/plain")
                == #"form.a: equal to "1", found nothing (the Content-Type is "text/plain"; a form is "#
                + "application/x-www-form-urlencoded)")
        #expect(
            form("1", "a=1", "X: y")
                == #"form.a: equal to "1", found nothing (the request has no Content-Type; a form is "#
                + "application/x-www-form-urlencoded)")
        #expect(form("1", "") == #"form.a: equal to "1", found nothing (the request has no body)"#)
        #expect(
            form("1", "A=1")
                == #"form.a: equal to "1", found nothing (the request has "A"; names of parameters are compared with "#
                + "case)")
        #expect(
            form("1+1", "a=1+1")
                == #"form.a: equal to "1+1", found "1 1" (a + in a form is a blank; a plus sign is sent as %2B)"#)
        #expect(
            form("a b", "a=a%2520b")
                == #"form.a: equal to "a b", found "a%20b" (the value sent is percent-encoded twice)"#)
        #expect(
            form(.hasExactly(["1", "2"]), "a=1")
                == #"form.a: exactly the values equal to "1", equal to "2", found "1" (2 values are expected, 1 sent)"#)
    }

    private func body(_ pattern: ValuePattern, _ bytes: [UInt8]) -> String? {
        report(RequestPattern(bodyPatterns: [pattern]), MatchSubject("POST /", bytes: bytes))
    }

    @Test func `bodies`() {
        let text = { (text: String) in Array(text.utf8) }
        #expect(
            body(.binaryEqualTo([1, 2, 3]), [1, 9, 3])
                == #"body[0]: equal to the bytes AQID (3 bytes), found "AQkD (3 bytes)" (the first byte that differs "#
                + "is number 2)")
        #expect(
            body(.binaryEqualTo([1, 2, 3]), [1])
                == #"body[0]: equal to the bytes AQID (3 bytes), found "AQ== (1 byte)" (3 bytes are expected, 1 sent)"#)
        #expect(
            body(.binaryEqualTo([1, 2, 3]), text("AQID"))
                == #"body[0]: equal to the bytes AQID (3 bytes), found "QVFJRA== (4 bytes)" (the bytes are sent as "#
                + "Base64)")
        #expect(
            body(.and([.contains("a"), "abc"]), text("ABC"))
                == #"body[0]: containing "a" and equal to "abc", found "ABC" (it does, but in another letter case)"#)
        #expect(
            body(.or(["zzzzzz", "abc"]), text("ABC"))
                == #"body[0]: equal to "zzzzzz" or equal to "abc", found "ABC" (only the letter case differs; "#
                + #""caseInsensitive": true would allow that)"#)
        #expect(body(.not("a"), text("a")) == #"body[0]: not equal to "a", found "a""#)
        #expect(
            body(.matchesPathTemplate("/a/{id}"), text("/a/1/"))
                == #"body[0]: a path like "/a/{id}", found "/a/1/" (the request's path ends with a slash, the stub's "#
                + "does not)")
        #expect(
            body(.equalToJSON(["a": 1]), text(#"{"a": "1"}"#))
                == #"body[0]: equal to JSON {"a":1}, found {"a":"1"} (a number is expected, a string was sent)"#)
    }

    @Test func `a method among several`() {
        #expect(
            report(RequestPattern(method: .oneOf([.get, .put])), MatchSubject("HEAD /"))
                == "method: one of GET, PUT, found HEAD (a stub for GET does not answer HEAD; add one for HEAD, or use "
                + "the method ANY)")
        #expect(
            report(RequestPattern(method: .oneOf([.get, .put])), MatchSubject("put /"))
                == "method: one of GET, PUT, found put (only the letter case differs; methods are compared with case)")
        #expect(
            report(RequestPattern(method: .noneOf([.get])), MatchSubject("GET /"))
                == #"method: none of GET, found GET (only the method differs; take GET out of "noneOf")"#)
    }

    @Test func `the text of a report shows the hint of a JSON difference once`() {
        let subject = MatchSubject("POST /", body: #"{"a": "1"}"#)
        let pattern = RequestPattern(bodyPatterns: [.equalToJSON(["a": 1])])
        let report = MatchReport(
            subject, candidates: [pattern], pattern: { $0 }, reference: { _ in StubReference(id: "x") })
        #expect(
            report.text() == """
                POST / matches no stub; the nearest:

                  stub x
                    ✗ body[0]  expected equal to JSON {"a":1}
                               found    {"a":"1"}
                               at $.a: expected 1, found "1" (a number is expected, a string was sent)
                """)
    }

    @Test func `conditions come in one order, and secrets stay out of the line`() {
        let pattern = RequestPattern(
            method: .get, url: .urlPath("/a"), queryParameters: [NamedPattern("q", "1")],
            headers: [NamedPattern("H", "1")], cookies: [NamedPattern("c", "token")],
            basicAuth: BasicCredentials(username: "ada", password: "x"), host: "h", scheme: "http", port: 80,
            clientIP: "::1", formParameters: [NamedPattern("f", "1")], bodyPatterns: ["b"])
        let subject = MatchSubject("PUT /", headers: ["Cookie: c=sesam"])
        #expect(
            pattern.report(subject).map(\.part) == [
                "method", "url", "host", "port", "scheme", "clientIp", "query.q", "header.H", "cookie.c", "basicAuth",
                "form.f", "body[0]",
            ])
        let report = MatchReport(
            subject, candidates: [pattern], pattern: { $0 }, reference: { _ in StubReference(id: "x") })
        #expect(report.oneLine.contains("; cookie.c differs; basicAuth expected user \"ada\""))
        #expect(!report.oneLine.contains("sesam") && !report.oneLine.contains("token"))
    }

    @Test func `what is nearer has the smaller distance`() {
        func distance(_ pattern: RequestPattern, _ subject: MatchSubject) -> Double { pattern.distance(to: subject) }
        let right = MatchSubject("GET /", headers: ["Authorization: Basic YWRhOnNlY3JldA==", "Cookie: a=1"])
        let credentials = { RequestPattern(basicAuth: BasicCredentials(username: $0, password: $1)) }
        #expect(distance(credentials("ada", "secret"), right) == 0)
        #expect(distance(credentials("ada", "x"), right) < distance(credentials("bob", "secret"), right))
        #expect(
            distance(credentials("bob", "secret"), right) < distance(credentials("ada", "x"), MatchSubject("GET /")))
        let cookie = { RequestPattern(cookies: [NamedPattern("a", $0)]) }
        #expect(distance(cookie("1"), right) == 0)
        #expect(distance(cookie(.or(["2", "12"])), right) < distance(cookie("zzz"), right))
        #expect(distance(cookie(.and(["1", "2"])), right) < distance(cookie(.and(["3", "2"])), right))
    }
}
