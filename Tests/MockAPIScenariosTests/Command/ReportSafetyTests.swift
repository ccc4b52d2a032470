import Foundation
import MockAPITestSupport
import Testing

/// What a run writes takes no file that is read, and gives no command to a runner.
@Suite struct ReportSafetyTests {
    private static let scenario = #"""
        {"name":"a\n::error::b\u202e\ufffe","stubs":["stubs"],
         "steps":[{"send":{"http":"POST /a","body":"x\n::stop-commands::tok\n ##[error]y'"},"expect":{"status":201}}]}
        """#
    private static let files: KeyValuePairs = [
        "a.json": scenario, "stubs/s.json": #"{"request":"POST /a","response":{"body":"r\n  ::warning::z\rq"}}"#,
    ]

    @Test func `no line but an annotation of ours is a command for GitHub's runner`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let result = try await CommandProcess.run(
            ["verify", "a.json"], environment: ["GITHUB_ACTIONS": "true"], folder: folder.path)
        #expect(result.status == 1, "\(result.errors)")
        let lines = (result.output + result.errors).components(separatedBy: .newlines)
        let commands = lines.filter { $0.drop(while: \.isWhitespace).hasPrefix("::") || $0.contains("##[") }
        #expect(commands.count == 1)
        #expect(commands.first?.hasPrefix("::error file=a.json,") == true)
        #expect(result.output.contains("FAILED  a.json: a\\n::error::b\\u{202E}\\u{FFFE} (1 step"), "\(result.output)")
        #expect(result.output.contains(": :warning::z"), "\(result.output)")
    }

    @Test func `a body with line breaks stands in the command as a shell takes it`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let result = try await CommandProcess.run(["verify", "a.json"], folder: folder.path)
        #expect(
            result.output.contains(#"--data-raw $'x\n::stop-commands::tok\n ##[error]y\''"#), "\(result.output)")
    }

    @Test(arguments: [
        ["--report-json", "r", "--report-html", "r"], ["--report-json", "same.x", "--report-junit", "./same.x"],
        ["--report-json", "a.json"], ["--report-html", "stubs/../a.json"], ["--report-junit", "stubs/s.json"],
        ["--report-junit", "link.json"],
    ])
    func `a report that would take the place of another file is refused before anything runs`(
        _ arguments: [String]
    ) async throws {
        let folder = try TemporaryFolder(Self.files)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "link.json"), withDestinationPath: "stubs/s.json")
        let result = try await CommandProcess.run(["verify", "a.json"] + arguments, folder: folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("a file of its own"), "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(try String(contentsOfFile: folder.path(of: "a.json"), encoding: .utf8) == Self.scenario)
    }

    @Test func `a report goes through a link to its target, which may be missing`() async throws {
        let folder = try TemporaryFolder(Self.files)
        try FileManager.default.createDirectory(atPath: folder.path(of: "out"), withIntermediateDirectories: false)
        let link = folder.path(of: "r.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "out/real.json")
        for _ in 0..<2 {
            let result = try await CommandProcess.run(
                ["verify", "a.json", "--report-json", "r.json"], folder: folder.path)
            #expect(result.status == 1)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "out/real.json")
            #expect(try String(contentsOfFile: folder.path(of: "out/real.json"), encoding: .utf8).hasPrefix("{"))
        }
    }

    @Test func `an authorities file that cannot be read is told as such`() async throws {
        let folder = try TemporaryFolder(["a.json": Self.scenario, "empty.pem": ""])
        #expect(mkfifo(folder.path(of: "pipe.pem"), 0o600) == 0)
        for (file, words) in [
            ("gone.pem", "gone.pem cannot be read: there is no such file"),
            ("pipe.pem", "pipe.pem cannot be read: it is no file"), ("empty.pem", "empty.pem has no certificate"),
        ] {
            let result = try await CommandProcess.run(
                ["verify", "--base-url", "https://localhost:1", "--ca-file", file, "a.json"], folder: folder.path)
            #expect(result.status == 3)
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }
}
