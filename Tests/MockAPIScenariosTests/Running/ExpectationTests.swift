import MockAPICore
import MockAPIScenarios
import Testing

/// Each kind of expectation holds in one step and does not in its twin, with the exact failure.
@Suite struct ExpectationTests {
    private static let stubs = #"""
        {"request":"GET /items/1","response":{"headers":{"X-A":"1","X-B":["2","3"]},
         "jsonBody":{"id":1,"name":"pen","tags":["a","b"],"more":{"$ref":"x"}}}},
        {"request":"GET /items/big","response":{"jsonBody":{"id":9007199254740993,"name":"big"}}},
        {"request":"GET /items/wrong","response":{"jsonBody":{"id":"1","name":"pen"}}},
        {"request":"GET /items/keyless","response":{"jsonBody":{"id":1}}},
        {"request":"GET /items/gone","response":{"status":410,"jsonBody":{"message":"gone","code":7}}},
        {"request":"GET /items/down","response":{"status":503,"body":"try later"}},
        {"request":"GET /items/html","response":{"body":"<html>","headers":{"Content-Type":"text/html"}}},
        {"request":"GET /items/empty","response":{}},
        {"request":"GET /items/slow","response":{"fixedDelayMilliseconds":60000}},
        {"request":"GET /items/late","response":{"fixedDelayMilliseconds":300,"jsonBody":{"id":3,"name":"late"}}},
        {"request":"GET /items/reset","response":{"fault":"CONNECTION_RESET_BY_PEER"}},
        {"request":"GET /owner","response":{"jsonBody":{"login":"octocat"}}},
        {"request":"POST /items","response":{"status":201,"jsonBody":{"id":2,"name":"new"}}},
        {"request":"ANY /echo","response":{"body":"héllo"}},
        {"request":"GET /other","response":{"status":302,"headers":{"Location":"/owner"}}}
        """#

    /// A step, an expectation that holds for it, one that does not, and the failures of that one: place, kind, path,
    /// expected, found, message.
    struct Twin: Sendable, CustomTestStringConvertible {
        var send: String
        var holds: String
        var fails: String
        var failures: [String]
        var testDescription: String { "\(send) \(fails)" }

        init(_ send: String, _ holds: String, _ fails: String, _ failures: String...) {
            self.send = send
            self.holds = holds
            self.fails = fails
            self.failures = failures
        }
    }

    private static let item1 = #"{"request":"shop.item","with":{"id":"1"}}"#
    private static let owner = #"{"request":"shop.owner"}"#

    private static func item(_ id: String) -> String { #"{"request":"shop.item","with":{"id":"\#(id)"}}"# }

    private static let matchers = [
        Twin(
            item1, #"{"model":{"id":{"$type":"integer"},"name":{"$regex":"p.n"},"tags":{"$each":{"$type":"string"}}}}"#,
            #"{"model":{"id":{"$type":"string"},"name":{"$regex":"p"},"tags":{"$each":{"$oneOf":["a","c"]}}}}"#,
            #"1:16 model $.id expected {"$type":"string"} found 1: $.id in the model is not a string"#,
            #"1:42 model $.name expected {"$regex":"p"} found "pen": $.name in the model is not a string matching the regex p"#,
            #"1:64 model $.tags[1] expected {"$oneOf":["a","c"]} found "b": $.tags[1] in the model is not one of "a", "c""#
        ),
        Twin(
            #"{"http":"GET /items/1"}"#,
            #"{"status":{"$oneOf":[200,201]},"headers":{"X-A":{"$type":"integer"},"X-B":{"$contains":"3"},"X-C":{"$absent":true}},"body":{"$contains":"pen"},"json":{"more":{"$literal":{"$ref":"x"}},"id":{"$not":2}}}"#,
            #"{"status":{"$oneOf":[201,202]},"headers":{"X-A":{"$regex":"[a-z]"},"X-B":{"$absent":true}},"body":{"$contains":"cup"},"json":{"more":{"$literal":{"$ref":"y"}},"gone":{"$any":true}}}"#,
            #"1:11 status - expected {"$oneOf":[201,202]} found 200: the status differs"#,
            #"1:49 headers X-A expected {"$regex":"[a-z]"} found "1": X-A differs"#,
            #"1:74 headers X-B expected {"$absent":true} found ["2","3"]: X-B differs"#,
            #"1:154 json $.more['$ref'] expected "y" found "x": $.more['$ref'] in the body differs"#,
            #"1:167 json $.gone expected {"$any":true} found nothing: the body has no $.gone"#,
            #"1:99 body - expected {"$contains":"cup"} found "{\"id\":1,\"name\":\"pen\",\"tags\":[\"a\",\"b\"],\"more\":{\"$ref\":\"x\"}}": the body differs"#
        ),
        Twin(
            #"{"http":"POST /items","json":{"id":7,"at":"2030-01-02"}}"#,
            #"{"sent":{"path":{"$regex":"/it.*"},"json":{"at":{"$date":"date"}},"headers":{"Content-Type":{"$contains":"json"}},"times":{"$type":"integer"}}}"#,
            #"{"sent":{"path":{"$regex":"/ot.*"},"json":{"at":{"$date":"date-time"}},"times":1}}"#,
            #"1:80 sent times expected 1 found 0: another number of requests was sent"#,
            #"1:17 sent path expected {"$regex":"/ot.*"} found "/items": another path was sent"#,
            #"1:49 sent $.at expected {"$date":"date-time"} found "2030-01-02": $.at in the body sent is not a date with a time as in RFC 3339"#
        ),
        Twin(
            item("gone"), #"{"error":{"kind":"statusCode","status":{"$not":404},"body":{"code":{"$type":"integer"}}}}"#,
            #"{"error":{"kind":{"$not":"statusCode"}}}"#,
            #"1:18 error kind expected {"$not":"statusCode"} found "statusCode": the error is of another kind: GET http://127.0.0.1:8080/items/gone: status 410 Gone"#
        ),
    ]

    private static let models = [
        Twin(
            item1, #"{"model":{"id":1.0}}"#, #"{"model":{"id":2,"name":"pen"}}"#,
            "1:16 model $.id expected 2 found 1: $.id in the model differs"),
        Twin(
            item1, #"{"model":{"tags":["a","b"]}}"#, #"{"model":{"tags":["a","c","d"]}}"#,
            "1:18 model $.tags expected 3 found 2: the number of elements of $.tags in the model differs",
            #"1:23 model $.tags[1] expected "c" found "b": $.tags[1] in the model differs"#),
        Twin(
            item1, #"{"model":{"id":1}}"#, #"{"model":{"id":"1"}}"#,
            #"1:16 model $.id expected "1" found 1: the type of $.id in the model differs (a string is expected, a number was sent)"#
        ),
        Twin(
            item1, #"{"model":{"name":"pen"}}"#, #"{"model":{"nick":null}}"#,
            "1:18 model $.nick expected null found nothing: the model has no $.nick"),
        Twin(
            item1, #"{"modelExactly":{"id":1,"name":"pen","tags":["a","b"]}}"#,
            #"{"modelExactly":{"id":1,"name":"pen"}}"#,
            #"1:17 model $.tags expected nothing found ["a","b"]: the model has $.tags, which is not expected"#),
        Twin(
            item("big"), #"{"model":{"id":9007199254740993,"tags":null}}"#, #"{"model":{"id":9007199254740992}}"#,
            "1:16 model $.id expected 9007199254740992 found 9007199254740993: $.id in the model differs"),
        Twin(
            owner, #"{"model":{"login":"octocat","nick":null}}"#, #"{"model":{"login":"octocat","nick":"x"}}"#,
            #"1:36 model $.nick expected "x" found null: the type of $.nick in the model differs"#),
    ]

    private static let values = [
        Twin(
            item1, #"{"values":[{"id":1,"name":"pen"}]}"#, #"{"values":[{"id":2}]}"#,
            "1:18 values $[0].id expected 2 found 1: $[0].id in the list of values differs"),
        Twin(
            item1, #"{"values":[{}]}"#, #"{"values":[{"id":1},{"id":1}]}"#,
            "1:11 values $ expected 2 found 1: the number of elements of $ in the list of values differs"),
        Twin(
            item("gone"), #"{"values":[],"error":{"kind":"statusCode","status":410}}"#,
            #"{"values":[{"id":1}],"error":{"kind":"notJSON"}}"#,
            #"1:38 error kind expected "notJSON" found "statusCode": the error is of another kind: GET http://127.0.0.1:8080/items/gone: status 410 Gone"#,
            "1:11 values $ expected 1 found 0: the number of elements of $ in the list of values differs"),
    ]

    private static let errors = [
        Twin(
            item("gone"), #"{"error":{"kind":"statusCode","status":410,"body":{"message":"gone"}}}"#,
            #"{"error":{"kind":"statusCode","status":404,"body":{"message":"Gone"}}}"#,
            "1:40 error status expected 404 found 410: the status differs",
            #"1:62 error $.message expected "Gone" found "gone": $.message in the body differs"#),
        Twin(
            item("down"), #"{"error":{"kind":"statusCode","body":"try later"}}"#,
            #"{"error":{"kind":"statusCode","body":{"a":1}}}"#,
            #"1:38 error body expected {"a":1} found "try later": the body is no JSON: unknown word try"#),
        Twin(
            item("wrong"),
            #"{"error":{"kind":"modelMismatch","path":"$.id","expected":"integer","found":"string \"1\""}}"#,
            #"{"error":{"kind":"modelMismatch","path":"$.name","expected":"string","found":7}}"#,
            #"1:41 error path expected "$.name" found "$.id": the model does not fit at another place"#,
            #"1:61 error expected expected "string" found "integer": the model needs another type"#,
            #"1:78 error found expected 7 found "string \"1\"": another value stands where the model does not fit"#),
        Twin(
            item("wrong"), #"{"error":{"kind":"modelMismatch","found":"string"}}"#, #"{"error":{"kind":"notJSON"}}"#,
            #"1:18 error kind expected "notJSON" found "modelMismatch": the error is of another kind: GET http://127.0.0.1:8080/items/wrong: the body does not fit the model at $.id: expected integer, found string "1""#
        ),
        Twin(
            item("reset"), #"{"error":{"kind":"network","reason":"reset"}}"#,
            #"{"error":{"kind":"network","reason":"timedOut"}}"#,
            #"1:37 error reason expected "timedOut" found "reset": the reason differs"#),
        Twin(
            item1, #"{"status":200}"#, #"{"error":{"kind":"emptyBody"}}"#,
            #"1:10 error kind expected "emptyBody" found nothing: the call did not fail"#),
        Twin(item("gone"), #"{"status":410}"#, #"{"status":200}"#),
        Twin(
            item("slow").replacing("}}", with: "},\"cancelAfter\":0.05}"), #"{"error":{"kind":"cancelled"}}"#,
            #"{"error":{"kind":"network"}}"#,
            #"1:18 error kind expected "network" found "cancelled": the error is of another kind: cancelled"#),
    ]

    private static let responses = [
        Twin(
            item1, #"{"status":200}"#, #"{"status":201}"#,
            "1:11 status - expected 201 found 200: the status differs"),
        Twin(
            item1, #"{"headers":{"x-a":1,"X-B":"3"}}"#, #"{"headers":{"x-a":"2"}}"#,
            #"1:19 headers x-a expected "2" found "1": x-a differs"#),
        Twin(
            item1, #"{"headers":{"X-B":["2",3]}}"#, #"{"headers":{"X-B":["2"]}}"#,
            #"1:19 headers X-B expected ["2"] found ["2","3"]: X-B differs"#),
        Twin(
            item1, #"{"headers":{"X-C":null}}"#, #"{"headers":{"X-C":"1","X-A":null}}"#,
            #"1:19 headers X-C expected "1" found nothing: there is no X-C"#,
            #"1:29 headers X-A expected nothing found "1": X-A differs"#),
        Twin(
            item1, #"{"json":{"more":{"$literal":{"$ref":"x"}}}}"#, #"{"json":{"more":{"$literal":{"$ref":"y"}}}}"#,
            #"1:37 json $.more['$ref'] expected "y" found "x": $.more['$ref'] in the body differs"#),
        Twin(
            #"{"http":"GET /echo"}"#, #"{"body":"héllo"}"#, #"{"body":"hello"}"#,
            #"1:9 body - expected "hello" found "héllo": the body differs"#),
        Twin(
            #"{"http":"GET /echo"}"#, #"{"status":200}"#, #"{"json":{"a":1}}"#,
            #"1:9 json - expected {"a":1} found "héllo": the body is no JSON: unknown word héllo"#),
        Twin(
            #"{"http":"GET /other"}"#, #"{"status":302,"sent":{"times":1}}"#, #"{"status":200}"#,
            "1:11 status - expected 200 found 302: the status differs"),
        Twin(
            item("late"), #"{"elapsed":{"atLeast":0.3,"atMost":30}}"#, #"{"elapsed":{"atLeast":60}}"#,
            "1:23 elapsed atLeast expected 60 found TIME: the call took too short a time, in seconds"),
        Twin(
            item("late"), #"{"status":200}"#, #"{"elapsed":{"atMost":0.1}}"#,
            "1:22 elapsed atMost expected 0.1 found TIME: the call took too long, in seconds"),
    ]

    private static let post = #"""
        {"http":"POST /echo?a=1&b=2&b=3&c","headers":{"X-A":["1","2"]},"json":{"n":1.0,"t":"x"}}
        """#

    private static let form = #"""
        {"http":"POST /echo","headers":{"Content-Type":"multipart/form-data; boundary=b"},"body":"--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f.json\"\r\nContent-Type: application/json\r\n\r\n{\"n\":1}\r\n--b--\r\n"}
        """#

    private static let sent = [
        Twin(
            post, #"{"sent":{"method":"POST","path":"/echo"}}"#, #"{"sent":{"method":"PUT","path":"/ech"}}"#,
            #"1:19 sent method expected "PUT" found "POST": another method was sent"#,
            #"1:32 sent path expected "/ech" found "/echo": another path was sent"#),
        Twin(
            post, #"{"sent":{"query":{"a":1,"b":["2",3],"c":"","d":null}}}"#,
            #"{"sent":{"query":{"a":"2","b":"4","d":"x","c":null}}}"#,
            #"1:23 sent query.a expected "2" found "1": a differs"#,
            #"1:31 sent query.b expected "4" found ["2","3"]: b differs"#,
            #"1:39 sent query.d expected "x" found nothing: there is no d"#,
            #"1:47 sent query.c expected nothing found "": c differs"#),
        Twin(
            post, #"{"sent":{"headers":{"x-a":"2","content-type":"application/json","X-B":null}}}"#,
            #"{"sent":{"headers":{"x-a":["2","1"]}}}"#,
            #"1:27 sent headers.x-a expected ["2","1"] found ["1","2"]: x-a differs"#),
        Twin(
            post, #"{"sent":{"json":{"n":1},"body":"{\"n\":1.0,\"t\":\"x\"}"}}"#,
            #"{"sent":{"json":{"n":2},"body":"x"}}"#,
            "1:22 sent $.n expected 2 found 1.0: $.n in the body sent differs",
            #"1:32 sent body expected "x" found "{\"n\":1.0,\"t\":\"x\"}": another body was sent"#),
        Twin(
            #"{"http":"GET /echo"}"#, #"{"sent":{"body":""}}"#, #"{"sent":{"json":{}}}"#,
            #"1:17 sent json expected {} found "": the body sent is no JSON: there is no value, the text is empty"#
        ),
        Twin(
            post, #"{"sent":{"method":"GET","times":0}}"#, #"{"sent":{"method":"GET","times":2}}"#,
            "1:33 sent times expected 2 found 0: another number of requests was sent",
            #"1:19 sent method expected "GET" found "POST": another method was sent"#),
        Twin(
            form,
            #"{"sent":{"parts":[{"name":"a","fileName":null,"body":"1"},{"fileName":"f.json","json":{"n":1}}]}}"#,
            #"{"sent":{"parts":[{"name":"b"},{"base64":"eA=="}]}}"#,
            #"1:27 sent $[0].name expected "b" found "a": $[0].name in the form sent differs"#,
            #"1:42 sent $[1].base64 expected "eA==" found "eyJuIjoxfQ==": $[1].base64 in the form sent differs"#),
        Twin(
            post, #"{"sent":{"method":"POST"}}"#, #"{"sent":{"parts":[]}}"#,
            #"1:18 sent parts expected [] found "application/json": what was sent is no form of parts: the content type is not multipart/form-data"#
        ),
        Twin(
            #"{"http":"GET http://127.0.0.1:1/"}"#, #"{"error":{"kind":"network","reason":"refused"}}"#,
            #"{"error":{"kind":"network"},"sent":{"method":"GET"}}"#,
            "1:36 sent - expected nothing found nothing: no request arrived"),
    ]

    @Test(arguments: models + values + errors + responses + sent + matchers)
    func `an expectation that holds passes, and its twin fails with exactly its reason`(twin: Twin) async throws {
        // The twins stand on lines of their own, so that columns are those within the expectation.
        let folder = try ScenarioFolder(
            scenario: """
                {"stubs":[\(Self.stubs)],"steps":[
                {"name":"holds","send":\(twin.send),"expect":
                \(twin.holds)
                },{"name":"fails","send":\(twin.send),"expect":
                \(twin.fails)
                }]}
                """)
        let steps = try #require(try await folder.run().scenarios.first).steps
        #expect(steps[0].status == .passed, "\(steps[0].failures)")
        #expect(steps[1].status == .failed)
        let line = steps[1].location.line + 1
        let failures = steps[1].failures.map { failure in
            let values = [failure.expected, failure.found].map { $0?.rendered(.compact) ?? "nothing" }
            let found = failure.kind == .elapsed ? "TIME" : values[1]
            return "\(failure.location.line - line + 1):\(failure.location.column) \(failure.kind.rawValue) "
                + "\(failure.path ?? "-") expected \(values[0]) found \(found): \(failure.message)"
        }
        if twin.failures.isEmpty {
            #expect(!failures.isEmpty)
        } else {
            #expect(failures == twin.failures)
        }
    }
}
