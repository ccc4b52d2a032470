import MockAPICore
import MockAPIMatching
import MockAPIStubs
import Testing

/// The parts of a request pattern beside method, URL, query, headers and text bodies.
@Suite struct StubRequestPartReadingTests {
    private func pattern(_ members: String) throws -> RequestPattern {
        try Stub(parsing: #"{"request": {\#(members)}, "response": {}}"#).request
    }

    private func body(_ pattern: String) throws -> ValuePattern? {
        try self.pattern(#""bodyPatterns": [\#(pattern)]"#).bodyPatterns.first
    }

    @Test func `every part of a request pattern is read`() throws {
        let pattern = try pattern(
            #"""
            "method": {"oneOf": ["PUT", "ANY"]},
            "cookies": {"session": {"matches": "[0-9a-f]+"}, "theme": {"absent": true}},
            "basicAuth": {"username": "ada", "password": "a:b"},
            "host": "API.example.com", "port": 8080, "scheme": "HTTPS", "clientIp": "127.0.0.1",
            "formParameters": {"a": {"equalTo": "1"}, "b": {"hasExactly": [{"contains": "x"}]}},
            "bodyPatterns": [{"contains": "a"}, {"binaryEqualTo": "AQID"}]
            """#)
        let expected = RequestPattern(
            method: .oneOf([.put, "ANY"]),
            cookies: [NamedPattern("session", .matches("[0-9a-f]+")), NamedPattern("theme", .absent)],
            basicAuth: BasicCredentials(username: "ada", password: "a:b"),
            host: .equalTo("API.example.com", ignoringCase: true), scheme: .equalTo("HTTPS", ignoringCase: true),
            port: 8080, clientIP: .equalTo("127.0.0.1"),
            formParameters: [NamedPattern("a", .equalTo("1")), NamedPattern("b", .hasExactly([.contains("x")]))],
            bodyPatterns: [.contains("a"), .binaryEqualTo([1, 2, 3])])
        #expect(pattern == expected)
        #expect(pattern.conditionCount == 12)
    }

    @Test func `host, scheme and clientIp are texts or patterns`() throws {
        let pattern = try pattern(
            #""host": {"matches": ".*\\.test"}, "scheme": {"equalTo": "http"}, "clientIp": {"contains": "10."}"#)
        #expect(pattern == RequestPattern(host: .matches(#".*\.test"#), scheme: "http", clientIP: .contains("10.")))
    }

    @Test func `a method is one, any, one of several or none of several`() throws {
        #expect(try pattern(#""method": "PURGE""#).method == "PURGE")
        #expect(try pattern(#""method": "ANY""#).method == .any)
        #expect(try pattern(#""method": {"noneOf": ["GET", "HEAD"]}"#).method == .noneOf([.get, .head]))
    }

    @Test func `credentials have two spellings`() throws {
        let credentials = BasicCredentials(username: "ada", password: "secret")
        let object = #"{"username": "ada", "password": "secret"}"#
        #expect(try pattern(#""basicAuth": \#(object)"#).basicAuth == credentials)
        #expect(try pattern(#""basicAuthCredentials": \#(object)"#).basicAuth == credentials)
        #expect(try pattern(#""basicAuth": \#(object), "basicAuthCredentials": \#(object)"#).basicAuth == credentials)
        let other = #""basicAuth": \#(object), "basicAuthCredentials": {"username": "ada", "password": ""}"#
        #expect(
            requestFindings(other) == [
                #":1:70: error: "basicAuth" and "basicAuthCredentials" differ; keep one of them"#
            ])
        #expect(
            requestFindings(other, lenient: true).last
                == #":1:70: warning: "basicAuth" and "basicAuthCredentials" differ; "basicAuth" is read"#)
    }

    @Test func `patterns are combined to any depth`() throws {
        #expect(
            try body(#"{"and": [{"contains": "a"}, {"or": [{"absent": true}, {"not": {"equalTo": "b"}}]}]}"#)
                == .and([.contains("a"), .or([.absent, .not(.equalTo("b"))])]))
        #expect(try body(#"{"anything": "at all"}"#) == .anything)
        #expect(try body(#"{"matchesPathTemplate": "/a/{id}"}"#) == .matchesPathTemplate("/a/{id}"))
        #expect(
            try pattern(#""queryParameters": {"q": {"not": {"absent": true}}}"#).queryParameters
                == [NamedPattern("q", .any(.not(.absent)))])
    }

    @Test func `lists without patterns are let pass with a warning`() throws {
        #expect(
            requestFindings(#""bodyPatterns": [{"or": []}, {"and": []}]"#)
                == [
                    #":1:38: warning: "or" without patterns never holds"#,
                    #":1:51: warning: "and" without patterns always holds"#,
                ])
    }

    @Test func `placeholders are read in documents and in texts of documents`() throws {
        let document: JSONValue = ["id": "${json-unit.regex}[a-z]+", "any": ["#{json-unit.any-number}"]]
        let wanted = try ValuePattern.equalToJSON(reading: document)
        let json = document.rendered(.compact)
        #expect(try body(#"{"equalToJson": \#(json)}"#) == wanted)
        #expect(try body(#"{"equalToJson": \#(JSONValue.string(json).rendered())}"#) == wanted)
        #expect(try body(#"{"equalToJson": {"a": "${json-unit}"}}"#) == .equalToJSON(["a": "${json-unit}"]))
        #expect(
            try body(#"{"equalToJson": "${json-unit.any-string}"}"#)
                == .equalToJSON(reading: "${json-unit.any-string}"))
        #expect(
            try body(#"{"equalToJson": {"a": "${json-unit.ignore}"}, "enablePlaceholders": false}"#)
                == .equalToJSON(["a": "${json-unit.ignore}"]))
        #expect(
            try body(#"{"equalToJson": {"a": "\u0024{json-unit.ignore}"}}"#)
                == .equalToJSON(reading: ["a": "${json-unit.ignore}"]))
    }

    @Test(arguments: [
        (#"{"equalToJson": {"a": ["x ${json-unit.ignore}"]}}"#, 54, "a placeholder has to be the whole string"),
        (#"{"equalToJson": ["${json-unit.ignore} x"]}"#, 48, "a placeholder has to be the whole string"),
        (#"{"equalToJson": ["${json-unit.ignore"]}"#, 48, "the brace of the placeholder is not closed"),
        (
            #"{"equalToJson": ["${json-unit.any-strng}"]}"#, 48,
            #"unknown placeholder "${json-unit.any-strng}"; did you mean "${json-unit.any-string}"?"#
        ),
        (
            #"{"equalToJson": "[\"${json-unit.matches:even}\"]"}"#, 47,
            "${json-unit.matches:...} is not supported; use ${json-unit.regex}, or ${json-unit.ignore}"
        ),
        (
            #"{"equalToJson": ["${json-unit.regex}("]}"#, 48,
            #"invalid regular expression "(": this parenthesis is not closed at character 1; write \( for the "#
                + "character itself"
        ),
    ])
    func `a string that looks like a placeholder and is none is refused`(pattern: String, column: Int, message: String)
    {
        #expect(requestFindings(#""bodyPatterns": [\#(pattern)]"#) == [":1:\(column): error: \(message)"])
    }

    @Test(arguments: [
        (#""method": {}"#, 24, #""method" names no method; write {"oneOf": ["GET", "HEAD"]}"#),
        (#""method": {"oneOf": []}"#, 34, #""oneOf" names no method; write {"oneOf": ["GET", "HEAD"]}"#),
        (
            #""method": {"oneOf": "GET"}"#, 34,
            #""oneOf" must be a list of methods, found string "GET"; write {"oneOf": ["GET", "HEAD"]}"#
        ),
        (
            #""method": {"noneOf": ["get"]}"#, 36,
            #"methods are compared with case, so "get" is not "GET"; did you mean "GET"?"#
        ),
        (
            #""method": {"noneOf": ["GET"], "oneOf": ["PUT"]}"#, 44,
            #""noneOf" and "oneOf" exclude each other; keep one of them"#
        ),
        (#""method": {"onOf": ["GET"]}"#, 25, #"unknown key "onOf"; did you mean "oneOf"?"#),
        (#""method": ["GET"]"#, 24, #""method" must be a string, found an array"#),
        (
            #""basicAuth": "ada""#, 27,
            #""basicAuth" must be an object, found string "ada"; write {"username": "user", "password": "secret"}"#
        ),
        (#""basicAuth": {"username": "ada"}"#, 27, #""basicAuth" needs "password""#),
        (
            #""basicAuth": {"username": "ada", "pasword": "x"}"#, 47,
            #"unknown key "pasword"; did you mean "password"?"#
        ),
        (
            #""basicAuth": {"username": "a:b", "password": "c"}"#, 40,
            "a user name with a colon can never be sent; what follows it is the password"
        ),
        (#""host": 7"#, 22, #""host" must be a string or a pattern, found number 7"#),
        (
            #""host": "example.com:8080""#, 22,
            #""host" holds a port and is compared with the host alone; write "example.com", and "port": 8080 beside it"#
        ),
        (
            #""host": "http://example.com:80/a""#, 22,
            #""host" is a host alone, found "http://example.com:80/a"; write "example.com:80", and "scheme" and "#
                + #""port" beside it"#
        ),
        (
            #""host": {"equalTo": "Example.com"}"#, 34,
            #"hosts are compared in lower case, so "Example.com" is never found; write "example.com""#
        ),
        (#""scheme": "https:""#, 24, #""https:" is no scheme; write "http" or "https""#),
        (
            #""port": "80""#, 22,
            #""port" must be an integer from 1 to 65535, found string "80"; write 80 without quotes"#
        ),
        (#""port": 0"#, 22, #""port" must be an integer from 1 to 65535, found number 0"#),
        (
            #""cookies": {"a=b": {"absent": true}}"#, 26,
            #""a=b" is no name of a cookie; names have no "=", no ";" and no blanks"#
        ),
        (
            #""cookies": {"a": {"includes": []}}"#, 32,
            #"unknown key "includes"; a pattern can have equalTo, contains, doesNotContain, matches, doesNotMatch, "#
                + "matchesPathTemplate, absent, anything, equalToJson, matchesShape, binaryEqualTo, and, or, not, caseInsensitive, "
                + "ignoreArrayOrder, ignoreExtraElements, enablePlaceholders"
        ),
        (
            #""headers": {"a": {"binaryEqualTo": "AQID"}}"#, 32,
            #""binaryEqualTo" looks at bodies only; put it into "bodyPatterns", or use "equalTo""#
        ),
        (
            #""bodyPatterns": [{"binaryEqualTo": "A*"}]"#, 49,
            #""binaryEqualTo" is no Base64; use A-Z a-z 0-9 + / and = at the end"#
        ),
        (#""bodyPatterns": [{"not": [{"absent": true}]}]"#, 39, "a pattern must be an object, found an array"),
        (
            #""bodyPatterns": [{"and": {"absent": true}}]"#, 39,
            #""and" must be a list of patterns, found an object; put it into [ ]"#
        ),
        (
            #""bodyPatterns": [{"equalTo": "a", "enablePlaceholders": true}]"#, 48,
            #""enablePlaceholders" goes with "equalToJson", not with "equalTo"; remove it"#
        ),
        (
            #""bodyPatterns": [{"or": [{"equalTo": "a"}, {"matchesXPath": "/a"}]}]"#, 58,
            #""matchesXPath" is not supported yet"#
        ),
        (#""bodyPatterns": [{"equalToNumber": 1}]"#, 32, #""equalToNumber" is not supported yet"#),
    ])
    func `what is wrong with a part is said at its place`(members: String, column: Int, message: String) {
        #expect(requestFindings(members) == [":1:\(column): error: \(message)"])
    }

    @Test func `the lenient reader takes hosts in any case, and numbers and truth values for their texts`() throws {
        let json = #"""
            {"request": {"host": {"equalTo": "Example.com"}, "queryParameters": {"a": {"equalTo": 42},
              "b": {"contains": true}}}, "response": {}}
            """#
        let loaded = StubLoader.read(json, options: .lenient)
        #expect(
            loaded.findings.map(\.description) == [
                #":1:34: warning: hosts are compared in lower case, so "Example.com" is never found; it is read as "#
                    + #""example.com""#,
                #":1:87: warning: "equalTo" is read as string "42""#,
                #":2:21: warning: "contains" is read as string "true""#,
            ])
        let request = try #require(loaded.stubs.first).request
        #expect(request.host == "example.com")
        #expect(request.queryParameters == [NamedPattern("a", "42"), NamedPattern("b", .contains("true"))])
    }
}
