import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// The built executable on copies of the package's own stubs and scenarios.
@Suite struct VerifyCommandTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A folder with copies of `stubs` and `scenarios`.
    private func copy() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["stubs", "scenarios"] {
            try FileManager.default.copyItem(
                at: Self.package.appendingPathComponent(name).resolvingSymlinksInPath(),
                to: folder.url.appendingPathComponent(name))
        }
        return folder
    }

    private func verify(_ arguments: String..., in folder: TemporaryFolder) async throws -> CommandProcess.Result {
        try await CommandProcess.run(["verify"] + arguments, folder: folder.path)
    }

    private func edit(_ path: String, in folder: TemporaryFolder, _ old: String, _ new: String) throws {
        let file = folder.url.appendingPathComponent(path)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    }

    @Test(arguments: ["socket", "urlsession"])
    func `the package's own scenarios pass, at least 120 steps of them, but for those that say why they do not run`(
        transport: String
    ) async throws {
        let result = try await verify("scenarios/", "--transport", transport, in: copy())
        #expect(result.status == 0)
        #expect(result.errors == "")
        let summary = try #require(result.output.split(separator: "\n").last)
        let numbers = try #require(
            summary.firstMatch(of: #/^\d+ scenarios, (\d+) steps: (\d+) passed, 0 failed, 4 skipped \(\d+\.\d\d s\)$/#))
        #expect(result.output.components(separatedBy: ": bills are not written yet\n").count == 5)
        #expect(try #require(Int(numbers.1)) - 4 == Int(numbers.2))
        #expect(try #require(Int(numbers.2)) >= 120)
    }

    @Test func `changing one decoded value of a stub fails, naming scenario, path, expected and found`() async throws {
        let folder = try copy()
        try edit("stubs/weather/__files/beijing.json", in: folder, "\"21℃\"", "\"22℃\"")
        let result = try await verify(in: folder)
        #expect(result.status == 1)
        let line = try #require(
            result.output.split(separator: "\n").first { $0.contains("$.sk_info.temp in the model") })
        #expect(
            line == """
                scenarios/weather.json:17:21: scenario "Weather: an envelope with Chinese texts", \
                step 1 "the weather in Beijing": $.sk_info.temp in the model differs
                """)
        #expect(
            result.output.contains(
                """
                  sent:
                    curl -H 'Host: www.weather.com.cn' 'http://127.0.0.1:8080/data/sk/101010100.html?_=1381891661455'
                  received:
                    200 OK
                """))
        #expect(
            result.output.contains(
                """
                  path:     $.sk_info.temp
                  expected: "21℃"
                  found:    "22℃"
                  in body:  line 6, column 13
                  again:    mockapi verify scenarios/weather.json --filter scenarios/weather.json:6:5

                """), "\(result.output)")
        #expect(result.output.contains("1 failed, 4 skipped"))
    }

    @Test func `an empty folder, and a filter that nothing matches, is nothing to run`() async throws {
        let folder = try copy()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("empty"), withIntermediateDirectories: true)
        let empty = try await verify("empty", in: folder)
        #expect(empty.status == 5)
        #expect(empty.errors == "mockapi: error: there are no scenarios in empty\n")
        let filtered = try await verify("--filter", "no such thing", in: folder)
        #expect(filtered.status == 5)
        #expect(filtered.errors == "mockapi: error: there are no scenarios in scenarios that match \"no such thing\"\n")
    }

    @Test func `a broken file is told with its place, be it a scenario or a stub`() async throws {
        let folder = try copy()
        try folder.write("{\n  \"steps\": [\n    {},\n  ]\n}\n", to: "scenarios/broken.json")
        try edit("stubs/data/data.json", in: folder, "\"jsonBody\"", "\"jsonBdy\"")
        let result = try await verify(in: folder)
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(
            result.errors == """
                scenarios/broken.json:3:7: error: trailing comma before ]; remove it
                stubs/data/data.json:6:5: error: unknown key "jsonBdy"; did you mean "jsonBody"?

                """)
        let missing = try await verify("nowhere", in: folder)
        #expect(missing.status == 3)
        #expect(missing.errors == "error: there is no file or folder nowhere\n")
    }

    @Test(arguments: [
        (["--jobs", "0"], "--jobs is \"0\", which is not a whole number 1...1000"),
        (["--transport", "pigeon"], "--transport is \"pigeon\", which is not socket or urlsession"),
        (
            ["--base-url", "localhost"],
            "--base-url is \"localhost\", which is not URL or SERVICE=URL, with http:// or https://"
        ),
        (
            ["--base-url", "http://a b"],
            "--base-url is \"http://a b\", which is not a URL in ASCII without user, query and fragment"
        ),
        (
            ["--base-url", "github=http://u:p@h/?q"],
            "--base-url is \"github=http://[redacted]@h/?q\", which is not a URL in ASCII without user, query and fragment"
        ),
        (
            ["--base-url", "githb=http://h"],
            "--base-url is \"githb=http://h\", which is not the URL of a known service "
                + "(they are github, baidu, data, weather); did you mean \"github\"?"
        ),
    ])
    func `a wrong option is a usage error`(arguments: [String], message: String) async throws {
        let result = try await CommandProcess.run(["verify"] + arguments)
        #expect(result.status == 2)
        #expect(result.errors == "mockapi: error: \(message)\nSee mockapi help verify.\n")
    }

    @Test func `the filter chooses scenarios, and the JSON report says what ran`() async throws {
        let folder = try copy()
        let result = try await verify("--filter", "GITHUB", "--report-json", "report.json", in: folder)
        #expect(result.status == 0)
        let report = try JSONValue(parsing: [UInt8](Data(contentsOf: folder.url.appendingPathComponent("report.json"))))
        #expect(report["summary"]?["scenarios"] == 1)
        #expect(report["scenarios"]?[0]?["file"] == "scenarios/github.json")
        #expect(report["scenarios"]?[0]?["status"] == "passed")
        let unwritable = try await verify("--filter", "github", "--report-json", "no/such/report.json", in: folder)
        #expect(unwritable.status == 3)
        #expect(unwritable.errors.hasPrefix("mockapi: error: cannot write no/such/report.json: "))
    }

    @Test func `stubs of the command line serve scenarios that name none`() async throws {
        let folder = try copy()
        try folder.write(
            #"{"steps":[{"send":{"http":"GET /data"},"expect":{"json":{"title":"Networking layers"}}}]}"#, to: "s.json")
        #expect(try await verify("s.json", "--stubs", "stubs", in: folder).status == 0)
        #expect(try await verify("s.json", in: folder).status == 1)
        #expect(try await verify("s.json", "--stubs", "gone", in: folder).status == 3)
    }

    @Test func `the same scenario runs against a server that is served from the same stubs`() async throws {
        let folder = try copy()
        let server = try CommandProcess(["serve", "stubs", "--port", "0"], folder: folder.path)
        let port = try await server.port()
        let all = try await verify("scenarios/baidu.json", "--base-url", "http://127.0.0.1:\(port)", in: folder)
        #expect(all.status == 0, "\(all.output)")
        #expect(
            all.output.contains("skipped: step 2 \"the manager is asked for by POST\": POST is not sent to a provider"))
        let one = try await verify("scenarios/data.json", "--base-url", "data=http://127.0.0.1:\(port)", in: folder)
        #expect(one.status == 0, "\(one.output)")
        server.signal(SIGTERM)
        _ = try await server.end()
        let gone = try await verify("scenarios/data.json", "--base-url", "http://127.0.0.1:\(port)", in: folder)
        #expect(gone.status == 4)
        #expect(gone.errors == "mockapi: error: the provider cannot be reached\n")
    }

    @Test func `an interrupt ends the run with what has ended by then in the report`() async throws {
        let folder = try TemporaryFolder([
            "scenarios/1.json":
                #"{"stubs":[{"request":"GET /","response":{}}],"steps":[{"send":{"http":"GET /"},"expect":{"status":200}}]}"#,
            "scenarios/2.json":
                #"{"stubs":[{"request":"GET /","response":{"fixedDelayMilliseconds":60000}}],"steps":[{"send":{"http":"GET /"},"expect":{"status":200}}]}"#,
        ])
        let process = try CommandProcess(
            ["verify", "--jobs", "1", "--report-json", "report.json"], folder: folder.path)
        try await process.output(with: "passed  scenarios/1.json")
        process.signal(SIGINT)
        let result = try await process.end()
        #expect(result.status == 130)
        #expect(result.output.contains("2 scenarios, 2 steps: 1 passed, 0 failed, 1 skipped, interrupted"))
        let report = try JSONValue(parsing: [UInt8](Data(contentsOf: folder.url.appendingPathComponent("report.json"))))
        #expect(report["scenarios"]?[1]?["steps"]?[0]?["reason"] == "interrupted")
    }
}
