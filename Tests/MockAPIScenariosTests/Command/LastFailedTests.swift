import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// `--last-failed`, and the commands that run a step again, on the built executable.
@Suite struct LastFailedTests {
    private static func scenario(_ name: String, _ statuses: Int...) -> String {
        let steps = statuses.map { #"{"send":{"http":"GET /"},"expect":{"status":\#($0)}}"# }
        return
            #"{"name":"\#(name)","stubs":[{"request":"GET /","response":{}}],"steps":[\#(steps.joined(separator: ",\n"))]}"#
    }

    private func folder() throws -> TemporaryFolder {
        try TemporaryFolder([
            "scenarios/a.json": Self.scenario("a", 200), "scenarios/b.json": Self.scenario("b", 200, 201, 200),
            "scenarios/c.json": Self.scenario("c", 201),
        ])
    }

    private func verify(_ arguments: String..., in folder: TemporaryFolder) async throws -> CommandProcess.Result {
        try await CommandProcess.run(["verify"] + arguments, folder: folder.path)
    }

    @Test func `only what failed is run, up to the last step that did, until it passes`() async throws {
        let folder = try folder()
        #expect(try await verify(in: folder).status == 1)
        let again = try await verify("--last-failed", in: folder)
        #expect(again.status == 1)
        #expect(again.errors == "")
        #expect(again.output.contains("2 scenarios, 3 steps: 1 passed, 2 failed"), "\(again.output)")
        // What is not run stays as it was.
        #expect(try await verify("scenarios/a.json", in: folder).status == 0)
        try folder.write(Self.scenario("c", 200), to: "scenarios/c.json")
        let mended = try await verify("--last-failed", "./scenarios", in: folder)
        #expect(mended.output.contains("2 scenarios, 3 steps: 2 passed, 1 failed"), "\(mended.output)")
        try folder.write(Self.scenario("b", 200, 200, 200), to: "scenarios/b.json")
        let last = try await verify("--last-failed", folder.path(of: "scenarios"), in: folder)
        #expect(last.output.contains("1 scenario, 3 steps: 3 passed"), "\(last.output)")
        let all = try await verify("--last-failed", in: folder)
        #expect(all.status == 0)
        #expect(all.errors == "mockapi: warning: nothing is known to have failed, so that everything is run\n")
        #expect(all.output.contains("3 scenarios, 5 steps: 5 passed"), "\(all.output)")
    }

    @Test func `nothing is left behind where nothing fails, and git leaves alone what is`() async throws {
        let folder = try folder()
        #expect(try await verify("scenarios/a.json", in: folder).status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: ".mockapi")))
        #expect(try await verify(in: folder).status == 1)
        #expect(try String(contentsOfFile: folder.path(of: ".mockapi/.gitignore"), encoding: .utf8) == "*\n")
        let text = try String(contentsOfFile: folder.path(of: ".mockapi/last-failed.json"), encoding: .utf8)
        let json = try JSONValue(parsing: text)
        // Both steps are written alike.
        let contents = ["b", "c"].compactMap { json["failed"]?["scenarios/\($0).json"]?[0]?["content"]?.string }
        #expect(contents.count == 2 && contents[0] == contents[1])
        #expect(
            json == [
                "version": 1,
                "failed": [
                    "scenarios/b.json": [["phase": "steps", "number": 2, "content": "\(contents[0])"]],
                    "scenarios/c.json": [["phase": "steps", "number": 1, "content": "\(contents[0])"]],
                ],
            ])
    }

    /// A scenario of steps with a name or none, one of which fails where it expects 201.
    private static func scenario(_ steps: (name: String?, status: Int)...) -> String {
        let texts = steps.map { name, status in
            let named = name.map { "\"name\":\"\($0)\"," } ?? ""
            return #"{\#(named)"send":{"http":"GET /"},"expect":{"status":\#(status)}}"#
        }
        return #"{"stubs":[{"request":"GET /","response":{}}],"steps":[\#(texts.joined(separator: ","))]}"#
    }

    @Test(arguments: [("one", "two"), (nil, nil)] as [(String?, String?)])
    func `a step that failed is run again where it stands now`(_ first: String?, _ second: String?) async throws {
        let folder = try TemporaryFolder(["scenarios/a.json": Self.scenario((first, 200), (second, 201))])
        #expect(try await verify(in: folder).status == 1)
        try folder.write(Self.scenario((first, 200), ("new", 200), (second, 201)), to: "scenarios/a.json")
        for _ in 1...2 {
            let moved = try await verify("--last-failed", in: folder)
            #expect(moved.status == 1)
            #expect(moved.output.contains("1 scenario, 3 steps: 2 passed, 1 failed"), "\(moved.output)")
        }
        let memory = try folder.text(of: ".mockapi/last-failed.json")
        #expect(memory.contains("\"number\": 3") && !memory.contains("\"number\": 2"), "\(memory)")
        // Up to the step that failed, now that its place is known.
        try folder.write(
            Self.scenario((first, 200), ("new", 200), (second, 201), ("last", 200)), to: "scenarios/a.json")
        #expect(try await verify("--last-failed", in: folder).output.contains("1 scenario, 3 steps"))
        // Mended, and gone.
        try folder.write(Self.scenario((first, 200), ("new", 200)), to: "scenarios/a.json")
        #expect(try await verify("--last-failed", in: folder).status == 0)
        #expect(try folder.text(of: ".mockapi/last-failed.json").contains("\"failed\": {}"))
    }

    @Test func `what failed is remembered until it runs again`() async throws {
        let folder = try TemporaryFolder(["scenarios/a.json": Self.scenario(("one", 200), ("two", 201))])
        #expect(try await verify(in: folder).status == 1)
        let before = try folder.text(of: ".mockapi/last-failed.json")
        // Moved behind a step that fails first, so that it is skipped, and in a part that it is not in.
        try folder.write(Self.scenario(("new", 200), ("one", 201), ("two", 201)), to: "scenarios/a.json")
        #expect(try await verify("--last-failed", "--fail-fast", in: folder).status == 1)
        #expect(try folder.text(of: ".mockapi/last-failed.json").contains("\"two\""))
        try folder.write(before, to: ".mockapi/last-failed.json")
        #expect(try await verify("--filter", "a.json:1:60", in: folder).status == 0)
        #expect(try folder.text(of: ".mockapi/last-failed.json").contains("\"two\""))
    }

    @Test func `a secret in the name of a step is not remembered, and the step is found all the same`() async throws {
        let folder = try TemporaryFolder([
            "scenarios/a.json": Self.scenario(("first", 200), ("as hunter2 in", 201), ("last", 200))
        ])
        let secret = ["--secret", "key=hunter2"]
        #expect(try await CommandProcess.run(["verify"] + secret, folder: folder.path).status == 1)
        let memory = try folder.text(of: ".mockapi/last-failed.json")
        #expect(memory.contains("as [redacted] in") && !memory.contains("hunter2"), "\(memory)")
        for given in [secret, []] {
            let again = try await CommandProcess.run(
                ["verify", "--last-failed", "--dry-run"] + given, folder: folder.path)
            #expect(again.errors == "")
            #expect(again.output.contains("1 scenario, 2 steps; nothing was sent"), "\(again.output)")
        }
        // Another step at its place is none of the same name.
        try folder.write(Self.scenario(("first", 200), ("as in", 201), ("last", 200)), to: "scenarios/a.json")
        #expect(try await verify("--last-failed", "--dry-run", in: folder).output.contains("1 scenario, 3 steps"))
        // Mended, and told without the secret.
        try folder.write(Self.scenario(("first", 200), ("as hunter2 in", 200), ("last", 200)), to: "scenarios/a.json")
        #expect(try await verify("--last-failed", in: folder).status == 0)
        #expect(try folder.text(of: ".mockapi/last-failed.json").contains("\"failed\": {}"))
    }

    @Test(arguments: ["{", "[]", #"{"version":1,"failed":{"a":[{"phase":"x","number":1}]}}"#, "\u{0}\u{1}"])
    func `a damaged memory is told and made anew`(_ text: String) async throws {
        let folder = try folder()
        try folder.write(text, to: ".mockapi/last-failed.json")
        let result = try await verify("--last-failed", in: folder)
        #expect(result.status == 1)
        #expect(result.errors.contains(".mockapi/last-failed.json is damaged"), "\(result.errors)")
        #expect(result.output.contains("3 scenarios, 5 steps"))
        #expect(try await verify("--last-failed", in: folder).output.contains("2 scenarios, 3 steps"))
    }

    @Test func `runs at the same time keep what the others remember`() async throws {
        let files = (1...8).map { "scenarios/\($0).json" }
        let folder = try TemporaryFolder()
        for file in files { try folder.write(Self.scenario(file, 201), to: file) }
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for file in files { group.addTask { try await verify(file, in: folder).status } }
            for try await status in group { #expect(status == 1) }
        }
        let result = try await verify("--last-failed", in: folder)
        #expect(result.output.contains("8 scenarios, 8 steps: 0 passed, 8 failed"), "\(result.output)")
    }

    @Test func `a folder that cannot be written is told only to who asks for the memory`() async throws {
        let folder = try folder()
        try folder.write("no folder", to: ".mockapi")
        #expect(try await verify(in: folder).errors == "")
        let asked = try await verify("--last-failed", in: folder)
        #expect(asked.status == 1)
        #expect(asked.errors.contains("mockapi: warning: what failed is not remembered: cannot make .mockapi"))
    }

    // MARK: The command that runs a step again

    @Test func `a failure ends with the command that runs its step again, which a shell takes`() async throws {
        let folder = try TemporaryFolder([
            "it's here/s.json": #"""
            {"stubs":[{"request":"GET /a","response":{"body":"a s3cret"}}],
             "steps":[{"send":{"http":"GET /a"},"expect":{"status":200}},
                      {"send":{"http":"GET /a"},"expect":{"body":"{{word}} {{key}}"}}, {"send":{"http":"GET /a"},"expect":{"status":1}}]}
            """#
        ])
        let result = try await verify(
            "it's here", "--var", "word=it's $HOME", "--secret", "key=s3cret", "--header",
            "Authorization: Bearer s3cret",
            "--header", "X-A:s3cret", "--redact", "x-b", "--transport", "urlsession", "--fail-fast", "--jobs", "1",
            in: folder)
        let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix("  again:") })
        #expect(
            line == #"""
                  again:    mockapi verify 'it'\''s here/s.json' --filter 'it'\''s here/s.json:3:11' --transport urlsession \#
                --header 'Authorization:[redacted]' --header 'X-A:[redacted]' --var 'word=it'\''s $HOME' \#
                --secret 'key=[redacted]' --redact x-b
                """#)
        #expect(!result.output.contains("s3cret"))
        // The same words again, by way of a shell.
        let command = String(line.dropFirst("  again:    ".count)).replacing(
            "mockapi", with: CommandProcess.executable.path
        )
        .replacing("key=[redacted]", with: "key=s3cret")
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", command]
        shell.currentDirectoryURL = folder.url
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.contains("1 scenario, 2 steps: 1 passed, 1 failed"), "\(text)")
        #expect(text.contains(line.dropFirst(2).prefix(40)))
    }
}
