import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

@Suite struct StubRequestReadingTests {
    private func pattern(_ request: String) throws -> RequestPattern {
        try Stub(parsing: #"{"request": \#(request), "response": {}}"#).request
    }

    @Test func `a request pattern has a method, a URL form and conditions`() throws {
        let pattern = try pattern(
            #"""
            {"method": "POST", "urlPathTemplate": "/users/{id}", "pathParameters": {"id": {"matches": "[0-9]+"}},
             "queryParameters": {"a": {"equalTo": "1"}, "b": {"absent": true}, "c": {"hasExactly": [{"contains": "x"}]},
                                 "d": {"includes": [{"equalTo": "y"}, {"doesNotContain": "z"}]}},
             "headers": {"Accept": {"equalTo": "JSON", "caseInsensitive": true}, "X": {"doesNotMatch": "q.*"}},
             "bodyPatterns": [{"equalToJson": {"n": 1.50}, "ignoreArrayOrder": true},
                              {"equalToJson": "[1]", "ignoreExtraElements": true}]}
            """#)
        let expected = RequestPattern(
            method: .one(.post), url: .urlPathTemplate(try PathTemplate("/users/{id}")),
            pathParameters: [NamedPattern("id", .matches(try RegexPattern("[0-9]+")))],
            queryParameters: [
                NamedPattern("a", .any(.equalTo("1"))), NamedPattern("b", .any(.absent)),
                NamedPattern("c", .hasExactly([.contains("x")])),
                NamedPattern("d", .includes([.equalTo("y"), .doesNotContain("z")])),
            ],
            headers: [
                NamedPattern("Accept", .any(.equalTo("JSON", ignoringCase: true))),
                NamedPattern("X", .any(.doesNotMatch(try RegexPattern("q.*")))),
            ],
            bodyPatterns: [
                .equalToJSON(["n": 1.5], JSONComparison.Options(ignoreArrayOrder: true)),
                .equalToJSON([1], JSONComparison.Options(ignoreExtraElements: true)),
            ])
        #expect(pattern == expected)
    }

    @Test func `each URL form is read`() throws {
        #expect(try pattern(#"{"url": "/a?b=1"}"#).url == .url("/a?b=1"))
        #expect(try pattern(#"{"urlPath": "/a"}"#).url == .urlPath("/a"))
        #expect(try pattern(#"{"urlPattern": "/a.*"}"#).url == .urlPattern(try RegexPattern("/a.*")))
        #expect(try pattern(#"{"urlPathPattern": "/a.*"}"#).url == .urlPathPattern(try RegexPattern("/a.*")))
        #expect(try pattern(#"{"method": "ANY"}"#) == RequestPattern())
    }

    @Test func `a shorthand is a method, a path and the query pairs that are asked for`() throws {
        #expect(try pattern(#""GET /users""#) == RequestPattern(method: .one(.get), url: .urlPath("/users")))
        #expect(try pattern(#""ANY /users?""#) == RequestPattern(url: .urlPath("/users")))
        let full = try pattern(#""PUT /users/{name}/repos?page=1&q=a%20b+c&q=2&flag""#)
        #expect(full.method == .one(.put))
        #expect(full.url == .urlPathTemplate(try PathTemplate("/users/{name}/repos")))
        #expect(
            full.queryParameters == [
                NamedPattern("page", .any(.equalTo("1"))),
                NamedPattern("q", .includes([.equalTo("a b c"), .equalTo("2")])),
                NamedPattern("flag", .any(.equalTo(""))),
            ])
    }

    @Test func `a shorthand lets further query pairs pass`() throws {
        let engine = StubEngine(stubs: [try stub(#""GET /users/{id}?page=1""#, "yes")])
        #expect(engine.text(.get, "/users/7?size=2&page=1") == "yes")
        #expect(engine.text(.get, "/users/7?page=2") == "miss")
        #expect(engine.text(.get, "/users/7") == "miss")
    }

    @Test(arguments: [
        (#""/users""#, #"a request as text is a method, one blank and a path, found "/users"; write "GET /users""#),
        (
            #""GET""#,
            #"a request as text is a method, one blank and a path, found "GET"; write one such as "GET /users""#
        ),
        (
            #""GET  /a""#,
            #"a request as text is a method, one blank and a path, found "GET  /a"; write one such as "GET /users""#
        ),
        (
            #""GET http://h/a?b""#,
            #""request" must begin with a slash, found "http://h/a"; leave scheme and host out: "/a""#
        ),
        (#""get /a""#, #"methods are compared with case, so "get" is not "GET"; did you mean "GET"?"#),
        (#""GET /a#b""#, #""request" has a fragment, which is never sent; remove the # and what follows"#),
        (#""GET /a?b#c""#, #""request" has a fragment, which is never sent; remove the # and what follows"#),
        (
            #""GET /a/{id""#,
            #"invalid path template "/a/{id": this brace is not closed at character 4; a parameter is written {name}"#
        ),
        ("7", #"a request must be an object or a text such as "GET /users", found number 7"#),
        ("null", #"a request must be an object or a text such as "GET /users", found null"#),
    ])
    func `a shorthand that is none is refused`(request: String, message: String) {
        #expect(findings(#"{"request": \#(request), "response": {}}"#) == [":1:13: error: \(message)"])
    }

    @Test(arguments: [
        (#""url": "/a", "urlPath": "/b""#, 27, #"several URL forms: "url" and "urlPath"; keep one of them"#),
        (#""url": 7"#, 21, #""url" must be a string, found number 7; write "7""#),
        (#""url": "a/b""#, 21, #""url" must begin with a slash, found "a/b"; write "/a/b""#),
        (
            #""urlPath": "/a?b=1""#, 25,
            #""urlPath" holds a query and is compared with the path alone; use "url" or "queryParameters""#
        ),
        (#""url": "/a#b""#, 21, #""url" has a fragment, which is never sent; remove the # and what follows"#),
        (
            #""urlPath": "/天 气""#, 25,
            #""urlPath" has characters that are always escaped in a request; write "/%E5%A4%A9%20%E6%B0%94""#
        ),
        (
            #""urlPathPattern": "/a(""#, 32,
            #"invalid regular expression "/a(": this parenthesis is not closed at character 3; write \( for the "#
                + "character itself"
        ),
        (
            #""urlPathTemplate": "/a/{x}/{x}""#, 33,
            #"invalid path template "/a/{x}/{x}": a second parameter is named "x" at character 8; a parameter is "#
                + "written {name}"
        ),
        (
            #""urlPathTemplate": "/a/{id}", "pathParameters": {"ib": {"absent": true}}"#, 63,
            #"the template "/a/{id}" has no parameter "ib"; did you mean "id"?"#
        ),
        (
            #""urlPath": "/a", "pathParameters": {"id": {"equalTo": "1"}}"#, 31,
            #""pathParameters" needs "urlPathTemplate"; write the path as a template such as "/users/{id}""#
        ),
        (#""method": "G T""#, 24, #""G T" is no request method; write one such as "GET", or "ANY""#),
        (
            #""multipartPatterns": []"#, 14,
            #""multipartPatterns" is not supported yet"#
        ),
        (#""metod": "GET""#, 14, #"unknown key "metod"; did you mean "method"?"#),
        (#""status": 200"#, 14, #"unknown key "status"; it belongs into a response"#),
        (
            #""zzzzzz": 1"#, 14,
            #"unknown key "zzzzzz"; a request can have method, url, urlPath, urlPattern, urlPathPattern, "#
                + "urlPathTemplate, pathParameters, queryParameters, headers, cookies, basicAuth, "
                + "basicAuthCredentials, host, port, scheme, clientIp, formParameters, bodyPatterns"
        ),
        (#""customMatcher": {"name": "x"}"#, 14, #""customMatcher" is not supported yet"#),
        (
            #""headers": {"A b": {"absent": true}}"#, 26,
            ##""A b" is no header name; names have letters, digits and any of !#$%&'*+-.^_`|~"##
        ),
        (
            #""queryParameters": {"a": "1"}"#, 39,
            #"a pattern must be an object, found string "1"; write {"equalTo": "1"}"#
        ),
        (
            #""queryParameters": ["a"]"#, 33,
            #""queryParameters" must be an object of patterns by name, found an array; write {"name": {"equalTo": "#
                + #""value"}}"#
        ),
        (
            #""bodyPatterns": {"equalTo": "x"}"#, 30,
            #""bodyPatterns" must be a list of patterns, found an object; put it into [ ]"#
        ),
    ])
    func `what is wrong with a request is said at its place`(members: String, column: Int, message: String) {
        #expect(requestFindings(members) == [":1:\(column): error: \(message)"])
    }

    @Test(arguments: [
        (
            #"{}"#, 36,
            "a pattern needs an operator; there are equalTo, contains, doesNotContain, matches, doesNotMatch, "
                + "matchesPathTemplate, absent, anything, equalToJson, matchesShape, binaryEqualTo, and, or, not"
        ),
        (
            #"{"equalTo": "1", "contains": "2"}"#, 53,
            #"several operators in one pattern: "equalTo" and "contains"; keep one of them"#
        ),
        (
            #"{"absent": false}"#, 47,
            #""absent": false means absent all the same in this format; write {"not": {"absent": true}} to ask for "#
                + "any value"
        ),
        (#"{"absent": "yes"}"#, 47, #""absent" must be true or false, found string "yes""#),
        (#"{"equalTo": 1}"#, 48, #""equalTo" must be a string, found number 1; write "1""#),
        (#"{"equlTo": "1"}"#, 37, #"unknown key "equlTo"; did you mean "equalTo"?"#),
        (#"{"matchesJsonPath": "$.a"}"#, 37, #""matchesJsonPath" is not supported yet"#),
        (
            #"{"contains": "1", "caseInsensitive": true}"#, 54,
            #""caseInsensitive" goes with "equalTo", not with "contains"; remove it"#
        ),
        (
            #"{"equalTo": "1", "caseInsensitive": "true"}"#, 72,
            #""caseInsensitive" must be true or false, found string "true"; write true without quotes"#
        ),
        (
            #"{"equalToJson": "{a"}"#, 52,
            #"the string of "equalToJson" is no JSON: "#
        ),
        (#"{"matches": "a**+b("}"#, 48, #"invalid regular expression "a**+b(""#),
        (
            #"{"equalToJson": {"a": "${json-unit.any-text}"}}"#, 58,
            #"unknown placeholder "${json-unit.any-text}"; there are ignore, ignore-element, any-string, any-number, "#
                + "any-boolean, any-array, regex"
        ),
        (
            #"{"hasExactly": [], "equalTo": "1"}"#, 55,
            #""hasExactly" stands alone in its pattern, found "equalTo"; keep one of them"#
        ),
        (
            #"{"hasExactly": {"equalTo": "1"}}"#, 51,
            #""hasExactly" must be a list of patterns, found an object; put it into [ ]"#
        ),
        (#"{"includes": [7]}"#, 50, #"a pattern must be an object, found number 7; write {"equalTo": "7"}"#),
    ])
    func `what is wrong with a pattern is said at its place`(pattern: String, column: Int, message: String) {
        let found = requestFindings(#""queryParameters": {"a": \#(pattern)}"#)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(":1:\(column + 3): error: \(message)") == true, "\(found)")
    }

    @Test func `lists of patterns go with names and not with bodies`() {
        #expect(
            requestFindings(#""bodyPatterns": [{"hasExactly": []}]"#) == [
                ##":1:32: error: unknown key "hasExactly"; a pattern can have equalTo, contains, doesNotContain, matches, "##
                    + "doesNotMatch, matchesPathTemplate, absent, anything, equalToJson, matchesShape, binaryEqualTo, and, or, not, "
                    + "caseInsensitive, ignoreArrayOrder, ignoreExtraElements, enablePlaceholders"
            ])
    }

    @Test func `the lenient reader reads ambiguous patterns as WireMock does and warns`() throws {
        let json = #"""
            {"request": {"urlPathTemplate": "/t/{x}", "url": "/first", "method": "get", "weird": 1,
              "queryParameters": {"a": {"contains": "1", "equalTo": "2"}, "b": {"absent": false}}},
             "response": {}}
            """#
        let loaded = StubLoader.read(json, options: .lenient)
        #expect(
            loaded.findings.map(\.description) == [
                #":1:43: warning: several URL forms: "urlPathTemplate" and "url"; "url" is read"#,
                #":1:70: warning: methods are compared with case, so "get" is not "GET"; did you mean "GET"?"#,
                #":1:77: warning: unknown key "weird"; a request can have method, url, urlPath, urlPattern, "#
                    + "urlPathPattern, urlPathTemplate, pathParameters, queryParameters, headers, cookies, "
                    + "basicAuth, basicAuthCredentials, host, port, scheme, clientIp, formParameters, bodyPatterns",
                #":2:46: warning: several operators in one pattern: "contains" and "equalTo"; "contains" is read"#,
                #":2:79: warning: "absent": false means absent all the same in this format; "#
                    + #"write {"not": {"absent": true}} to ask for any value"#,
            ])
        let request = try #require(loaded.stubs.first).request
        #expect(request.url == .url("/first"))
        #expect(request.method == .one("get"))
        #expect(
            request.queryParameters == [NamedPattern("a", .any(.contains("1"))), NamedPattern("b", .any(.absent))])
    }
}
