import MockAPICore
import MockAPITestSupport
import Testing

@testable import MockAPICommand

@Suite struct ExplainCommandTests {
    private static let stubs: KeyValuePairs = [
        "stubs/a.json": #"""
        {"name": "a user", "request": {"method": "POST", "urlPath": "/users",
          "headers": {"Content-Type": {"contains": "json"}, "X-A": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}},
          "bodyPatterns": [{"equalToJson": {"name": "Ada"}}]}, "response": {"status": 201}}
        """#,
        "stubs/b.json":
            #"{"request": {"host": {"equalTo": "127.0.0.1"}, "port": 8080, "clientIp": "127.0.0.1", "urlPath": "/here"}}"#,
        "stubs/c.json": #"{"request": {"host": "api.test", "urlPath": "/there"}}"#,
        "user.json": #"{"name": "Ada"}"#,
    ]

    private func explain(_ arguments: String..., environment: [String: String] = [:]) async throws
        -> CommandProcess.Result
    {
        let folder = try TemporaryFolder(Self.stubs)
        return try await CommandProcess.run(["explain"] + arguments, environment: environment, folder: folder.path)
    }

    @Test func `a request that a stub answers ends with 0`() async throws {
        let result = try await explain(
            "stubs", "--request", "POST /users", "-H", "Content-Type: application/json", "-H", "X-A:1",
            "--header=X-A: 2",
            "--body", "@user.json")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("POST /users is answered by\n\n  \"a user\" (stubs/a.json:1)\n    ✓ method  "))
        #expect(result.output.contains("    answer: 201, 0 bytes\n"))
        #expect(result.errors == "")
    }

    @Test func `a request that no stub answers ends with 1 and says what is nearest, as JSON too`() async throws {
        let result = try await explain("--request", "POST /users", "--body", #"{"name": "Bob"}"#)
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("POST /users matches no stub; the nearest:\n\n  \"a user\" (stubs/a.json:1)\n"))
        #expect(result.output.contains("at $.name: expected \"Ada\", found \"Bob\""))
        let json = try await explain("--request", "POST /users", "--body", #"{"name": "Bob"}"#, "--format", "json")
        #expect(json.status == 1)
        let report = try JSONValue(parsing: json.output)
        #expect(report["request"]?["headers"] == ["Host": "127.0.0.1:8080", "Content-Length": "15"])
        let conditions = report["nearest"]?[0]?["conditions"]?.array ?? []
        #expect(
            conditions.last?["differences"] == [
                ["path": "$.name", "kind": "value", "expected": "\"Ada\"", "found": "\"Bob\""]
            ])
    }

    @Test func `the request comes from this machine for the usual port, unless it says otherwise`() async throws {
        #expect(try await explain("--request", "GET /here").status == 0)
        #expect(try await explain("--request", "GET /here", "-H", "Host: localhost").status == 1)
        #expect(try await explain("--request", "GET /there").status == 1)
        #expect(try await explain("--request", "GET /there", "-H", "Host: api.test").status == 0)
        #expect(try await explain("--request", "GET http://api.test/there").status == 0)
    }

    @Test(arguments: [
        [], ["--request", "/users"], ["--request", "GET"], ["--request", "GET /a b"], ["--request", "G@T /a"],
        ["--request", "GET /é"], ["--request", "GET users"], ["--request", "GET /", "-H", "no colon"],
        ["--request", "GET /", "-H", "A: b\r\nC: d"], ["--request", "GET /", "-H", "Content-Length: 7", "--body", "x"],
        ["--request", "GET /", "--format", "xml"], ["--request", "GET /", "stubs", "more"],
        ["--request", "GET /", "-H", "Transfer-Encoding: chunked", "--body", "x"], ["--request", "GET /\r\nA: b"],
    ])
    func `what cannot be sent ends with 2`(arguments: [String]) async throws {
        let folder = try TemporaryFolder(Self.stubs)
        let result = try await CommandProcess.run(["explain"] + arguments, folder: folder.path)
        #expect(result.status == 2, "\(result.output)\(result.errors)")
        #expect(result.output == "")
        #expect(result.errors.contains("See mockapi help explain."))
    }

    @Test func `a file that is wrong or missing ends with 3, and a folder without stubs with 5`() async throws {
        #expect(try await explain("nowhere", "--request", "GET /").status == 3)
        let body = try await explain("--request", "GET /", "--body", "@nowhere")
        #expect(body.status == 3)
        #expect(body.errors.contains("cannot read nowhere: "))
        let folder = try TemporaryFolder([
            "bad/a.json": #"{"requst": "GET /"}"#, "lenient/a.json": "// x\n{\"request\": \"GET /\"}",
        ])
        let bad = try await CommandProcess.run(["explain", "bad", "--request", "GET /"], folder: folder.path)
        #expect(bad.status == 3)
        #expect(bad.errors.contains("bad/a.json:1:2: error: "))
        #expect(
            try await CommandProcess.run(
                ["explain", "lenient", "--request", "GET /", "--lenient"], folder: folder.path
            )
            .status == 0)
        let empty = try TemporaryFolder()
        #expect(try await CommandProcess.run(["explain", empty.path, "--request", "GET /"]).status == 5)
    }
}
