import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// Steps that are sent several times, and what is not written though the provider says it.
@Suite struct StubUpdateRefusalTests {
    private static func stub(_ path: String, _ response: String) -> String {
        "{ \"request\": \"GET \(path)\", \"response\": \(response) }\n"
    }

    private static let any = #"{ "request": { "urlPathTemplate": "/{x}", "method": "GET" }, "response": "#

    private static func repeated(_ count: Int, _ expect: String = #"{"status":200}"#) -> String {
        #"{"send":{"http":"GET /i{{iteration}}"},"repeat":\#(count),"expect":\#(expect)}"#
    }

    private static func run(
        _ own: [String], provider: [String], step: String
    ) async throws -> DriftRun {
        try await DriftRun(
            stubs: own.enumerated().map { ("i\($0 + 1).json", stub("/i\($0 + 1)", $1)) },
            provider: provider.enumerated().map { stub("/i\($0 + 1)", $1) }, steps: [step])
    }

    // MARK: Repetitions

    @Test func `each time of a step is compared with the same time on the provider, and its own stub written`()
        async throws
    {
        let own = #"{ "jsonBody": { "a": 1 } }"#
        let run = try await Self.run(
            [own, own, own], provider: [#"{ "jsonBody": { "a": "1" } }"#, #"{ "jsonBody": {} }"#, own],
            step: Self.repeated(3))
        let first = try await run.verify("--update-stubs")
        #expect(first.output.contains("stubs/i1.json:1:58: drift: $.a is of another type"), "\(first.output)")
        #expect(first.output.contains("stubs/i2.json:1:58: drift: $.a is missing"), "\(first.output)")
        #expect(first.output.contains("\n2 drifts between stubs and provider\n"), "\(first.output)")
        #expect(first.output.contains("covered: 3 of 3 stubs"), "\(first.output)")
        #expect(try run.text("i1.json") == Self.stub("/i1", #"{ "jsonBody": { "a": "1" } }"#))
        #expect(try JSONValue(parsing: run.text("i2.json"))["response"] == ["jsonBody": [:]])
        #expect(try run.text("i3.json") == Self.stub("/i3", own))
        #expect(try await run.verify().status == 0)
    }

    @Test func `where the provider fails at one time, the times up to it are compared`() async throws {
        let own = #"{ "jsonBody": { "a": 1 } }"#
        let run = try await Self.run(
            [own, own, own],
            provider: [#"{ "jsonBody": { "a": "1" } }"#, #"{ "status": 404, "jsonBody": { "no": 1 } }"#, "{}"],
            step: Self.repeated(3))
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("\n2 drifts between stubs and provider\n"), "\(result.output)")
        #expect(try run.text("i1.json") == Self.stub("/i1", #"{ "jsonBody": { "a": "1" } }"#))
        #expect(
            try JSONValue(parsing: run.text("i2.json"))["response"] == ["jsonBody": ["no": 1], "status": 404])
        #expect(try run.text("i3.json") == Self.stub("/i3", own))
    }

    @Test func `the stub of another time is never written`() async throws {
        let (one, two) = (#"{ "jsonBody": { "keep": "me" } }"#, #"{ "jsonBody": { "two": 2 } }"#)
        let run = try await Self.run(
            [one, two], provider: [#"{ "jsonBody": { "gone": true } }"#, two],
            step: Self.repeated(2, #"{"status":200,"json":{"gone":{"$absent":true}}}"#))
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("stubs/i1.json:1:"), "\(result.output)")
        #expect(!result.output.contains("stubs/i2.json:1:"), "\(result.output)")
        #expect(try JSONValue(parsing: run.text("i1.json"))["response"] == ["jsonBody": ["gone": true]])
        #expect(try run.text("i2.json") == Self.stub("/i2", two))
    }

    @Test func `one stub that stands for two times that differ is left`() async throws {
        let text = Self.any + #"{ "jsonBody": { "a": 1 } } }"#
        let run = try await DriftRun(
            stubs: [("a.json", text)],
            provider: [
                Self.stub("/i1", #"{ "jsonBody": { "a": "1" } }"#), Self.stub("/i2", #"{ "jsonBody": { "a": 1 } }"#),
            ],
            steps: [Self.repeated(2)])
        let result = try await run.verify("--update-stubs")
        #expect(
            result.output.contains(
                "the provider answers iterations 1 and 2 of scenarios/s.json:2:1 (step 1) differently, and the one stub"
                    + " stubs/a.json:1 stands for both; make it two that tell the requests apart\n"),
            "\(result.output)")
        #expect(!result.output.contains("updated"))
        #expect(try run.text("a.json") == text)
    }

    @Test func `a provider that answers one request differently is told to be brought into a state`() async throws {
        func answer(_ body: String) -> ScriptedPeer.Step {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            return .write("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        let provider = try ScriptedPeer(
            [.readRequest, answer(#"{"a":1}"#)], [.readRequest, answer(#"{"a":"x"}"#)])
        defer { provider.stop() }
        let own = Self.stub("/a", #"{ "jsonBody": { "a": 1 } }"#)
        let folder = try TemporaryFolder([
            "stubs/a.json": own,
            "scenarios/s.json":
                #"{"stubs":["../stubs"],"steps":[{"send":{"http":"GET /a"},"expect":{"status":200}}]}"#,
        ])
        let result = try await CommandProcess.run(
            [
                "verify", "scenarios", "--drift", "--update-stubs", "--repeat", "2", "--jobs", "1", "--base-url",
                provider.baseURL,
            ], folder: folder.path)
        #expect(
            result.output.contains(
                #"the provider answers scenarios/s.json:1:32 (step 1) in scenarios "s (2 of 2)" and "s (1 of 2)""#
                    + " differently, though the request is the same, and the one stub stubs/a.json:1 stands for both;"
                    + " bring the provider into the same state before each\n"),
            "\(result.output)")
        #expect(try folder.text(of: "stubs/a.json") == own)
    }

    // MARK: What is compared

    @Test func `text without a type is not overwritten by JSON that another step contradicts`() async throws {
        let text = Self.any + #"{ "body": "no" } }"#
        let run = try await DriftRun(
            stubs: [("a.json", text)],
            provider: [
                Self.stub("/i1", #"{ "jsonBody": { "a": 1 } }"#), Self.stub("/i2", #"{ "body": "other" }"#),
            ],
            steps: ["/i1", "/i2"].map { #"{"send":{"http":"GET \#($0)"},"expect":{"status":200}}"# })
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("drift: the content is no JSON as the stub sends it"), "\(result.output)")
        #expect(result.output.contains("stands for both"), "\(result.output)")
        #expect(try run.text("a.json") == text)
    }

    @Test func `a list without order takes the provider's elements as a whole`() async throws {
        let own = Self.stub("/a", #"{ "jsonBody": { "x": { "l": [1, 2, 3], "m": [[{ "k": 1 }], [1]] } } }"#)
        let run = try await DriftRun(
            stubs: [("a.json", own)],
            provider: [Self.stub("/a", #"{ "jsonBody": { "x": { "l": [4, 1, 2], "m": [[2], [{ "k": 1 }]] } } }"#)],
            steps: [
                #"{"send":{"http":"GET /a"},"expect":{"json":{"x":{"l":{"$unordered":[1,2,3]},"#
                    + #""m":{"$unordered":[[{"k":1}],[1]]}}}}}"#
            ])
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("drift: $.x.l differs: the stub has [1,2,3], the provider [4,1,2]\n"))
        #expect(result.output.contains("\n2 drifts between stubs and provider\n"), "\(result.output)")
        let written = try JSONValue(parsing: run.text("a.json"))["response"]
        #expect(written == ["jsonBody": ["x": ["l": [4, 1, 2], "m": [[2], [["k": 1]]]]]])
    }

    @Test func `what differs in two ways at one place is two drifts`() async throws {
        let own = Self.stub("/a", #"{ "jsonBody": { "a": "s" } }"#)
        let run = try await DriftRun(
            stubs: [("a.json", own)],
            provider: [
                Self.stub(
                    "/a", #"{ "headers": { "Content-Type": "application/json" }, "body": "{\"a\": 1, \"a\": 2}" }"#)
            ],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"status":200}}"#])
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("drift: $.a is of another type: the stub has \"s\""), "\(result.output)")
        #expect(result.output.contains("drift: $.a is there more than once"), "\(result.output)")
        #expect(result.output.contains("\n2 drifts between stubs and provider\n"))
        #expect(try run.text("a.json") == own)
    }

    @Test func `keys of other scalars are other keys`() async throws {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub("/a", #"{ "jsonBody": {} }"#))],
            provider: [Self.stub("/a", #"{ "jsonBody": { "\u00e9": 1, "e\u0301": 2 } }"#)],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"status":200}}"#])
        let first = try await run.verify("--update-stubs")
        #expect(first.output.contains("\n2 drifts between stubs and provider\n"), "\(first.output)")
        #expect(try JSONValue(parsing: run.text("a.json"))["response"]?["jsonBody"]?.object?.count == 2)
        #expect(try await run.verify().status == 0)
    }

    // MARK: What is not written

    @Test(arguments: ["Content-Encoding", "content-length"])
    func `fields that tell how content is sent are not written`(name: String) async throws {
        let own = Self.stub("/a", #"{ "jsonBody": { "a": 1 }, "headers": { "X": "1" } }"#)
        let other =
            name == "Content-Encoding"
            ? #"{ "jsonBody": { "a": 1 }, "headers": { "Content-Encoding": "x-own" } }"#
            : #"{ "jsonBody": { "a": 1111111 } }"#
        let wanted = name == "Content-Encoding" ? "null" : "7"
        let run = try await DriftRun(
            stubs: [("a.json", own)], provider: [Self.stub("/a", other)],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"headers":{"\#(name)":\#(wanted)}}}"#])
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("not written: the header \(name) "), "\(result.output)")
        #expect(
            result.output.contains("tells how content is sent, and has to fit what the stub sends; change it by hand"),
            "\(result.output)")
        #expect(try run.text("a.json") == own)
    }

    @Test func `content that may still be encoded is not written`() async throws {
        let own = Self.stub("/a", #"{ "jsonBody": { "a": 1 } }"#)
        let run = try await DriftRun(
            stubs: [("a.json", own)],
            provider: [
                Self.stub(
                    "/a",
                    #"{ "headers": { "Content-Type": "application/json", "Content-Encoding": "x-own" }, "base64Body": "iwCA" }"#
                )
            ],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"status":200}}"#])
        let result = try await run.verify("--update-stubs")
        #expect(
            result.output.contains(
                "the provider's content has a \"Content-Encoding\" and is no text, so that it may still be encoded;"
                    + " change it by hand\n"), "\(result.output)")
        #expect(!result.output.contains("updated"))
        #expect(try run.text("a.json") == own)
    }

    @Test func `after an interrupt nothing is written`() async throws {
        let text = Self.any + #"{ "jsonBody": { "a": "s" } } }"#
        let run = try await DriftRun(
            stubs: [("a.json", text)],
            provider: [
                Self.stub("/x", #"{ "jsonBody": { "a": 1 } }"#),
                Self.stub("/y", #"{ "jsonBody": { "a": "s" }, "fixedDelayMilliseconds": 600000 }"#),
            ],
            steps: ["/x", "/y"].map { #"{"send":{"http":"GET \#($0)"},"expect":{"status":200}}"# })
        let result = try await run.interruptedVerify(after: "/x", "--update-stubs")
        #expect(result.status == 130, "\(result.output)\(result.errors)")
        #expect(
            result.output.contains(
                "warning: no stub is written: the run was interrupted before all answers were compared;"
                    + " run it again to its end\n"), "\(result.output)")
        #expect(!result.output.contains("updated"), "\(result.output)")
        #expect(try run.text("a.json") == text)
    }

    @Test func `what no stub says is told as what the scenario expects, at its line`() async throws {
        let response = #"{ "jsonBody": { "a": 1 }, "fixedDelayMilliseconds": "#
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub("/a", #"{ "jsonBody": { "a": 1 } }"#))],
            provider: [Self.stub("/a", response + "4000 }")],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"status":200,"elapsed":{"atMost":3}}}"#])
        let result = try await run.verify("--update-stubs", "--report-json", "r.json")
        #expect(
            result.output.contains("scenarios/s.json:2:70: drift: the step fails on the provider: "),
            "\(result.output)")
        #expect(result.output.contains(": expected 3, found 4."), "\(result.output)")
        #expect(!result.output.contains("the stub has"), "\(result.output)")
        let drift = try JSONValue(parsing: run.folder.text(of: "r.json"))["drift"]?[0]
        #expect(drift?["part"] == "outcome")
        #expect(drift?["expected"] == 3)
        #expect(drift?["stub"] == nil)
    }
}
