import Foundation
import MockAPITestSupport
import Testing

/// Secrets reach no output of the built executable.
@Suite struct SecretOutputTests {
    private static let reports = ["--report-json", "r.json", "--report-junit", "r.xml", "--report-html", "r.html"]

    /// All that a run writes: both streams and the reports.
    private func outputs(
        _ arguments: [String], _ files: KeyValuePairs<String, String>, status: Int32
    ) async throws -> [String] {
        let folder = try TemporaryFolder(files)
        let result = try await CommandProcess.run(
            ["verify"] + arguments + Self.reports,
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "s.md"],
            folder: folder.path)
        #expect(result.status == status, "\(result.output)\(result.errors)")
        let written = ["r.json", "r.xml", "r.html", "s.md"].compactMap {
            try? String(contentsOfFile: folder.path(of: $0), encoding: .utf8)
        }
        return [result.output, result.errors] + written
    }

    @Test(arguments: [
        (#"S="hunter2""#, "{{S}}"), (#"S={"a":"hunter2"}"#, "x"), (#"S=["hunter2"]"#, "x"), ("S=hunter2", "{{S}}"),
    ])
    func `a secret that is JSON is in no output`(_ secret: String, _ expected: String) async throws {
        let outputs = try await outputs(
            ["--secret", secret],
            [
                "scenarios/a.json": #"""
                {"name":"a","stubs":[{"request":"POST /a","response":{"headers":{"X":"hunter2"},"body":"<b>hunter2"}}],
                 "steps":[{"send":{"http":"POST /a?x=hunter2","json":{"s":"{{S}}"}},"expect":{"body":"\#(expected)"}},
                          {"send":{"http":"POST /none/{{S}}","json":"{{S}}"},"expect":{"status":200}}]}
                """#
            ], status: 1)
        for text in outputs {
            #expect(!text.contains("hunter2"), "\(text)")
        }
        #expect(outputs.count == 6)
    }

    @Test func `a dry run and messages about the command line hide secrets`() async throws {
        let folder = try TemporaryFolder([
            "a.json":
                #"{"name":"of hunter2","steps":[{"name":"1 hunter2","skip":"hunter2","send":{"http":"GET /"},"expect":{"status":200}}]}"#
        ])
        let listed = try await CommandProcess.run(
            ["verify", "--dry-run", "--secret", "s=hunter2", "a.json"], folder: folder.path)
        #expect(!(listed.output + listed.errors).contains("hunter2"))
        #expect(listed.output.contains("(skipped: [redacted])"), "\(listed.output)\(listed.errors)")
        for arguments in [
            ["--state-url", "http://u:hunter2@x/"], ["--base-url", "http://u:hunter2@x/"],
            ["--base-url", "http://u:hun/ter@hunter2@x/"], ["--base-url", "u:hunter2@x"],
            ["--secret", "s=hunter2", "--filer", "hunter2"], ["--secret=s=hunter2", "--jobs", "hunter2"],
            ["--header", "X-Key: hunter2\u{1}"],
        ] {
            let result = try await CommandProcess.run(["verify"] + arguments, folder: folder.path)
            #expect(result.status == 2)
            #expect(!(result.output + result.errors).contains("hunter2"), "\(result.errors)")
        }
    }

    @Test func `hidden names are left out of parts of forms, broken JSON and reports of a miss`() async throws {
        let outputs = try await outputs(
            ["--redact", "password"],
            [
                "scenarios/a.json": #"""
                {"name":"a","stubs":[
                  {"request":"POST /b","response":{"body":"{\"password\": \"hunter2\", broken"}},
                  {"request":"POST /f","response":{"status":400}},
                  {"request":{"method":"POST","url":"/m","bodyPatterns":[{"equalToJson":{"password":"other"}}]},"response":{}}],
                 "steps":[
                  {"send":{"http":"POST /b"},"expect":{"status":201}},
                  {"send":{"http":"POST /f","multipart":[{"name":"password","body":"hunter2"},{"name":"user","body":"ann"}]},
                   "expect":{"status":201}},
                  {"send":{"http":"POST /m","json":{"password":"hunter2"}},"expect":{"status":200}}]}
                """#
            ], status: 1)
        for text in outputs {
            #expect(!text.contains("hunter2"), "\(text)")
        }
        #expect(outputs[0].contains("ann"))
    }
}
