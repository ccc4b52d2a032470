import Foundation
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct ServeCommandTests {
    private static let files: KeyValuePairs = [
        "stubs/hello.json": #"{"name": "hello", "request": "GET /hello", "response": {"body": "hi"}}"#,
        "stubs/slow.json": """
        {"name": "slow", "request": "GET /slow", "response": {"body": "late", "fixedDelayMilliseconds": 500}}
        """,
        "stubs/later.json": """
        {"name": "later", "request": "GET /later", "response": {"fixedDelayMilliseconds": 60000}}
        """,
        "stubs/reset.json": #"{"request": "GET /reset", "response": {"fault": "CONNECTION_RESET_BY_PEER"}}"#,
        "stubs/chain.json": #"{"name": "a scenario", "steps": []}"#,
    ]

    private func request(_ target: String, _ fields: String = "", body: String = "") -> String {
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return "\(body.isEmpty ? "GET" : "POST") \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\(length)\r\n\(body)"
    }

    @Test func `a folder of stubs is served until SIGTERM, one line a request`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let command = try CommandProcess(["serve", "--port", "0"], folder: folder.path)
        let port = try await command.port()
        #expect(command.output == "mockapi: listening on http://127.0.0.1:\(port) (4 stubs)\n")
        let connection = try await RawConnection(port: port)
        let response = try await connection.exchange(request("/hello"))
        #expect(response.status == 200)
        #expect(response.text == "hi")
        #expect(try await connection.exchange(request("/helo")).status == 404)
        _ = try? await RawConnection(port: port).exchange(request("/reset"))
        let log = try await command.output(with: "CONNECTION_RESET_BY_PEER").split(separator: "\n")
        #expect(log.count == 4)
        let time = #"[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}"#
        #expect(try Regex(time + " GET /hello 200 .*hello.*").wholeMatch(in: log[1]) != nil, "\(log[1])")
        #expect(try Regex(time + " GET /helo 404 .*nearest.*hello.*").wholeMatch(in: log[2]) != nil, "\(log[2])")
        command.signal(SIGTERM)
        let result = try await command.end()
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `a delayed stub answers after its delay while others answer at once`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let command = try CommandProcess(["serve", folder.path(of: "stubs"), "--port", "0"])
        let port = try await command.port()
        let slow = try await RawConnection(port: port)
        let quick = try await RawConnection(port: port)
        let start = ContinuousClock.now
        try await slow.send(request("/slow"))
        let later = try await RawConnection(port: port)
        try await later.send(request("/later"))
        for _ in 0..<10 { #expect(try await quick.exchange(request("/hello")).text == "hi") }
        #expect(try await slow.readResponse().text == "late")
        let time = ContinuousClock.now - start
        #expect(time >= .milliseconds(500))
        #expect(time < .seconds(20))
        #expect(try await later.isSilent(for: .milliseconds(20)))
        command.signal(SIGINT)
        #expect(try await command.end().status == 0)
    }

    @Test func `with --quiet nothing is written, and the port stands in a file`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let arguments = [
            "serve", folder.path(of: "stubs"), "--port=0", "--quiet", "--port-file", folder.path(of: "port"),
        ]
        let command = try CommandProcess(arguments)
        let deadline = ContinuousClock.now + .seconds(60)
        while !FileManager.default.fileExists(atPath: folder.path(of: "port")), ContinuousClock.now < deadline {
            await Task.yield()
        }
        let text = try folder.text(of: "port")
        let port = try #require(Int(text.dropLast()))
        #expect(text.last == "\n")
        #expect(try await RawConnection(port: port).exchange(request("/hello")).text == "hi")
        command.signal(SIGINT)
        let result = try await command.end()
        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(result.errors == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["port", "stubs"])
    }

    @Test func `with --verbose header fields, bodies and the reasons of a miss are written`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let command = try CommandProcess(["serve", folder.path(of: "stubs"), "--port", "0", "--verbose"])
        let port = try await command.port()
        let connection = try await RawConnection(port: port)
        _ = try await connection.exchange(request("/hello", "X-A: 1\r\n", body: "line 1\nline 2"))
        let log = try await command.output(with: "> line 2")
        #expect(log.contains("\n  > X-A: 1\n"))
        #expect(log.contains("\n  > line 1\n  > line 2\n"))
        let report = try await command.output(with: "expected")
        #expect(report.contains("method"))
        command.signal(SIGTERM)
        #expect(try await command.end().status == 0)
    }

    @Test func `bytes that are no request are written as refused`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let command = try CommandProcess(["serve", folder.path(of: "stubs"), "--port", "0"])
        let port = try await command.port()
        #expect(try await RawConnection(port: port).exchange("no http\r\n\r\n").status == 400)
        #expect(try await command.output(with: "refused").contains("refused 400"))
        command.signal(SIGTERM)
        #expect(try await command.end().status == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal that comes as soon as the server is ready stops it`(number: Int32) async throws {
        let folder = try TemporaryFolder(Self.files)
        for _ in 0..<20 {
            let command = try CommandProcess(["serve", folder.path(of: "stubs"), "--port", "0"])
            try await command.output(with: "listening")
            command.signal(number)
            #expect(try await command.end().status == 0)
        }
    }

    @Test func `a second signal ends a server that is still stopping`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let command = try CommandProcess(["serve", folder.path(of: "stubs"), "--port", "0"])
        let connection = try await RawConnection(port: try await command.port())
        try await connection.send(request("/later"))
        // The request is in the log when it waits for its delay, for which a stop waits a second.
        try await command.output(with: "GET /later")
        command.signal(SIGTERM)
        command.signal(SIGINT)
        #expect(try await command.end().status == 130)
    }

    @Test func `an empty folder is served with a warning`() async throws {
        let folder = try TemporaryFolder()
        let command = try CommandProcess(["serve", folder.path, "--port", "0"])
        let port = try await command.port()
        #expect(command.output.contains("(0 stubs)"))
        #expect(try await RawConnection(port: port).exchange(request("/")).status == 404)
        command.signal(SIGTERM)
        let result = try await command.end()
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("warning: there are no stub files in \(folder.path)"))
    }

    @Test func `a missing folder ends with 3`() async throws {
        let folder = try TemporaryFolder()
        let result = try await CommandProcess.run(["serve", "nowhere", "--port", "0"], folder: folder.path)
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(result.errors.contains("nowhere"))
    }

    @Test func `broken files end with 3, all of them told with their places`() async throws {
        let folder = try TemporaryFolder([
            "stubs/a.json": "{\"request\": \"GET /a\",\n \"respons\": {}}",
            "stubs/b.json": "{\"request\": \"GET /b\", \"response\": {\"status\": \"200\"}}",
            "stubs/c.json": "{\"request\": ",
            "stubs/good.json": "{\"request\": \"GET /good\", \"response\": {}}",
        ])
        let result = try await CommandProcess.run(["serve", "--port", "0"], folder: folder.path)
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(result.errors.contains("stubs/a.json:2:2: error: "))
        #expect(result.errors.contains("did you mean \"response\"?"))
        #expect(result.errors.contains("stubs/b.json:1:"))
        #expect(result.errors.contains("stubs/c.json:1:"))
        #expect(!result.errors.contains("good.json"))
    }

    @Test func `with --lenient comments and unknown keys are warnings`() async throws {
        let folder = try TemporaryFolder([
            "a.json": "// a note\n{\"request\": \"GET /a\", \"response\": {}, \"unheard\": 1}"
        ])
        let command = try CommandProcess(["serve", folder.path, "--lenient", "--port", "0"])
        let port = try await command.port()
        #expect(try await RawConnection(port: port).exchange(request("/a")).status == 200)
        command.signal(SIGTERM)
        let result = try await command.end()
        #expect(result.status == 0)
        #expect(result.errors.contains("warning: "))
        #expect(!result.errors.contains("error: "))
    }

    @Test func `a port that is taken ends with 4`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let other = try ScriptedPeer([.close])
        let arguments = ["serve", folder.path(of: "stubs"), "--port", "\(other.port)"]
        let result = try await CommandProcess.run(arguments)
        #expect(result.status == 4)
        #expect(result.output == "")
        #expect(result.errors.contains("cannot listen on port \(other.port)"))
    }

    @Test func `a port file that cannot be written ends with 3`() async throws {
        let folder = try TemporaryFolder(Self.files)
        let arguments = [
            "serve", folder.path(of: "stubs"), "--port=0", "--port-file", folder.path(of: "no/such/folder"),
        ]
        let result = try await CommandProcess.run(arguments)
        #expect(result.status == 3)
        #expect(result.errors.contains("cannot write"))
    }
}
