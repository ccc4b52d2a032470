import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// Signals to `verify`, and a standard output that nobody reads, on the built executable.
@Suite struct VerifySignalTests {
    @Test func `a second signal ends the teardown, and all reports are written`() async throws {
        let peer = try ScriptedPeer(
            [.readRequest, EndingEarlyTests.answer, .close], [.readRequest, .waitForClose],
            [.readRequest, .waitForClose])
        defer { peer.stop() }
        let folder = try TemporaryFolder([
            "s.json": #"""
            {"steps":[{"send":{"http":"GET \#(peer.baseURL)/1"},"expect":{"status":200}},
                      {"send":{"http":"GET \#(peer.baseURL)/2"},"expect":{"status":200}}],
             "teardown":[{"send":{"http":"GET \#(peer.baseURL)/undo"},"expect":{"status":200}}]}
            """#
        ])
        let process = try CommandProcess(
            ["verify", "s.json", "--report-json", "r.json", "--report-junit", "r.xml", "--report-html", "r.html"],
            folder: folder.path)
        try await peer.waitForConnections(2)
        process.signal(SIGINT)
        try await peer.waitForConnections(3)
        process.signal(SIGTERM)
        let result = try await process.end()
        #expect(result.status == 130)
        #expect(result.output.contains("skipped s.json: s (3 steps, 2 skipped"), "\(result.output)")
        #expect(result.output.contains("1 scenario, 3 steps: 1 passed, 0 failed, 2 skipped, interrupted"))
        let report = try JSONValue(parsing: try folder.text(of: "r.json"))
        #expect(report["scenarios"]?[0]?["steps"]?[2]?["reason"] == "interrupted")
        #expect(try folder.text(of: "r.xml").contains("skipped=\"2\""))
        #expect(try folder.text(of: "r.html").contains("It was interrupted."))
    }

    @Test(arguments: [#""given":["x"],"steps":[{"#, #""steps":[{"given":["x"],"#])
    func `an interrupt while a state is being set up is no failure`(members: String) async throws {
        let peer = try ScriptedPeer([.readRequest, .waitForClose])
        defer { peer.stop() }
        let folder = try TemporaryFolder([
            "s.json": #"{\#(members)"send":{"http":"GET /"},"expect":{"status":200}}]}"#
        ])
        let process = try CommandProcess(
            ["verify", "s.json", "--base-url", peer.baseURL, "--state-url", "\(peer.baseURL)/states"],
            folder: folder.path)
        try await peer.waitForBytes(1)
        process.signal(SIGINT)
        let result = try await process.end()
        #expect(result.status == 130)
        #expect(result.output.contains("  skipped: step 1: interrupted\n"), "\(result.output)")
        #expect(result.output.contains("1 scenario, 1 step: 0 passed, 0 failed, 1 skipped, interrupted"))
    }

    @Test(arguments: [200, 201])
    func `reports are written where nobody reads the output`(status: Int) async throws {
        let folder = try TemporaryFolder([
            "scenarios/s.json":
                #"{"stubs":[{"request":"GET /","response":{}}],"steps":[{"send":{"http":"GET /"},"expect":{"status":\#(status)}}]}"#
        ])
        let process = Process()
        process.executableURL = CommandProcess.executable
        process.arguments = ["verify", "--report-json", "r.json"]
        process.currentDirectoryURL = folder.url
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        process.standardOutput = pipe.fileHandleForWriting
        process.standardError = pipe.fileHandleForWriting
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == (status == 200 ? 0 : 1))
        let report = try JSONValue(parsing: try folder.text(of: "r.json"))
        #expect(report["summary"]?["steps"] == 1)
    }
}
