import Foundation
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct HelpTextTests {
    private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")

    /// The text of a golden file; where `MOCKAPI_UPDATE_GOLDEN` is set, it is written first.
    private func golden(_ name: String, _ actual: String) throws -> String {
        let file = Self.golden.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["MOCKAPI_UPDATE_GOLDEN"] != nil {
            try actual.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test(arguments: MockAPICommand.commands.map(\.name))
    func `the help text of a command is the golden one`(name: String) async throws {
        let result = try await CommandProcess.run(["help", name])
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(try result.output == golden("help-\(name).txt", result.output))
        #expect(try await CommandProcess.run([name, "--help"]).output == result.output)
        #expect(try await CommandProcess.run([name, "-h", "--port-fil"]).status == 2)
    }

    @Test func `the overview is the golden one`() async throws {
        let result = try await CommandProcess.run(["help"])
        #expect(result.status == 0)
        #expect(try result.output == golden("help.txt", result.output))
        #expect(try await CommandProcess.run(["--help"]).output == result.output)
    }

    @Test func `no line of a help text is wider than a terminal`() {
        let texts = MockAPICommand.commands.map { HelpText.command($0) } + [HelpText.overview(MockAPICommand.commands)]
        for line in texts.joined().split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `every option of formats is declared`() {
        let options = Dictionary(
            uniqueKeysWithValues: MockAPICommand.commands.map { ($0.name, Set($0.options.map(\.name))) })
        #expect(
            options["serve"] == [
                "port", "host", "port-file", "limit", "loops", "reuse-port", "lenient", "verbose", "quiet",
            ])
        #expect(
            options["verify"] == [
                "stubs", "base-url", "state-url", "drift", "allow-extra", "update-stubs", "ca-file", "require-coverage",
                "allow-writes", "header", "var", "secret", "redact", "transport", "filter", "tags", "last-failed",
                "fail-fast", "repeat", "dry-run", "allow-empty", "jobs", "report-json", "report-junit", "report-html",
            ])
        #expect(options["check"] == ["models", "lenient", "strict", "format"])
        #expect(options["catalog"] == ["format"])
    }
}
