import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// The flags that choose scenarios, give variables and write reports, on the built executable.
@Suite struct VerifyFlagTests {
    private static let files: KeyValuePairs = [
        "scenarios/a.json": #"""
        {"name":"alpha","tags":["quick","github"],
         "stubs":[{"request":"GET /a","response":{"headers":{"Set-Cookie":"id=c00kie"},"body":"a s3cret"}}],
         "steps":[
          {"name":"one","send":{"http":"GET /a","headers":{"X-Token":"{{token}}"}},"expect":{"body":{"$contains":"{{word}}"}}},
          {"name":"two","send":{"http":"GET /a"},"expect":{"status":{"$type":"integer"}}}]}
        """#,
        "scenarios/b.json": #"""
        {"name":"beta","tags":["slow"],
         "stubs":[{"request":"GET /b","response":{"jsonBody":[]}}],
         "steps":[
          {"name":"three","send":{"http":"GET /b"},"expect":{"status":201}},
          {"name":"four","send":{"http":"GET /b"},"expect":{"json":{"$each":{"$type":"string"}}}}]}
        """#,
    ]

    private func verify(_ arguments: String..., environment: [String: String] = [:]) async throws -> (
        result: CommandProcess.Result, folder: TemporaryFolder
    ) {
        let folder = try TemporaryFolder(Self.files)
        let given = ["verify", "--secret", "token=s3cret", "--var", "word=a"] + arguments
        return (try await CommandProcess.run(given, environment: environment, folder: folder.path), folder)
    }

    @Test(arguments: [
        (["--tags", "github and not slow"], ["one", "two"]), (["--tags", "slow or missing"], ["three", "four"]),
        (["--filter", "alp?a"], ["one", "two"]), (["--filter", "*b.json"], ["three", "four"]),
        (["--filter", "scenarios/a.json:4"], ["one"]), (["--filter", "b.json:5:3"], ["three", "four"]),
        (["--filter", "THREE"], ["three", "four"]),
    ])
    func `a filter and tags choose, and a dry run lists what is chosen`(
        _ arguments: [String], _ steps: [String]
    ) async throws {
        let folder = try TemporaryFolder(Self.files)
        let result = try await CommandProcess.run(
            ["verify", "--dry-run", "--secret", "token=s3cret", "--var", "word=a"] + arguments, folder: folder.path)
        #expect(result.status == 0)
        let listed = result.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect(listed.map { String($0.split(separator: " ").last ?? "") } == steps)
        #expect(result.output.hasSuffix("; nothing was sent\n"))
    }

    @Test func `a dry run tells setup, teardown and what is skipped`() async throws {
        let step = #""send":{"http":"GET /"},"expect":{"status":200}"#
        let folder = try TemporaryFolder([
            "s.json":
                #"{"name":"s","setup":[{"name":"a",\#(step)}],"steps":[{"skip":"why","name":"b",\#(step)}],"teardown":[{\#(step)}]}"#
        ])
        let result = try await CommandProcess.run(["verify", "--dry-run", "s.json"], folder: folder.path)
        let lines = result.output.split(separator: "\n").map { $0.replacing(#/:\d+:\d+/#, with: "") }
        #expect(
            lines == [
                "s.json: s", "  s.json: setup: a", "  s.json: b (skipped: why)", "  s.json: teardown: teardown step 1",
                "1 scenario, 3 steps; nothing was sent",
            ])
    }

    @Test(arguments: [
        ["--report-junit", "r"], ["--report-json", "r"], ["--report-html", "r"], ["--require-coverage", "80"],
        ["--drift", "--base-url", "http://127.0.0.1:1", "--update-stubs"],
    ])
    func `a dry run takes nothing that needs a run`(_ options: [String]) async throws {
        let folder = try TemporaryFolder(Self.files)
        let result = try await CommandProcess.run(["verify", "--dry-run"] + options, folder: folder.path)
        #expect(result.status == 2)
        #expect(result.output == "")
        let option = options.last { $0.hasPrefix("--") } ?? ""
        let message = "mockapi: error: \(option) does not go with --dry-run, which sends nothing\n"
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "r")))
    }

    @Test func `tags that are no condition are a usage error`() async throws {
        let (result, _) = try await verify("--tags", "a and")
        #expect(result.status == 2)
        #expect(result.errors.contains("a tag is missing at the end"))
    }

    @Test func `variables come from the command line and the environment, and an unknown one is an error`() async throws
    {
        let folder = try TemporaryFolder(Self.files)
        let missing = try await CommandProcess.run(["verify", "--filter", "alpha"], folder: folder.path)
        #expect(missing.status == 3)
        #expect(missing.errors.contains("unknown variable \"token\" in step \"one\""))
        let found = try await CommandProcess.run(
            ["verify", "--filter", "alpha"],
            environment: ["MOCKAPI_VAR_token": "t", "MOCKAPI_VAR_word": "s3cret"], folder: folder.path)
        #expect(found.status == 0, "\(found.output)\(found.errors)")
    }

    @Test func `after a failure nothing more is sent with fail-fast`() async throws {
        let (result, _) = try await verify("--fail-fast", "--jobs", "1", "--filter", "b.json")
        #expect(result.status == 1)
        #expect(result.output.contains("skipped: step 2 \"four\": a step has failed before"))
    }

    @Test func `each scenario runs as often as it is to`() async throws {
        let (result, _) = try await verify("--repeat", "3", "--filter", "alpha")
        #expect(result.status == 0)
        #expect(result.output.contains("alpha (3 of 3)"))
        #expect(result.output.contains("3 scenarios, 6 steps: 6 passed"))
    }

    @Test func `nothing to run is no failure where that is allowed`() async throws {
        #expect(try await verify("--filter", "nothing", "--allow-empty").result.status == 0)
        #expect(try await verify("--filter", "nothing").result.status == 5)
    }

    @Test func `an empty array that each looks into is reported`() async throws {
        let (result, _) = try await verify("--filter", "beta")
        #expect(
            result.output.contains(
                #"scenarios/b.json:5:60: warning: $ is empty, so "$each" checked nothing; add "$min": 1, or 0 if that is right"#
            ), "\(result.output)")
    }

    @Test func `all reports are written at once after a failure, without secrets`() async throws {
        let (result, folder) = try await verify(
            "--report-json", "r.json", "--report-junit", "r.xml", "--report-html", "r.html", "--redact", "x-token",
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"])
        #expect(result.status == 1)
        #expect(result.output.contains("::error file=scenarios/b.json,line=4,col=63,title=beta%2C step 1 \"three\"::"))
        for file in ["r.json", "r.xml", "r.html", "summary.md"] {
            let text = try String(contentsOfFile: folder.path(of: file), encoding: .utf8)
            #expect(text.contains("three"), "\(file)")
            #expect(!text.contains("s3cret") && !text.contains("c00kie"), "\(file)")
        }
        #expect(!result.output.contains("s3cret") && !result.output.contains("c00kie"))
    }

    @Test func `a report that cannot be written is a wrong file`() async throws {
        let (result, _) = try await verify("--filter", "alpha", "--report-html", "missing/r.html")
        #expect(result.status == 3)
        #expect(result.errors.contains("cannot write missing/r.html: "))
    }
}
