import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// What `verify --drift` neither tells nor writes, and what it remembers.
@Suite struct DriftSecretTests {
    private static let step = #"{"send":{"http":"GET /a"},"expect":{"json":{"$any":true}}}"#

    private static func stub(_ response: String) -> String { #"{"request":"GET /a","response":\#(response)}"# }

    @Test(arguments: [
        // A secret as a key, in the reason, and in the type of the content.
        (#"{"jsonBody":{"a":1}}"#, #"{"jsonBody":{"a":1,"hush-hush":1}}"#),
        (
            #"{"statusMessage":"Good","jsonBody":{"a":1}}"#,
            #"{"status":201,"statusMessage":"hush-hush","jsonBody":{"a":1}}"#
        ),
        (#"{"jsonBody":{"a":1}}"#, #"{"headers":{"Content-Type":"text/html; x=hush-hush"},"body":"<p>"}"#),
        // The values of names that reports leave out.
        (#"{"jsonBody":{"a":1}}"#, #"{"jsonBody":{"a":1,"pin":"hush-hush"}}"#),
        (#"{"jsonBody":{"pin":{"x":1}}}"#, #"{"jsonBody":{"pin":{"x":["hush-hush"]}}}"#),
        (#"{"jsonBody":{"pin":[1]}}"#, #"{"jsonBody":{"pin":["hush-hush"]}}"#),
        (#"{"jsonBody":[1]}"#, #"{"jsonBody":[{"pin":"hush-hush"}]}"#),
    ])
    func `what reports leave out is neither told nor written`(own: String, other: String) async throws {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(own))], provider: [Self.stub(other)], steps: [Self.step])
        let isNamed = other.contains("pin")
        let hidden = isNamed ? ["--redact", "PIN"] : ["--secret", "k=hush-hush"]
        let result = try await run.verify("--update-stubs", "--report-json", "r.json", hidden[0], hidden[1])
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains("holds what reports leave out"), "\(result.output)")
        #expect(!result.output.contains("hush-hush"), "\(result.output)")
        #expect(!(try run.folder.text(of: "r.json")).contains("hush-hush"))
        #expect(try run.text("a.json") == Self.stub(own))
    }

    @Test func `a cookie that a step asks for is not written`() async throws {
        let own = Self.stub(#"{"jsonBody":{}}"#)
        let run = try await DriftRun(
            stubs: [("a.json", own)],
            provider: [Self.stub(#"{"headers":{"Set-Cookie":"sid=topsecret"},"jsonBody":{}}"#)],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"headers":{"Set-Cookie":null}}}"#])
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("holds what reports leave out"), "\(result.output)")
        #expect(!result.output.contains("topsecret"), "\(result.output)")
        #expect(try run.text("a.json") == own)
    }

    @Test func `below a hidden key nothing of a value is shown, whether or not there is a provider`() async throws {
        let folder = try TemporaryFolder([
            "scenarios/s.json": #"""
            {"stubs":[{"request":"GET /a","response":{"jsonBody":{"o":{"pin":["hush-hush",{"v":"hush-hush"}]}}}}],
             "steps":[{"send":{"http":"GET /a"},"expect":{"json":{"o":{"pin":["x",{"v":"y"}]}}}}]}
            """#
        ])
        let result = try await CommandProcess.run(
            ["verify", "--redact", "pin", "--report-json", "r.json"], folder: folder.path)
        #expect(result.status == 1)
        #expect(result.output.contains("$.o.pin[0]"), "\(result.output)")
        #expect(!result.output.contains("hush-hush"), "\(result.output)")
        #expect(!(try folder.text(of: "r.json")).contains("hush-hush"))
    }

    @Test func `a step that fails on the provider is remembered, and one that only differs is not`() async throws {
        let stub = Self.stub(#"{"jsonBody":{"a":1}}"#)
        let differing = try await DriftRun(
            stubs: [("a.json", stub)], provider: [Self.stub(#"{"jsonBody":{"a":"x"}}"#)], steps: [Self.step])
        #expect(try await differing.verify().status == 1)
        #expect(!FileManager.default.fileExists(atPath: differing.folder.path(of: ".mockapi")))

        let asking = #"{"send":{"http":"GET /a"},"expect":{"json":{"a":1}}}"#
        let failing = try await DriftRun(
            stubs: [("a.json", stub)], provider: [Self.stub(#"{"jsonBody":{"a":"x"}}"#)],
            steps: [Self.step, asking, Self.step])
        #expect(try await failing.verify().status == 1)
        let again = try await failing.verify("--last-failed")
        #expect(again.errors == "")
        #expect(again.output.contains("1 scenario, 2 steps"), "\(again.output)")
    }
}
