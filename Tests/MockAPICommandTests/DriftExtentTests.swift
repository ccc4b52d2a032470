import Foundation
import MockAPICore
import MockAPIServer
import MockAPITestSupport
import Testing

/// How much of a run was compared with the provider, and what is said where that is not all.
@Suite struct DriftExtentTests {
    private static let get = #"{"send":{"http":"GET /a"},"expect":{"status":200}}"#
    private static let post = #"{"send":{"http":"POST /b"},"expect":{"status":200}}"#
    private static let given = #"{"given":["x"],"send":{"http":"GET /a"},"expect":{"status":200}}"#

    private func verify(_ members: String, _ arguments: String...) async throws -> CommandProcess.Result {
        let provider = MockServer()
        try provider.add(json: #"{"request":"GET /a","response":{}}"#)
        try provider.start()
        let folder = try TemporaryFolder([
            "scenarios/s.json":
                #"{"stubs":[{"request":"GET /a","response":{}},{"request":"POST /b","response":{}}],\#(members)}"#
        ])
        var result = try await CommandProcess.run(
            ["verify", "--drift", "--base-url", provider.baseURL.absoluteString, "--report-json", "r.json"] + arguments,
            folder: folder.path)
        await provider.stop()
        let report = try JSONValue(parsing: try folder.text(of: "r.json"))
        result.output += report["provider"]?["compared"]?.integer.map { "\($0) compared\n" } ?? ""
        return result
    }

    @Test(
        arguments: [
            #""steps":[\#(post)]"#, #""steps":[\#(given)]"#, #""given":["x"],"steps":[\#(get)]"#,
            #""setup":[\#(post)],"steps":[\#(get)]"#,
        ])
    func `where nothing was compared, there is no word of no drift`(members: String) async throws {
        let result = try await verify(members)
        #expect(result.status == 5, "\(result.output)\(result.errors)")
        #expect(result.output.contains("\nnothing was compared\n"), "\(result.output)")
        #expect(!result.output.contains("no drift"))
        #expect(result.output.contains("0 compared\n"))
        #expect(
            result.errors
                == "mockapi: error: nothing was compared, since no step that passed on stubs was sent to the provider\n"
        )
        #expect(try await verify(members, "--allow-empty").status == 0)
    }

    @Test func `where a part was compared, it is said how many steps that were`() async throws {
        let part = try await verify(#""steps":[\#(Self.get),\#(Self.post),\#(Self.given)]"#)
        #expect(part.status == 0, "\(part.output)\(part.errors)")
        #expect(part.output.contains("no drift (1 of 3 steps compared)\n"), "\(part.output)")
        #expect(part.output.contains("1 compared\n"))
        let all = try await verify(#""steps":[\#(Self.get)]"#)
        #expect(all.output.contains("no drift\n"), "\(all.output)")
        let drifted = try await verify(#""steps":[\#(Self.get),\#(Self.post)]"#, "--allow-writes")
        #expect(drifted.status == 1)
        #expect(drifted.output.contains("drift between stubs and provider\n"), "\(drifted.output)")
    }

    @Test func `a state of a scenario that cannot be set up on the provider is drift`() async throws {
        let result = try await verify(#""given":["x"],"steps":[\#(Self.get)]"#, "--state-url", "http://127.0.0.1:1/x")
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        #expect(result.output.contains("could not be set up"), "\(result.output)")
        #expect(result.output.contains("1 drift between stubs and provider (0 of 1 step compared)"), "\(result.output)")
    }
}
