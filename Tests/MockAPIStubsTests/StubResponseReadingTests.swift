import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct StubResponseReadingTests {
    private func plan(_ response: String, lenient: Bool = false) throws -> ResponsePlan {
        try Stub(
            parsing: #"{"request": {}, "response": \#(response)}"#, options: StubReadingOptions(isLenient: lenient)
        ).response
    }

    private func text(_ plan: ResponsePlan) -> String {
        String(decoding: plan.response.body.bytes ?? [], as: UTF8.self)
    }

    @Test func `a response has a status, a reason, header fields and a body`() throws {
        let plan = try plan(
            #"""
            {"status": 201, "statusMessage": "Made", "body": "hé",
             "headers": {"X-One": "1", "Set-Cookie": ["a=1; Path=/", "b=2"], "Empty": ""}}
            """#)
        #expect(plan.response.status == 201)
        #expect(plan.response.reason == "Made")
        #expect(
            plan.response.headers == ["X-One": "1", "Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2", "Empty": ""])
        #expect(text(plan) == "hé")
        #expect(plan.isPlain)
    }

    @Test func `a response without keys is an empty 200`() throws {
        for response in [try plan("{}").response, try Stub(parsing: #"{"request": {}}"#).response.response] {
            #expect(response.status == 200)
            #expect(response.headers.isEmpty)
            #expect(response.body.bytes == [])
        }
    }

    @Test func `a JSON body keeps number literals and key order, and says what it is`() throws {
        let plan = try plan(#"{"jsonBody": {"z": 1.10, "a": [1e2, 12345678901234567890, null], "t": "\u00e9"}}"#)
        #expect(text(plan) == #"{"z":1.10,"a":[1e2,12345678901234567890,null],"t":"é"}"#)
        #expect(plan.response.headers == ["Content-Type": "application/json"])
        #expect(text(try self.plan(#"{"jsonBody": null}"#)) == "null")
    }

    @Test func `a JSON body leaves a Content-Type alone, and the lenient reader adds none`() throws {
        let own = try plan(#"{"jsonBody": 1, "headers": {"content-type": "text/x"}}"#)
        #expect(own.response.headers == ["content-type": "text/x"])
        #expect(try plan(#"{"jsonBody": 1}"#, lenient: true).response.headers.isEmpty)
    }

    @Test func `a Base64 body becomes bytes`() throws {
        #expect(try plan(#"{"base64Body": "AP+A"}"#).response.body.bytes == [0x00, 0xFF, 0x80])
    }

    @Test func `delays, faults and pacing are read`() throws {
        #expect(try plan(#"{"fixedDelayMilliseconds": 1500}"#).delay == .milliseconds(1500))
        #expect(try plan(#"{"fixedDelayMilliseconds": 0}"#).isPlain)
        #expect(try plan(#"{"fault": "EMPTY_RESPONSE"}"#).fault == .emptyResponse)
        #expect(try plan(#"{"truncateAfter": 3}"#).truncateAfter == 3)
        #expect(try plan(#"{"stallAfter": 0}"#).stallAfter == 0)
        #expect(try plan(#"{"bytesPerSecond": 2000}"#).bytesPerSecond == 2000)
    }

    @Test(arguments: [
        (
            #""status": "200""#, 25,
            #""status" must be an integer from 100 to 999, found string "200"; write 200 without quotes"#
        ),
        (#""status": 99"#, 25, #""status" must be an integer from 100 to 999, found number 99"#),
        (#""status": 200.5"#, 25, #""status" must be an integer from 100 to 999, found number 200.5"#),
        (#""status": 1e400000000"#, 25, #""status" must be an integer from 100 to 999, found number 1e400000000"#),
        (#""status": null"#, 25, #""status" must be an integer from 100 to 999, found null"#),
        (#""status": 0"#, 25, #""status" must be an integer from 100 to 999, found number 0"#),
        (#""staus": 200"#, 15, #"unknown key "staus"; did you mean "status"?"#),
        (#""method": "GET""#, 15, #"unknown key "method"; it belongs into a request"#),
        (#""statusMessage": "a\nb""#, 32, #""statusMessage" holds control characters; keep it to one line"#),
        (#""headers": ["a"]"#, 26, #""headers" must be an object, found an array"#),
        (
            #""headers": {"X": 5}"#, 32,
            #"the value of header "X" must be a string or a list of strings, found number 5; write "5""#
        ),
        (
            #""headers": {"X": ["a", true]}"#, 38,
            #"the value of header "X" must be a string or a list of strings, found true; write "true""#
        ),
        (
            #""headers": {"X": "a\r\nEvil: 1"}"#, 32,
            #"the value of header "X" holds a line break; write several values as a list of strings"#
        ),
        (#""headers": {"X": "a\u0000"}"#, 32, #"the value of header "X" holds a control character; remove it"#),
        (
            #""headers": {"X\n": "a"}"#, 27,
            ##""X\n" is no header name; names have letters, digits and any of !#$%&'*+-.^_`|~"##
        ),
        (#""body": 7"#, 23, #""body" must be a string, found number 7; write "7""#),
        (
            #""body": {"data": "x"}"#, 23,
            #"an object as "body" is not supported yet; use "jsonBody" for a JSON document"#
        ),
        (#""base64Body": "%%%""#, 29, #""base64Body" is no Base64; use A-Z a-z 0-9 + / and = at the end"#),
        (#""body": "a", "jsonBody": 1"#, 28, #"several contents: "body" and "jsonBody"; keep one of them"#),
        (
            #""fixedDelayMilliseconds": -1"#, 41,
            #""fixedDelayMilliseconds" must be an integer from 0 to 2147483647, found number -1"#
        ),
        (
            #""fault": "EMPTY_RESPONS""#, 24,
            #"unknown fault "EMPTY_RESPONS"; did you mean "EMPTY_RESPONSE"?"#
        ),
        (
            #""fault": "BOOM""#, 24,
            #"unknown fault "BOOM"; there are CONNECTION_RESET_BY_PEER, EMPTY_RESPONSE, MALFORMED_RESPONSE_CHUNK, "#
                + "RANDOM_DATA_THEN_CLOSE"
        ),
        (
            #""fault": {"type": "EMPTY_RESPONSE", "probability": 0.1}"#, 24,
            "a fault with a probability is not supported yet; write the fault's name alone"
        ),
        (#""bytesPerSecond": 0"#, 33, #""bytesPerSecond" must be an integer from 1 to 2147483647, found number 0"#),
        (
            #""truncateAfter": 1, "stallAfter": 2"#, 35,
            #""truncateAfter" and "stallAfter" exclude each other; keep one of them"#
        ),
        (
            #""delayDistribution": {"type": "uniform"}"#, 15,
            #""delayDistribution" is not supported yet; use "fixedDelayMilliseconds""#
        ),
        (#""transformers": ["response-template"]"#, 15, #""transformers" is not supported yet"#),
        (
            #""transformers": ["response-template"], "bodyFileName": "{{x}}""#, 15,
            #""transformers" is not supported yet"#
        ),
        (
            #""bodyFileName": "a.json""#, 31,
            #"there is no body file "a.json": no __files folder; put it into a __files folder beside this file or above it"#
        ),
        (#""status": 200, "status": 201"#, 30, #"duplicate key "status"; keep one of them"#),
    ])
    func `what is wrong with a response is said at its place`(members: String, column: Int, message: String) {
        #expect(responseFindings(members) == [":1:\(column): error: \(message)"])
    }

    @Test func `the lenient reader reads an ambiguous response as WireMock does and warns`() throws {
        let json = #"""
            {"response": {"status": 0, "status": 0, "body": "text", "base64Body": "eA==", "jsonBody": {"a": 1},
              "headers": {"X": 5, "Y": "1", "Y": "2"}, "fixedDelayMilliseconds": null, "staus": 1}}
            """#
        let loaded = StubLoader.read(json, options: .lenient)
        #expect(
            loaded.findings.map(\.description) == [
                #":1:28: warning: duplicate key "status"; the last one is read"#,
                #":1:38: warning: "status" 0 is read as 200"#,
                #":1:57: warning: several contents: "body" and "base64Body" and "jsonBody"; "jsonBody" is read"#,
                #":2:20: warning: the value of header "X" is read as string "5""#,
                #":2:33: warning: duplicate key "Y"; the last one is read"#,
                #":2:70: warning: "fixedDelayMilliseconds" is null and is read as if it were absent"#,
                #":2:76: warning: unknown key "staus"; did you mean "status"?"#,
            ])
        let plan = try #require(loaded.stubs.first).response
        #expect(plan.response.status == 200)
        #expect(text(plan) == #"{"a":1}"#)
        #expect(plan.response.headers == ["X": "5", "Y": "2"])
        #expect(plan.isPlain)
    }
}
