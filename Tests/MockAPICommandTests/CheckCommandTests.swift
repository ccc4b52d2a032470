import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct CheckCommandTests {
    private static let broken: KeyValuePairs = [
        "stubs/a.json": "{\"request\": \"GET /a\",\n \"respons\": {}}",
        "stubs/deep/b.json": "{\"request\": \"GET /b\", \"response\": {\"status\": \"200\"}}",
        "stubs/good.json": "{\"request\": \"GET /good\", \"response\": {}}",
    ]

    @Test func `good files end with 0 and say how many there are`() async throws {
        let folder = try TemporaryFolder(["stubs/good.json": #"{"request": "GET /good", "response": {}}"#])
        let result = try await CommandProcess.run(["check", "stubs"], folder: folder.path)
        #expect(result.status == 0)
        #expect(result.output == "mockapi: 1 stub, 0 scenarios: no errors\n")
        #expect(result.errors == "")
    }

    @Test func `all errors of all files are told, and the status is 3`() async throws {
        let folder = try TemporaryFolder(Self.broken)
        let result = try await CommandProcess.run(["check", "stubs"], folder: folder.path)
        #expect(result.status == 3)
        #expect(result.output.contains("stubs/a.json:2:2: error: "))
        #expect(result.output.contains("stubs/deep/b.json:1:"))
        #expect(!result.output.contains("good.json"))
        #expect(result.output.hasSuffix("2 errors\n"))
    }

    @Test func `findings can be had as JSON`() async throws {
        let folder = try TemporaryFolder(Self.broken)
        let result = try await CommandProcess.run(["check", "--format=json", "stubs"], folder: folder.path)
        #expect(result.status == 3)
        let report = try JSONValue(parsing: result.output)
        #expect(report["version"] == 1)
        #expect(report["summary"]?["errors"] == 2)
        #expect(report["findings"]?[0]?["file"] == "stubs/a.json")
        #expect(report["findings"]?[0]?["line"] == 2)
        #expect(report["findings"]?[0]?["column"] == 2)
        #expect(report["findings"]?[0]?["severity"] == "error")
    }

    @Test func `stub files and scenario files are told apart and both checked`() async throws {
        let folder = try TemporaryFolder([
            "stubs/good.json": #"{"request": "GET /good", "response": {}}"#,
            "scenarios/good.json": """
            {"stubs": ["../stubs"], "steps": [{"send": {"http": "GET /good"}, "expect": {"status": 200}}]}
            """,
            "scenarios/bad.json": #"{"steps": [{"send": {"http": "GET /good"}, "expcet": {"status": 200}}]}"#,
            "scenarios/unknown.json": #"{"steps": [{"send": {"request": "nobody"}, "expect": {"model": 1}}]}"#,
        ])
        let result = try await CommandProcess.run(["check", "stubs", "scenarios"], folder: folder.path)
        #expect(result.status == 3)
        #expect(result.output.contains("scenarios/bad.json:1:44: error: "), "\(result.output)")
        #expect(result.output.contains("expect"))
        #expect(result.output.contains("nobody"))
        #expect(!result.output.contains("good.json"))
        let good = try await CommandProcess.run(["check", "scenarios/good.json", "stubs"], folder: folder.path)
        #expect(good.output == "mockapi: 1 stub, 1 scenario: no errors\n")
        #expect(good.status == 0)
    }

    @Test func `a path that is not there ends with 3`() async throws {
        let folder = try TemporaryFolder()
        let result = try await CommandProcess.run(["check", "nowhere"], folder: folder.path)
        #expect(result.status == 3)
        #expect(result.output.contains("nowhere"))
    }

    @Test func `a folder without files ends with 5`() async throws {
        let folder = try TemporaryFolder()
        let result = try await CommandProcess.run(["check", folder.path])
        #expect(result.status == 5)
        #expect(result.errors.contains("there are no stub or scenario files"))
    }
}
