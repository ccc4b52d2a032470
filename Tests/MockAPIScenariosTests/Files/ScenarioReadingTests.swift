import MockAPICore
import MockAPIScenarios
import Testing

@Suite struct ScenarioReadingTests {
    /// The findings for a scenario with one step, which stands on one line of its own: line 2.
    private func findings(step: String) throws -> [String] {
        try ScenarioFolder(scenario: "{\"variables\":{\"user\":\"u\",\"port\":7},\"steps\":[\n\(step)\n]}").findings()
    }

    @Test func `a scenario with every key is read`() throws {
        let scenario = #"""
            {
              "$schema": "x", "name": "all", "tags": ["a", "b"],
              "stubs": ["stubs", { "request": "GET /owner", "response": {} }],
              "variables": { "user": "octocat", "greeting": "hello {{user}}" },
              "client": { "accessToken": "{{user}}", "stubMode": "never", "defaultHeaders": { "X-A": "1", "X-B": ["1", 2] } },
              "steps": [
                { "name": "typed", "stubs": ["stubs/a.json"], "client": { "stubMode": { "delayed": 0.1 } },
                  "send": { "request": "shop.item", "with": { "id": "{{user}}" }, "timeout": 2, "cancelAfter": 0.5 },
                  "expect": { "model": { "id": 1, "x": { "$literal": { "$type": "y" } } }, "status": 200,
                    "headers": { "A": "b", "C": null }, "json": {}, "body": "x",
                    "sent": { "method": "GET", "path": "/", "query": { "q": ["1"] }, "headers": { "D": null }, "json": null,
                              "body": "", "times": 1 },
                    "elapsed": { "atLeast": 0, "atMost": 1 } },
                  "capture": { "first": "$[0].id" } },
                { "send": { "http": "POST /login", "headers": {}, "json": "{{first}}" },
                  "expect": { "error": { "kind": "statusCode", "status": 404, "body": {} } } },
                { "send": { "http": "GET http://127.0.0.1:1/", "body": "x" }, "expect": { "modelExactly": 1 } },
                { "send": { "request": "shop.owner" },
                  "expect": { "error": { "kind": "modelMismatch", "path": "$", "expected": "x", "found": 7 } } }
              ]
            }
            """#
        let files = try ScenarioFolder(["s.json": scenario, "stubs/a.json": #"{"request":"GET /x","response":{}}"#])
        #expect(files.findings() == ["s.json:17:95: error: a plain request has no model; use \"json\""])
    }

    @Test func `a variable that is no time is refused where a time stands`() throws {
        let step = #"{"send":{"http":"GET /","timeout":"{{user}}","cancelAfter":"{{port}}"},"expect":{"status":1}}"#
        #expect(
            try findings(step: step) == [
                #"s.json:2:35: error: "timeout" must be a number of seconds, found string "u""#
            ])
        let delay = #"{"send":{"http":"GET /"},"client":{"stubMode":{"delayed":"{{port}}"}},"expect":{"status":1}}"#
        #expect(
            try findings(step: delay) == [
                #"s.json:2:58: error: "delayed" cannot be a variable; write the number of seconds"#
            ])
    }

    @Test func `a scenario without a name is called as its file, whatever its extension`() throws {
        let scenario = #"{"steps":[{"send":{"http":"GET /"},"expect":{"status":1}}]}"#
        let files = try ScenarioFolder(["login.json": scenario, "login": scenario])
        #expect(files.load("login.json", "login").scenarios.map(\.name) == ["login", "login"])
    }

    @Test(arguments: [
        (#"{}"#, [#"s.json:1:1: error: a scenario needs "steps""#]),
        (#"[]"#, [#"s.json:1:1: error: a scenario needs "steps""#]),
        (#"{"steps":[]}"#, [#"s.json:1:10: error: "steps" is empty; add a step"#]),
        (#"{"steps":7}"#, [#"s.json:1:10: error: "steps" must be an array, found number 7"#]),
        (
            #"{"name":1,"tags":"a","variables":[],"stubs":{},"client":1,"steps":{}}"#,
            [
                #"s.json:1:9: error: "name" must be a string, found number 1"#,
                #"s.json:1:18: error: "tags" must be an array, found string "a""#,
                #"s.json:1:34: error: "variables" must be an object, found an array"#,
                #"s.json:1:45: error: "stubs" must be an array, found an object"#,
                #"s.json:1:57: error: client settings must be an object, found number 1"#,
                #"s.json:1:67: error: "steps" must be an array, found an object"#,
            ]
        ),
        (
            #"{"nmae":"x","setup":[],"steps":[1]}"#,
            [
                #"s.json:1:2: error: unknown key "nmae" in a scenario; did you mean "name"?"#,
                #"s.json:1:21: error: "setup" is empty; add a step"#,
                #"s.json:1:33: error: a step must be an object, found number 1"#,
            ]
        ),
        (
            #"{"step":[]}"#,
            [
                #"s.json:1:1: error: a scenario needs "steps""#,
                #"s.json:1:2: error: unknown key "step" in a scenario; did you mean "steps"?"#,
            ]
        ),
        (
            #"{"name":"a","name":"b","steps":[]}"#,
            [
                #"s.json:1:13: error: duplicate key "name"; keep one of them"#,
                #"s.json:1:32: error: "steps" is empty; add a step"#,
            ]
        ),
        (
            #"{"steps":[],}"#,
            [#"s.json:1:12: error: trailing comma before }; remove it"#]
        ),
        (
            #"{"variables":{"a b":1,"ok":"{{later}}","later":2},"steps":[]}"#,
            [
                #"s.json:1:15: error: "a b" is no name of a variable; use letters, digits, "_", "-" and ".", with a letter or "_" first"#,
                #"s.json:1:28: error: unknown variable "later"; define it in "variables", or capture it in an earlier step"#,
                #"s.json:1:59: error: "steps" is empty; add a step"#,
            ]
        ),
        (
            #"{"stubs":["nowhere",1,{"request":"GET /a","respnse":{}}],"steps":[]}"#,
            [
                #"s.json:1:11: error: there is no file or folder nowhere; paths are relative to the scenario file"#,
                #"s.json:1:21: error: "stubs" must hold paths and mappings, found number 1"#,
                #"s.json:1:43: error: unknown key "respnse"; did you mean "response"?"#,
                #"s.json:1:66: error: "steps" is empty; add a step"#,
            ]
        ),
    ])
    func `all that is wrong with a scenario is said at its place`(scenario: String, expected: [String]) throws {
        let found = try ScenarioFolder(scenario: scenario).findings()
        #expect(found == expected)
    }

    @Test(arguments: [
        (#"{}"#, [#"1: a step needs "send" or "parallel""#]),
        (#"{"send":{"http":"GET /"}}"#, [#"1: step 1 cannot fail; add "expect""#]),
        (#"{"name":"n","send":{"http":"GET /"},"expect":{}}"#, [#"46: "expect" is empty, so step "n" cannot fail"#]),
        (#"{"send":{"http":"GET /"},"capture":{}}"#, [#"36: "capture" is empty"#]),
        (#"{"send":{},"expect":{"status":1}}"#, [#"9: "send" needs "request" or "http""#]),
        (
            #"{"send":{"http":"GET /","request":"shop.owner"},"expect":{"status":1}}"#,
            [#"17: "http" cannot go with "request"; use one of them"#]
        ),
        (
            #"{"send":{"request":"shop.itme","headers":{},"json":1},"expect":{"status":1}}"#,
            [
                #"20: unknown request "shop.itme"; did you mean "shop.item"?"#,
                #"42: "headers" cannot go with "request""#, #"52: "json" cannot go with "request""#,
            ]
        ),
        (
            #"{"send":{"request":"other"},"expect":{"status":1}}"#,
            [#"20: unknown request "other"; the catalog has "shop.add", "shop.item", "shop.owner""#]
        ),
        (
            #"{"send":{"request":"shop.item","with":{"id":7}},"expect":{"status":1}}"#,
            [#"45: parameters of "shop.item": must be a string, found number 7"#]
        ),
        (
            #"{"send":{"request":"shop.item","with":{"id":"{{port}}"}},"expect":{"status":1}}"#,
            [#"45: parameters of "shop.item": must be a string, found number 7"#]
        ),
        (
            #"{"send":{"request":"shop.item","with":{"id":"a","di":1}},"expect":{"status":1}}"#,
            [#"54: parameters of "shop.item": unknown key "di"; did you mean "id"?"#]
        ),
        (
            #"{"send":{"request":"shop.item"},"expect":{"status":1}}"#,
            [#"20: parameters of "shop.item": key "id" is missing"#]
        ),
        (
            #"{"send":{"request":"shop.owner","with":{"a":1}},"expect":{"status":1}}"#,
            [#"45: parameters of "shop.owner": unknown key "a""#]
        ),
        (
            #"{"send":{"http":"GET /","with":{},"form":{}},"expect":{"status":1}}"#,
            [#"32: "with" cannot go with "http""#]
        ),
        (
            #"{"send":{"http":"GET"},"expect":{"status":1}}"#,
            [
                #"17: "GET" is no request: there is no blank between method and target; write "GET /path?query" or "GET http://host/path""#
            ]
        ),
        (
            #"{"send":{"http":"GET users"},"expect":{"status":1}}"#,
            [
                #"17: "GET users" is no request: the target begins neither with "/" nor with "http://" or "https://"; write "GET /path?query" or "GET http://host/path""#
            ]
        ),
        (
            #"{"send":{"http":"G(T /"},"expect":{"status":1}}"#,
            [
                #"17: "G(T /" is no request: "G(T" is no method; write "GET /path?query" or "GET http://host/path""#
            ]
        ),
        (
            #"{"send":{"http":"GET /","headers":{"A B":"1","C":{}},"timeout":"1","cancelAfter":-1},"expect":{"status":1}}"#,
            [
                #"36: "A B" is no name of a header field"#,
                #"50: the value of "C" in "headers" cannot be an object"#,
                #"64: "timeout" must be a number of seconds, found string "1""#,
                #"82: "cancelAfter" must be from 0 to 86400 seconds"#,
            ]
        ),
        (
            #"{"send":{"http":"GET /","json":1,"body":"x"},"expect":{"status":1}}"#,
            [#"41: "body" cannot go with "json""#]
        ),
        (
            #"{"client":{"stubMode":"imediate","plugins":["rety",7],"accessToken":1},"send":{"http":"GET /"},"expect":{"status":1}}"#,
            [
                #"23: unknown stub mode "imediate"; did you mean "immediate"?"#,
                #"45: unknown plugin "rety"; did you mean "retry"?"#,
                #"52: "plugins" must hold strings, found number 7"#,
                #"69: "accessToken" must be a string or null, found number 1"#,
            ]
        ),
        (
            #"{"client":{"cachePolicy":"cacheOnyl"},"send":{"http":"GET /"},"expect":{"status":1}}"#,
            [#"26: unknown cache policy "cacheOnyl"; did you mean "cacheOnly"?"#]
        ),
        (
            #"{"client":{"cachePolicy":"always"},"send":{"http":"GET /"},"expect":{"status":1}}"#,
            [
                #"26: unknown cache policy "always"; use one of "networkOnly", "networkFirst", "cacheFirst", "cachedThenNetwork", "cacheOnly""#
            ]
        ),
        (
            #"{"client":{"cachePolicy":1},"send":{"http":"GET /"},"expect":{"status":1}}"#,
            [#"26: "cachePolicy" must be a string, found number 1"#]
        ),
        (
            #"{"client":{"stubMode":{"delay":1}},"send":{"http":"GET /"},"expect":{"status":1}}"#,
            [
                #"23: a stub mode that is an object needs "delayed""#,
                #"24: unknown key "delay" in a stub mode; a stub mode can have "delayed""#,
            ]
        ),
    ])
    func `all that is wrong with what a step sends is said at its place`(step: String, expected: [String]) throws {
        let found = try findings(step: step).map { $0.replacing(#/^s\.json:2:(\d+): error: /#) { "\($0.1): " } }
        #expect(found == expected)
    }

    @Test(
        arguments: [
            (
                #"{"satus":1,"values":[]}"#,
                [
                    #"unknown key "satus" in an expectation; did you mean "status"?"#,
                    #"a plain request has no models; use "json""#,
                ]
            ),
            (#"{"status":"200"}"#, [#""status" must be a number, found string "200""#]),
            (#"{"status":"{{port}}"}"#, []),
            (#"{"status":"x{{port}}"}"#, [#""status" must be a number, found string "x{{port}}""#]),
            (#"{"body":1}"#, [#""body" must be a string, found number 1"#]),
            (#"{"json":{"a":[{"$type":"integer"}]}}"#, []),
            (#"{"json":{"a":[{"$type":"intger"}]}}"#, [#"unknown type "intger"; did you mean "integer"?"#]),
            (#"{"json":{"a":[{"$type":"{{user}}"}]}}"#, []),
            (
                #"{"json":{"$matches":{"contain":"x"}}}"#,
                [#"unknown key "contain"; did you mean "contains"?"#]
            ),
            (#"{"json":{"$regx":"x"}}"#, [#"unknown matcher "$regx"; did you mean "$regex"?"#]),
            (
                #"{"json":{"$ref":"x"}}"#,
                [#"unknown matcher "$ref"; write {"$literal": {…}} for an object that has such a key"#]
            ),
            (#"{"json":{"$literal":{"$ref":"x"}}}"#, []),
            (#"{"json":{"$literal":1,"a":2}}"#, [#""$literal" must be the only key of its object"#]),
            (#"{"status":{"$type":"integer"},"headers":{"a":{"$any":true}}}"#, []),
            (#"{"status":{"type":"integer"}}"#, [#""status" must be a number, found an object"#]),
            (#"{"json":"{{usr}}"}"#, [#"unknown variable "usr" in step 1; did you mean "user"?"#]),
            (
                #"{"json":["{{user}} {{1}}"]}"#,
                [#""1" is no name of a variable; write \{{ for literal braces (in JSON: "\\{{")"#]
            ),
            (#"{"json":"\\{{1}}"}"#, []),
            (#"{"model":1}"#, [#"a plain request has no model; use "json""#]),
            (
                #"{"model":1,"values":{}}"#,
                [
                    #"a plain request has no model; use "json""#, #""values" cannot go with "model"; use one of them"#,
                    #"a plain request has no models; use "json""#, #""values" must be an array, found an object"#,
                ]
            ),
            (#"{"error":{}}"#, [#""error" needs "kind""#]),
            (#"{"error":{"kind":"statuscode"}}"#, [#"unknown error kind "statuscode"; did you mean "statusCode"?"#]),
            (
                #"{"error":{"kind":"network","reason":"timeout","status":1,"path":"$"}}"#,
                [
                    #"unknown reason "timeout"; did you mean "timedOut"?"#,
                    #""status" cannot go with the kind "network"; it goes with "statusCode", "emptyBody", "notJSON", "modelMismatch""#,
                    #""path" cannot go with the kind "network"; it goes with "modelMismatch""#,
                ]
            ),
            (#"{"headers":{"A":{}}}"#, [#"the value of "A" in "headers" cannot be an object"#]),
            (#"{"headers":{"A":["x",null]}}"#, [#"the value of "A" in "headers" cannot be null"#]),
            (#"{"sent":{}}"#, [#""sent" is empty"#]),
            (#"{"headers":{}}"#, [#""headers" is empty, so it cannot fail; leave it out, or name what is expected"#]),
            (
                #"{"sent":{"headers":{}}}"#,
                [#""headers" is empty, so it cannot fail; leave it out, or name what is expected"#]
            ),
            (
                #"{"sent":{"query":{}}}"#,
                [#""query" is empty, so it cannot fail; leave it out, or name what is expected"#]
            ),
            (#"{"json":{"$approx":1e309}}"#, [#"1e309 in "$approx" is not a finite number"#]),
            (#"{"json":{"$approx":{"value":1,"within":1e999}}}"#, [#"1e999 in "$approx" is not a finite number"#]),
            (#"{"json":{"$approx":{"value":-1e400,"within":1}}}"#, [#"-1e400 in "$approx" is not a finite number"#]),
            (#"{"elapsed":{"atMost":1e400}}"#, [#""atMost" must be from 0 to 86400 seconds"#]),
            (
                #"{"sent":{"methd":"GET","parts":{}}}"#,
                [
                    #"unknown key "methd" in what was sent; did you mean "method"?"#,
                    #""parts" must be an array, found an object"#,
                ]
            ),
            (
                #"{"sent":{"parts":[1,{"nam":"a","body":2,"fileName":null}]}}"#,
                [
                    "a part must be an object, found number 1", #"unknown key "nam" in a part; did you mean "name"?"#,
                    #""body" must be a string, found number 2"#,
                ]
            ),
            (#"{"sent":{"times":1.5}}"#, [#""times" must be a whole number from 0"#]),
            (#"{"elapsed":{}}"#, [#""elapsed" needs "atLeast" or "atMost""#]),
            (#"{"elapsed":{"atLeast":2,"atMost":1}}"#, [#""atLeast" is more than "atMost""#]),
        ] as [(String, [String])])
    func `all that is wrong with an expectation is said`(expect: String, expected: [String]) throws {
        let found = try findings(step: #"{"send":{"http":"GET /"},"expect":\#(expect)}"#)
        #expect(found.map { $0.replacing(#/^s\.json:2:\d+: error: /#, with: "") } == expected)
    }

    @Test func `expectations of a typed request that exclude each other are refused`() throws {
        let expect = #"{"model":1,"modelExactly":1,"error":{"kind":"emptyBody"}}"#
        let found = try findings(step: #"{"send":{"request":"shop.owner"},"expect":\#(expect)}"#)
        #expect(
            found == [
                #"s.json:2:69: error: "modelExactly" cannot go with "model"; use one of them"#,
                #"s.json:2:79: error: "error" cannot go with "model"; a call has a model or an error"#,
            ])
    }

    @Test func `a variable is known after the step that captures it, not before`() throws {
        let step = #"{"send":{"http":"GET /"},"expect":{"json":"{{token}}"},"capture":{"token":"$.t"}}"#
        #expect(
            try findings(step: "\(step),\n\(step)") == [
                #"s.json:2:43: error: unknown variable "token" in step 1; define it in "variables", or capture it in an earlier step"#
            ])
    }

    @Test func `a capture needs a name and a path`() throws {
        let step = #"{"send":{"http":"GET /"},"capture":{"1":"$","a":1,"b":"x"}}"#
        let found = try findings(step: step)
        #expect(found.count == 3)
        #expect(found[0].hasPrefix(#"s.json:2:37: error: "1" is no name of a variable"#))
        #expect(found[1] == #"s.json:2:49: error: "a" must be a JSON path or an object, found number 1"#)
        #expect(found[2].hasPrefix(#"s.json:2:55: error: "x" is no JSON path"#))
    }

    @Test func `in a folder, scenarios are told from other files, and all errors of all files are found`() throws {
        let step = #"{"send":{"http":"GET /"},"expect":{"status":200}}"#
        let files = try ScenarioFolder([
            "b/good.json": #"{"steps":[\#(step)]}"#,
            "a.json": #"{"name":"first","stubs":["stubs","stubs"],"steps":[\#(step)]}"#,
            "stubs/bad.json": #"{"request":"GET /a","respone":{}}"#,
            "stubs/worse.json": "{",
            "__files/body.json": "{",
            ".hidden.json": "{",
            "broken.json": #"{"steps":[}"#,
            "wrong.json": #"{"steps":[{}]}"#,
            "notes.txt": "x",
        ])
        let loaded = files.load("")
        #expect(loaded.scenarios.map(\.name) == ["first", "good"])
        #expect(
            files.findings("") == [
                #"broken.json:1:11: error: expected a value, found "}"; put a value before it, or null"#,
                #"stubs/worse.json:1:2: error: the text ends inside an object that begins at 1:1; close it with }"#,
                #"wrong.json:1:11: error: a step needs "send" or "parallel""#,
                #"stubs/bad.json:1:21: error: unknown key "respone"; did you mean "response"?"#,
                #"stubs/worse.json:1:2: error: the text ends inside an object that begins at 1:1; close it with }"#,
            ])
    }

    @Test func `a path that leads nowhere is an error`() throws {
        let files = try ScenarioFolder([:])
        #expect(files.findings("gone") == ["error: there is no file or folder gone"])
    }
}
