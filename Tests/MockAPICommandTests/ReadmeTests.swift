import Foundation
import MockAPICore
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct ReadmeTests {
    @Test func `every code block is an example that a test runs`() throws {
        let readme = try ReadmeDocument()
        let kinds: Set = [
            "serve", "stub", "check", "check-models", "catalog", "explain", "settings", "verify", "drift", "scenario",
            "failing-scenario", "failing-output",
            "swift",
        ]
        #expect(readme.unmarked == [])
        for example in readme.examples {
            #expect(kinds.contains(String(example.kind.prefix { $0 != " " })), "README.md:\(example.line)")
        }
    }

    @Test func `what curl shows is what the server answers`() async throws {
        let server = try CommandProcess(["serve", "stubs/", "--port", "0"], folder: ReadmeDocument.package.path)
        let port = try await server.port()
        for example in ReadmeDocument.examples("serve") {
            var shown: [String] = []
            for line in example.lines.reversed() {
                guard line.hasPrefix("$ ") else {
                    shown.insert(line, at: 0)
                    continue
                }
                let words = line.split(separator: " ").map(String.init)
                if words[1] == "curl" {
                    let url = try #require(URL(string: words[words.count - 1]))
                    let connection = try await RawConnection(port: port)
                    try await connection.send(
                        "GET \(url.path) HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: close\r\n\r\n")
                    let answer = String(decoding: try await connection.readToEnd().bytes, as: UTF8.self)
                        .replacingOccurrences(of: "\r\n", with: "\n")
                    let body = answer.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
                    #expect(ReadmeDocument.matches((words.contains("-i") ? answer : body), shown: shown), "\(answer)")
                } else {
                    #expect(words.dropFirst().prefix(5) == ["swift", "run", "mockapi", "serve", "stubs/"])
                    let output = try await server.output(with: " stubs)\n")
                    let ready = shown.map { $0.replacingOccurrences(of: "8080", with: String(port)) }
                    #expect(ReadmeDocument.matches(String(output.prefix { $0 != "\n" }) + "\n", shown: ready))
                }
                shown = []
            }
        }
        server.signal(15)
        #expect(try await server.end().status == 0)
    }

    @Test(arguments: ReadmeDocument.examples("stub"))
    func `a stub file of the examples is without fault`(example: ReadmeDocument.Example) async throws {
        let folder = try TemporaryFolder()
        try folder.write(example.text, to: "stub.json")
        let loaded = StubLoader.check(folder.path(of: "stub.json"))
        #expect(loaded.findings == [])
        #expect(loaded.stubs.count == 1)
    }

    @Test func `the check prints what is shown`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {
              "request": "GET /users",
              "response": { "staus": 404 }
            }
            """, to: "typo.json")
        for example in ReadmeDocument.examples("check") {
            let command = try #require(example.lines.first).split(separator: " ").map(String.init)
            let result = try await CommandProcess.run(Array(command.dropFirst(2)), folder: folder.path(of: ""))
            #expect(result.status == 3)
            let all = result.output + result.errors
            for line in example.lines.dropFirst() { #expect(all.contains(line), "\(all)") }
        }
    }

    @Test func `the check of models prints what is shown`() async throws {
        let folder = try TemporaryFolder()
        let stub = """
            {
              "request": "GET /user",
              "response": {
                "jsonBody": { "name": "x", "id": "1" }
              }
            }
            """
        try folder.write(stub, to: "user.json")
        for example in ReadmeDocument.examples("check-models") {
            let command = try #require(example.lines.first).split(separator: " ").map(String.init)
            let result = try await CommandProcess.run(Array(command.dropFirst(2)), folder: folder.path(of: ""))
            #expect(result.status == 3)
            let lines = result.output.components(separatedBy: "\n").filter { $0.contains("baidu.user") }
            #expect(
                ReadmeDocument.matches(lines.joined(separator: "\n") + "\n", shown: Array(example.lines.dropFirst())),
                "\(result.output)")
        }
    }

    @Test func `the catalog is listed as shown`() async throws {
        for example in ReadmeDocument.examples("catalog") {
            let command = try #require(example.lines.first).split(separator: " ").map(String.init)
            let result = try await CommandProcess.run(Array(command.dropFirst(2)))
            #expect(result.status == 0)
            #expect(
                ReadmeDocument.matches(result.output, shown: Array(example.lines.dropFirst())), "\(result.output)")
        }
    }

    @Test func `a drift is told as shown`() async throws {
        let folder = try TemporaryFolder([
            "stubs/user.json": """
            {
              "request": "GET /user",
              "response": {
                "jsonBody": { "id": 1, "name": "Ann", "age": 18 }
              }
            }
            """,
            "provider/user.json":
                #"{ "request": "GET /user", "response": { "jsonBody": { "id": 1, "name": "Ann" } } }"#,
            "scenarios/user.json": """
            { "stubs": ["../stubs"],
              "steps": [{ "send": { "request": "baidu.user" }, "expect": { "model": { "name": "Ann" } } }] }
            """,
        ])
        let server = try CommandProcess(["serve", "provider", "--port", "0"], folder: folder.path)
        let port = try await server.port()
        for example in ReadmeDocument.examples("drift") {
            let command = try #require(example.lines.first).replacingOccurrences(of: "8081", with: "\(port)")
            let arguments = command.split(separator: " ").dropFirst(2).map(String.init)
            let result = try await CommandProcess.run(arguments, folder: folder.path)
            #expect(result.status == 1)
            #expect(
                ReadmeDocument.matches(result.output, shown: Array(example.lines.dropFirst())), "\(result.output)")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `an explanation is the one that is shown`() async throws {
        for example in ReadmeDocument.examples("explain") {
            let words = try #require(example.lines.first).components(separatedBy: "'")
            let arguments = words[0].split(separator: " ").dropFirst(2).map(String.init) + [words[1]]
            let result = try await CommandProcess.run(arguments, folder: ReadmeDocument.package.path)
            #expect(result.status == 0)
            #expect(ReadmeDocument.matches(result.output, shown: Array(example.lines.dropFirst())), "\(result.output)")
        }
    }

    @Test func `the settings of an editor are JSON`() throws {
        for example in ReadmeDocument.examples("settings") {
            #expect(try JSONValue(parsing: example.text)["json.schemas"]?.array?.count == 2)
        }
    }

    @Test func `the scenarios of the package pass as shown`() async throws {
        for example in ReadmeDocument.examples("verify") {
            #expect(example.lines.first == "$ swift run mockapi verify scenarios/")
            let result = try await CommandProcess.run(["verify", "scenarios/"], folder: ReadmeDocument.package.path)
            #expect(result.status == 0)
            #expect(ReadmeDocument.matches(result.output, shown: Array(example.lines.dropFirst())), "\(result.output)")
        }
    }

    @Test(arguments: ReadmeDocument.examples("scenario"))
    func `a scenario of the examples passes`(example: ReadmeDocument.Example) async throws {
        let folder = try TemporaryFolder()
        try folder.write(example.text, to: "scenario.json")
        let result = try await CommandProcess.run(["verify", "scenario.json"], folder: folder.path(of: ""))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test func `the failure of an example is the one that is shown`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(try #require(ReadmeDocument.examples("failing-scenario").first).text, to: "user.json")
        let result = try await CommandProcess.run(["verify", "user.json"], folder: folder.path(of: ""))
        #expect(result.status == 1)
        let shown = try #require(ReadmeDocument.examples("failing-output").first)
        #expect(ReadmeDocument.matches(result.output, shown: shown.lines), "\(result.output)")
    }

    @Test(arguments: ReadmeDocument.examples("swift"))
    func `Swift code of the examples stands in a file that is compiled and tested`(
        example: ReadmeDocument.Example
    ) throws {
        let file = ReadmeDocument.package.appendingPathComponent(String(example.kind.dropFirst(6)))
        func code(_ text: String) -> String {
            text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }.joined(separator: "\n")
        }
        #expect(code(try String(contentsOf: file, encoding: .utf8)).contains(code(example.text)))
    }
}
