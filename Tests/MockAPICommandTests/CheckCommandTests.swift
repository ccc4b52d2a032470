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

    @Test func `answers that no model can be made of are told in each form`() async throws {
        let folder = try TemporaryFolder([
            "stubs/a.json": "{\"request\": \"GET /user\",\n \"response\": {\"jsonBody\": {\"id\": 1}}}",
            "stubs/b.json": #"{"request": "GET /driver", "response": {"jsonBody": {"id": 1, "name": "x"}}}"#,
        ])
        let place =
            "stubs/a.json:2:27: error: baidu.user cannot decode this answer: $.name: expected string, found nothing"
        let text = try await CommandProcess.run(["check", "--models", "stubs"], folder: folder.path)
        #expect(text.status == 3)
        #expect(text.output.contains(place), "\(text.output)")
        #expect(text.output.contains("mockapi: no stub here answers with the model of baidu.manager, "))
        #expect(text.output.hasSuffix("mockapi: 2 stubs, 0 scenarios, 3 answers decoded: 2 errors\n"), "\(text.output)")
        let json = try await CommandProcess.run(
            ["check", "--models", "--format", "json", "stubs"], folder: folder.path)
        let report = try JSONValue(parsing: json.output)
        #expect(report["models"]?["answers"] == 3)
        #expect(report["models"]?["unreached"]?[0] == "baidu.manager")
        #expect(report["findings"]?[0]?["line"] == 2)
        let github = try await CommandProcess.run(
            ["check", "--models", "--format", "github", "stubs"], folder: folder.path)
        #expect(github.output.contains("::error file=stubs/a.json,line=2,col=27"), "\(github.output)")
        let plain = try await CommandProcess.run(["check", "stubs"], folder: folder.path)
        #expect(plain.output == "mockapi: 2 stubs, 0 scenarios: no errors\n")
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

    private static let doubtful: KeyValuePairs = [
        "stubs/a.json": #"{"request": {"urlPathPattern": "/(a+)+b"}, "response": {}}"#,
        "stubs/b.json": """
        {"request": "GET /b",
         "response": {"headers": {"content-type": "text/plain"}, "jsonBody": {}}}
        """,
        "stubs/__files/unused.txt": "",
    ]

    @Test func `what is doubtful is told in the order of files, and the status stays 0`() async throws {
        let folder = try TemporaryFolder(Self.doubtful)
        let result = try await CommandProcess.run(["check", "stubs"], folder: folder.path)
        #expect(result.status == 0)
        #expect(
            result.output == #"""
                stubs/a.json:1:32: warning: the regular expression "/(a+)+b" repeats a repetition at character 2, so a match may take very long; leave one of them out: (a+)+ matches what a+ does
                stubs/b.json:2:43: warning: "jsonBody" is sent as "text/plain"; write "application/json", or use "body"
                stubs/__files/unused.txt:1:1: warning: no stub names this body file; remove it, or name it as "bodyFileName"
                mockapi: 2 stubs, 0 scenarios: no errors, 3 warnings

                """#)
    }

    @Test func `with --strict warnings are errors`() async throws {
        let folder = try TemporaryFolder(Self.doubtful)
        let result = try await CommandProcess.run(["check", "stubs", "--strict"], folder: folder.path)
        #expect(result.status == 3)
        #expect(result.output.contains("stubs/b.json:2:43: error: "))
        #expect(!result.output.contains("warning"))
        #expect(result.output.hasSuffix("3 errors\n"))
        let report = try await CommandProcess.run(
            ["check", "stubs", "--strict", "--format", "json"], folder: folder.path)
        #expect(report.status == 3)
        #expect(try JSONValue(parsing: report.output)["summary"]?["warnings"] == 0)
    }

    @Test func `findings can be had as annotations of a GitHub workflow, their texts escaped`() async throws {
        let folder = try TemporaryFolder([
            "stubs/50%,a:b.json": #"{"request": "GET /a", "respons%\n": {}}"#,
            "stubs/c.json": #"{"request": "GET /c", "response": {"headers": {"Content-Type": "a/b"}, "jsonBody": 1}}"#,
        ])
        let result = try await CommandProcess.run(["check", "stubs", "--format", "github"], folder: folder.path)
        #expect(result.status == 3)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("::error file=stubs/50%25%2Ca%3Ab.json,line=1,col=23::unknown key "), "\(lines)")
        #expect(lines[0].contains("respons%25"))
        #expect(
            lines[1] == #"::warning file=stubs/c.json,line=1,col=64::"jsonBody" is sent as "a/b"; "#
                + #"write "application/json", or use "body""#)
        #expect(lines[2] == "mockapi: 1 stub, 0 scenarios: 1 error, 1 warning")
        let missing = try await CommandProcess.run(["check", "no\nwhere", "--format=github"], folder: folder.path)
        #expect(missing.output.hasPrefix("::error::there is no file or folder no%0Awhere\n"), "\(missing.output)")
    }
}
