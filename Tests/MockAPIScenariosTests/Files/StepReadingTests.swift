import MockAPICore
import MockAPIScenarios
import MockAPITestSupport
import Testing

/// What is wrong with the ways in which steps run, with what they send and with what they capture.
@Suite struct StepReadingTests {
    private func findings(_ rest: String, files: [String] = []) throws -> [String] {
        let folder = try ScenarioFolder(scenario: "{\"variables\":{\"user\":\"u\",\"n\":7},\n\(rest)}")
        for file in files { try folder.folder.write("x", to: file) }
        return folder.findings().map { $0.replacing("s.json:2:", with: "") }
    }

    private func findings(step: String, files: [String] = []) throws -> [String] {
        try findings("\"steps\":[\(step)]", files: files)
    }

    private static let step = #"{"send":{"http":"GET /"},"expect":{"status":1}}"#

    @Test(arguments: [
        (#""setup":[],"steps":[S]"#, [#"9: error: "setup" is empty; add a step"#]),
        (#""skip":" ","steps":[S]"#, [#"8: error: "skip" needs a reason; say why"#]),
        (#""skip":true,"steps":[S]"#, [#"8: error: "skip" must be a string, found true"#]),
        (#""given":[],"steps":[S]"#, [#"9: error: "given" is empty"#]),
        (
            #""given":["a",1,{"nme":"b"},{"name":"c","parameters":1}],"steps":[S]"#,
            [
                "14: error: a provider state must be an object, found number 1",
                #"16: error: a provider state needs "name""#,
                #"17: error: unknown key "nme" in a provider state; did you mean "name"?"#,
                #"53: error: "parameters" must be an object, found number 1"#,
            ]
        ),
        (
            #""teardown":[{"send":{"http":"GET /{{x}}"},"expect":{"status":1}}],"steps":[S]"#,
            [
                #"29: error: unknown variable "x" in teardown step 1; did you mean "n"?"#
            ]
        ),
        (
            #""steps":[{"parallel":[S]}]"#,
            [#"22: error: "parallel" needs two steps or more; write a single step without it"#]
        ),
        (
            #""steps":[{"parallel":[S,S],"expect":{}}]"#,
            [
                #"120: error: unknown key "expect" in a parallel group; a parallel group can have "name", "skip", "given", "stubs", "client", "parallel""#
            ]
        ),
        (
            #""steps":[{"parallel":[S,{"parallel":[S,S]}]}]"#,
            [
                #"83: error: a parallel group cannot stand in another one; move its steps out of it"#
            ]
        ),
    ])
    func `mistakes around steps are said at their places`(_ rest: String, _ expected: [String]) throws {
        let found = try findings(rest.replacing("S", with: Self.step))
        #expect(Array(found.prefix(expected.count)) == expected)
    }

    @Test(arguments: [
        (#""repeat":0"#, #""repeat" must be a whole number from 1 to 100000, found number 0"#),
        (#""repeat":1.5"#, #""repeat" must be a whole number from 1 to 100000, found number 1.5"#),
        (#""repeat":"{{user}}""#, #""repeat" must be a whole number from 1 to 100000, found string "u""#),
        (#""eventually":{}"#, #""eventually" needs "within""#),
        (#""eventually":{"within":-1}"#, #""within" must be from 0 to 86400 seconds"#),
        (
            #""eventually":{"within":1,"every":2}"#,
            #""every" is more than "within", so there would be no second attempt in time"#
        ),
        (#""eventually":5"#, #""eventually" must be an object, found number 5"#),
        (#""capture":{"a":1}"#, #""a" must be a JSON path or an object, found number 1"#),
        (#""capture":{"a":{}}"#, #"a capture needs "from""#),
        (#""capture":{"a":{"from":"header"}}"#, #"nothing can be captured from "header"; did you mean "headers"?"#),
        (#""capture":{"a":{"from":"headers"}}"#, #"a capture from "headers" needs "name""#),
        (#""capture":{"a":{"from":"status","path":"$"}}"#, #""path" cannot go with "status""#),
        (#""capture":{"a":{"from":"body","name":"x"}}"#, #""name" cannot go with "body""#),
        (#""capture":{"a":{"from":"model"}}"#, #"a plain request has no model; use "body""#),
    ])
    func `mistakes of a step are told`(_ member: String, _ message: String) throws {
        let found = try findings(step: "{\(member),\(Self.step.dropFirst())")
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(": error: \(message)") == true, "\(found)")
    }

    @Test(arguments: [
        (#""form":{"a":null}"#, #"the value of "a" in "form" cannot be null"#),
        (#""form":{"a":{"$type":"string"}}"#, #"the value of "a" in "form" cannot be an object"#),
        (#""form":[1]"#, #""form" must be an object, found an array"#),
        (#""json":1,"form":{}"#, #""form" cannot go with "json""#),
        (#""multipart":[{"body":"x"}]"#, #"a part to send needs "name""#),
        (
            #""multipart":[{"name":"x","body":"x","json":1}]"#,
            #"a part to send needs one of "body", "json", "base64" and "file""#
        ),
        (#""multipart":[{"name":"x","base64":"?"}]"#, #""?" is no Base64"#),
        (#""file":"gone.txt""#, "there is no file gone.txt; paths are relative to the scenario file"),
        (#""file":"{{user}}.txt""#, "there is no file u.txt; paths are relative to the scenario file"),
        (
            #""multipart":[{"name":"x","file":"gone.txt"}]"#,
            "there is no file gone.txt; paths are relative to the scenario file"
        ),
    ])
    func `mistakes of what is sent are told`(_ member: String, _ message: String) throws {
        let found = try findings(step: "{\"send\":{\"http\":\"POST /\",\(member)},\"expect\":{\"status\":1}}")
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix(": error: \(message)") == true, "\(found)")
    }

    @Test func `a file beside the scenario is found, a folder is none`() throws {
        let file = #"{"send":{"http":"POST /","file":"parts/{{user}}.bin"},"expect":{"status":1}}"#
        #expect(try findings(step: file, files: ["parts/u.bin"]) == [])
        let folder = #"{"send":{"http":"POST /","file":"parts"},"expect":{"status":1}}"#
        let found = try findings(step: folder, files: ["parts/u.bin"])
        #expect(found.count == 1)
        #expect(found[0].contains("parts is a folder"), "\(found)")
    }

    @Test func `a content of its own cannot go with a request of the catalog`() throws {
        let found = try findings(
            step: #"{"send":{"request":"shop.owner","form":{},"file":"x"},"expect":{"status":1}}"#)
        #expect(
            found.map { $0.drop { $0 != ":" } } == [
                #": error: "form" cannot go with "request""#, #": error: "file" cannot go with "request""#,
            ])
    }

    @Test func `the number of the iteration is a variable of a repeated step alone`() throws {
        let send = #""send":{"http":"GET /{{iteration}}"},"expect":{"status":1}"#
        #expect(try findings(step: #"{"repeat":2,\#(send)}"#) == [])
        let found = try findings(step: #"{"repeat":2,\#(send)},{\#(send)}"#)
        #expect(found.count == 1)
        #expect(found[0].contains("unknown variable \"iteration\" in step 2"), "\(found)")
    }

    @Test
    func `steps of one group do not have what the others capture, and what is theirs together stands beside them`()
        throws
    {
        let found = try findings(
            step: #"""
                {"parallel":[
                {"send":{"http":"GET /"},"capture":{"x":"$.x"}},
                {"send":{"http":"GET /{{x}}"},"capture":{"x":"$.y"}},
                {"send":{"http":"GET /"},"stubs":[],"given":["a"],"expect":{"status":1}}]},
                {"send":{"http":"GET /{{x}}"},"expect":{"status":1}}
                """#)
        #expect(
            found == [
                #"s.json:4:17: error: unknown variable "x" in step 2; did you mean "n"?"#,
                #"s.json:4:42: error: "x" is captured by step 1 of the same group, too; use another name"#,
                #"s.json:5:34: error: a step of a parallel group cannot have "stubs" of its own; all of them meet the same server; move it beside "parallel""#,
                #"s.json:5:45: error: a step of a parallel group cannot have "given" of its own; all of them meet the same server; move it beside "parallel""#,
            ])
    }

    @Test func `variables that double are stopped before they fill the memory`() throws {
        let doubling = (1...60).map { "\"v\($0)\":\"{{v\($0 - 1)}}{{v\($0 - 1)}}\"" }.joined(separator: ",")
        let folder = try ScenarioFolder(
            scenario: "{\"variables\":{\"v0\":\"0123456789\",\(doubling)},\n\"steps\":[\(Self.step)]}")
        let found = folder.findings()
        #expect(found.count == 1)
        #expect(
            found.first?.hasSuffix("the value of \"v20\" is larger than 8 MiB; it holds other variables too often")
                == true)
    }
}
