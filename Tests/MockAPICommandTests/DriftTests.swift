import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

@Suite struct DriftTests {
    /// Stubs as a team has them.
    private static let stubs: KeyValuePairs = [
        "stubs/people.json": """
        { "mappings": [
          { "request": "GET /user",
            "response": {
              "jsonBody": { "id": 1, "name": "x", "age": 18 } } },
          { "request": "GET /driver",
            "response": { "jsonBody": {
              "id": 3,
              "name": "y",
              "licence": "B",
              "address": { "city": "Z",
                "zip": "8000" }
            } } }
        ] }

        """,
        "stubs/list.json": """
        {
          "request": "GET /users/a/repos",
          "response": {
            "jsonBody": [
              { "id": 1, "name": "a" },
              { "id": 2, "name": "b" }
            ]
          }
        }

        """,
        "stubs/file.json":
            #"{ "request": "GET /file", "response": { "headers": { "Content-Type": "application/json" }, "bodyFileName": "file.json" } }"#,
        "stubs/__files/file.json": "{\n\t\"id\": 4,\n\t\"name\": \"z\",\n\t\"points\": 5\n}\n",
        "stubs/text.json": """
        {
          "request": "GET /text",
          "response": {
            "headers": { "Content-Type": "application/json" },
            "body": "{\\"id\\": 5, \\"note\\": \\"gone soon\\"}"
          }
        }

        """,
        "stubs/status.json": """
        {
          "request": "GET /status",
          "response": {
            "status": 200,
            "jsonBody": { "id": 6 }
          }
        }

        """,
        "stubs/type.json": """
        {
          "request": "GET /type",
          "response": {
            "headers": {
              "Content-Type": "application/json"
            },
            "body": "{}"
          }
        }

        """,
        "stubs/shape.json": """
        {
          "request": "GET /shape",
          "response": {
            "jsonBody": { "id": 7, "tags": ["a"], "sub": { "a": 1 } }
          }
        }

        """,
    ]

    private static let scenario = #"""
        { "stubs": ["../stubs"], "steps": [
          { "send": { "request": "baidu.user" }, "expect": { "model": { "id": 1 } } },
          { "send": { "request": "baidu.driver" }, "expect": { "model": { "id": 3 } } },
          { "send": { "request": "github.repositories", "with": { "name": "a" } }, "expect": { "model": [{ "id": 1 }, { "id": 2 }] } },
          { "send": { "http": "GET /file" }, "expect": { "json": { "id": 4 } } },
          { "send": { "http": "GET /text" }, "expect": { "json": { "id": 5 } } },
          { "send": { "http": "GET /status" }, "expect": { "status": { "$oneOf": [200, 203] } } },
          { "send": { "http": "GET /type" }, "expect": { "status": 200 } },
          { "send": { "http": "GET /shape" }, "expect": { "json": { "id": 7 } } },
          { "send": { "request": "baidu.user" }, "expect": { "model": { "name": "x" } } }
        ] }
        """#

    /// What a provider says instead: ten ways in which it differs.
    private static let provider: KeyValuePairs = [
        "provider/a.json": #"""
        { "mappings": [
          { "request": "GET /user", "response": { "jsonBody": { "id": 1, "name": "x", "vip": true } } },
          { "request": "GET /driver", "response": { "jsonBody":
              { "id": 3, "name": "y", "licence": 2, "address": { "city": "Z" } } } },
          { "request": "GET /users/a/repos", "response": { "jsonBody":
              [{ "id": 1, "name": "a", "size": 10 }, { "id": 2, "name": "b", "size": 20 }] } },
          { "request": "GET /file", "response": { "jsonBody": { "id": 4, "name": "z", "points": "5" } } },
          { "request": "GET /text", "response": { "jsonBody": { "id": 5 } } },
          { "request": "GET /status", "response": { "status": 203, "jsonBody": { "id": 6 } } },
          { "request": "GET /type", "response": { "headers": { "Content-Type": "text/plain" }, "body": "{}" } },
          { "request": "GET /shape", "response": { "jsonBody": { "id": 7, "tags": { "a": true }, "sub": { "a": 1 } } } }
        ] }
        """#
    ]

    private func verify(
        _ folder: TemporaryFolder, _ port: Int, _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> CommandProcess.Result {
        try await CommandProcess.run(
            ["verify", "scenarios", "--drift", "--base-url", "http://127.0.0.1:\(port)"] + arguments,
            environment: environment, folder: folder.path)
    }

    /// The files of the test, with the scenario and with a provider that runs.
    private func folder() async throws -> (TemporaryFolder, CommandProcess, Int) {
        let folder = try TemporaryFolder(Self.stubs)
        try folder.write(Self.scenario, to: "scenarios/s.json")
        for (path, text) in Self.provider { try folder.write(text, to: path) }
        let server = try CommandProcess(["serve", "provider", "--port", "0"], folder: folder.path)
        return (folder, server, try await server.port())
    }

    private static let expected = [
        "stubs/people.json:4:50: missing $.age", "stubs/people.json:4:19: extra $.vip",
        "stubs/people.json:9:18: type $.licence", "stubs/people.json:11:16: missing $.address.zip",
        "stubs/list.json:5:7: extra $[0].size", "stubs/__files/file.json:4:12: type $.points",
        "stubs/text.json:5:13: missing $.note", "stubs/status.json:4:15: value status",
        "stubs/type.json:5:23: value Content-Type", "stubs/shape.json:4:36: type $.tags",
    ]

    @Test func `ten ways in which a provider differs are ten drifts, each at its line of a stub`() async throws {
        let (folder, server, port) = try await folder()
        let result = try await verify(
            folder, port, "--report-json", "r.json", "--report-junit", "r.xml", "--report-html", "r.html")
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        #expect(result.output.contains("10 drifts between stubs and provider\n"), "\(result.output)")
        let report = try JSONValue(parsing: try folder.text(of: "r.json"))
        let drifts = try #require(report["drift"]?.array)
        let found = drifts.map { drift in
            let place =
                "\(drift["file"]?.string ?? ""):\(drift["line"]?.integerText ?? ""):\(drift["column"]?.integerText ?? "")"
            return "\(place): \(drift["kind"]?.string ?? "") \(drift["path"]?.string ?? drift["part"]?.string ?? "")"
        }
        #expect(found.sorted() == Self.expected.sorted())
        #expect(drifts.first { $0["path"] == "$[0].size" }?["moreElements"] == 1)
        #expect(drifts.first { $0["path"] == "$.age" }?["steps"]?.array?.count == 2)
        #expect(drifts.allSatisfy { $0["asked"] == false })
        #expect(report["summary"]?["failed"] == 0)
        for line in Self.expected {
            let place = String(line.prefix { $0 != " " }.dropLast())
            #expect(result.output.contains("\(place): drift: "), "\(line)")
        }
        let junit = try folder.text(of: "r.xml")
        #expect(junit.contains("tests=\"10\" failures=\"10\""))
        #expect(junit.split(separator: "<testcase").count == 20)
        #expect(try folder.text(of: "r.html").contains("10 drifts between stubs and provider"))
        let github = try await verify(folder, port, environment: ["GITHUB_ACTIONS": "true"])
        #expect(
            github.output.contains(
                "::error file=stubs/people.json,line=9,col=18,title=drift::$.licence is of another type"))
        withExtendedLifetime(server) {}
    }

    @Test func `what the provider says is written into the stubs, and nothing else is changed`() async throws {
        let (folder, server, port) = try await folder()
        let before = try Self.stubs.map { try folder.text(of: $0.key) }
        let result = try await verify(folder, port, "--update-stubs")
        #expect(result.status == 1)
        #expect(result.output.contains("updated stubs/people.json: 4 values\n"), "\(result.output)")
        #expect(result.output.contains("updated stubs/__files/file.json: 1 value\n"))
        let again = try await verify(folder, port)
        #expect(again.status == 0, "\(again.output)")
        #expect(again.output.contains("no drift\n"))

        #expect(
            try folder.text(of: "stubs/people.json")
                == before[0].replacingOccurrences(
                    of: #""name": "x", "age": 18 }"#, with: #""name": "x", "vip": true }"#
                )
                .replacingOccurrences(of: #""licence": "B""#, with: #""licence": 2"#)
                .replacingOccurrences(of: "{ \"city\": \"Z\",\n        \"zip\": \"8000\" }", with: #"{ "city": "Z" }"#))
        #expect(
            try folder.text(of: "stubs/list.json")
                == before[1].replacingOccurrences(of: #""name": "a""#, with: #""name": "a", "size": 10"#)
                .replacingOccurrences(of: #""name": "b""#, with: #""name": "b", "size": 20"#))
        #expect(try folder.text(of: "stubs/file.json") == before[2])
        #expect(
            try folder.text(of: "stubs/__files/file.json")
                == before[3].replacingOccurrences(of: "\"points\": 5", with: "\"points\": \"5\""))
        #expect(
            try folder.text(of: "stubs/text.json")
                == before[4].replacingOccurrences(of: #", \"note\": \"gone soon\""#, with: ""))
        #expect(try folder.text(of: "stubs/status.json") == before[5].replacingOccurrences(of: "200", with: "203"))
        #expect(
            try folder.text(of: "stubs/type.json")
                == before[6].replacingOccurrences(of: "application/json", with: "text/plain"))
        #expect(
            try folder.text(of: "stubs/shape.json")
                == before[7].replacingOccurrences(of: #"["a"]"#, with: #"{ "a": true }"#))
        withExtendedLifetime(server) {}
    }

    @Test func `fields that only the provider has can be let be`() async throws {
        let (folder, server, port) = try await folder()
        let result = try await verify(folder, port, "--allow-extra")
        #expect(result.status == 1)
        #expect(result.output.contains("8 drifts between stubs and provider\n"), "\(result.output)")
        withExtendedLifetime(server) {}
    }

    @Test func `a value counts where an expectation asks for it, and the step that asks is named`() async throws {
        let folder = try TemporaryFolder([
            "stubs/a.json":
                "{ \"request\": \"GET /a\",\n  \"response\": { \"jsonBody\": {\n  \"id\": 1,\n  \"name\": \"x\" } } }",
            "provider/a.json": #"{ "request": "GET /a", "response": { "jsonBody": { "id": 2, "name": "y" } } }"#,
            "scenarios/s.json": """
            {"stubs":["../stubs"],"steps":[
            {"name":"by matcher","send":{"http":"GET /a"},"expect":{"json":{"name":{"$regex":"x+"}}}},
            {"name":"wrong","send":{"http":"GET /a"},"expect":{"json":{"name":"no"}}},
            {"name":"gone","send":{"http":"GET /b"},"expect":{"status":404}}]}
            """,
        ])
        let server = try CommandProcess(["serve", "provider", "--port", "0"], folder: folder.path)
        let result = try await verify(folder, try await server.port())
        #expect(result.status == 1)
        #expect(
            result.output.contains("stubs/a.json:4:11: drift: $.name differs: the stub has \"x\", the provider \"y\"\n")
        )
        #expect(result.output.contains("  seen in:  scenarios/s.json:2:1, scenario \"s\", step 1 \"by matcher\"\n"))
        #expect(
            result.output.contains("1 drift between stubs and provider (2 of 3 steps compared)\n"), "\(result.output)")
        #expect(!result.output.contains("$.id"))
        // A step that fails on stubs as well is no drift.
        #expect(result.output.contains("1 failed"))
    }

    @Test func `an answer of another kind of status is one drift`() async throws {
        let folder = try TemporaryFolder([
            "stubs/a.json": #"{ "request": "GET /user", "response": { "jsonBody": { "id": 1, "name": "x" } } }"#,
            "provider/a.json": #"{ "request": "GET /user", "response": { "status": 500, "body": "down" } }"#,
            "scenarios/s.json":
                #"{"stubs":["../stubs"],"steps":[{"send":{"request":"baidu.user"},"expect":{"model":{"id":1}}}]}"#,
        ])
        let server = try CommandProcess(["serve", "provider", "--port", "0"], folder: folder.path)
        let result = try await verify(folder, try await server.port())
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "stubs/a.json:1:39: drift: the status differs: the stub has 200, the provider 500\n"),
            "\(result.output)")
        #expect(result.output.contains("1 drift between stubs and provider\n"))
        // Where the other answer is JSON, it is written as a whole.
        try folder.write(
            #"{ "request": "GET /user", "response": { "status": 404, "jsonBody": { "error": "gone" } } }"#,
            to: "provider/a.json")
        let other = try CommandProcess(["serve", "provider", "--port", "0"], folder: folder.path)
        let update = try await verify(folder, try await other.port(), "--update-stubs")
        #expect(update.status == 1)
        #expect(
            try folder.text(of: "stubs/a.json")
                == #"{ "request": "GET /user", "response": { "jsonBody": { "error": "gone" }, "status": 404 } }"#)
    }

    @Test func `a step that fails on the provider for something else is a drift of the call`() async throws {
        let folder = try TemporaryFolder([
            "stubs/a.json": #"{ "request": "GET /user", "response": { "jsonBody": { "id": 1, "name": "x" } } }"#,
            "provider/a.json": #"""
            { "request": "GET /user", "response": { "fixedDelayMilliseconds": 1500,
              "jsonBody": { "id": 1, "name": "x", "more": 1 } } }
            """#,
            "scenarios/s.json": #"""
            {"stubs":["../stubs"],"steps":[{"send":{"request":"baidu.user","timeout":0.4},"expect":{"model":{"id":1}}}]}
            """#,
        ])
        let server = try CommandProcess(["serve", "provider", "--port", "0"], folder: folder.path)
        let result = try await verify(folder, try await server.port())
        #expect(result.status == 1)
        #expect(result.output.contains("scenarios/s.json:1:"), "\(result.output)")
        #expect(
            result.output.contains(": drift: the step fails on the provider: the call failed: "), "\(result.output)")
        #expect(result.output.contains("timedOut"))
        #expect(result.output.contains("1 drift between stubs and provider\n"))
    }

    @Test func `a provider that cannot be reached is no drift`() async throws {
        let folder = try TemporaryFolder(Self.stubs)
        try folder.write(Self.scenario, to: "scenarios/s.json")
        let result = try await verify(folder, 1)
        #expect(result.status == 4)
        #expect(result.errors.contains("the provider cannot be reached"))
    }

    @Test func `stubs outside of the folder, and those inside of scenarios, are not written`() async throws {
        let stub = #"{ "request": "GET /a", "response": { "jsonBody": { "id": 1 } } }"#
        let folder = try TemporaryFolder([
            "elsewhere/a.json": stub,
            "provider/a.json": #"""
            { "mappings": [ { "request": "GET /a", "response": { "jsonBody": { "id": "1" } } },
                            { "request": "GET /b", "response": { "jsonBody": { "id": "2" } } } ] }
            """#,
            "scenarios/s.json": #"""
            {"stubs":["../stubs", {"request":"GET /b","response":{"jsonBody":{"id":2}}}],"steps":[
            {"send":{"http":"GET /a"},"expect":{"status":200}},{"send":{"http":"GET /b"},"expect":{"status":200}}]}
            """#,
        ])
        try folder.link("stubs/a.json", to: folder.path(of: "elsewhere/a.json"))
        let scenario = try folder.text(of: "scenarios/s.json")
        let server = try CommandProcess(["serve", "provider", "--port", "0"], folder: folder.path)
        let result = try await verify(folder, try await server.port(), "--update-stubs")
        #expect(result.status == 1)
        #expect(result.output.contains("2 drifts between stubs and provider\n"), "\(result.output)")
        #expect(result.output.contains("not written"))
        #expect(!result.output.contains("updated "))
        #expect(try folder.text(of: "elsewhere/a.json") == stub)
        #expect(try folder.text(of: "scenarios/s.json") == scenario)
    }

    @Test(arguments: [
        (["--drift"], "--drift needs --base-url"), (["--update-stubs"], "--update-stubs needs --drift"),
        (["--allow-extra"], "--allow-extra needs --drift"),
        (
            ["--require-coverage", "all"],
            "--require-coverage is \"all\", which is not 0...100 or KIND=0...100, where KIND is"
        ),
    ])
    func `flags that need others say so`(arguments: [String], message: String) async throws {
        let result = try await CommandProcess.run(["verify"] + arguments)
        #expect(result.status == 2)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func `coverage is told, and can be required`() async throws {
        let folder = try TemporaryFolder([
            "stubs/a.json": #"{ "request": "GET /user", "response": { "jsonBody": { "id": 1, "name": "x" } } }"#,
            "stubs/b.json": #"{ "request": "GET /unused", "response": {} }"#,
            "scenarios/s.json": #"""
            {"stubs":["../stubs"],"steps":[{"send":{"request":"baidu.user"},"expect":{"model":{"id":1}}},
            {"send":{"http":"GET http://127.0.0.1:1/"},"expect":{"error":{"kind":"network"}}}]}
            """#,
        ])
        let plain = try await CommandProcess.run(["verify", "--report-json", "r.json"], folder: folder.path)
        #expect(plain.status == 0, "\(plain.output)")
        #expect(
            plain.output.contains("covered: 1 of 2 stubs, 1 of "), "\(plain.output)")
        #expect(plain.output.contains("  stubs not covered: stubs/b.json:1\n"))
        let coverage = try #require(JSONValue(parsing: try folder.text(of: "r.json"))["coverage"])
        #expect(
            coverage["stubs"] == [
                "covered": 1, "total": 2, "percent": 50,
                "missing": [
                    ["name": coverage["stubs"]?["missing"]?[0]?["name"] ?? .null, "file": "stubs/b.json", "line": 1]
                ],
            ])
        let enough = try await CommandProcess.run(["verify", "--require-coverage", "stubs=50"], folder: folder.path)
        #expect(enough.status == 0)
        let lacking = try await CommandProcess.run(
            ["verify", "--require-coverage", "stubs=51", "--report-junit", "r.xml"], folder: folder.path)
        #expect(lacking.status == 1)
        #expect(
            lacking.output.contains(
                "coverage: 50 % of the stubs are covered, 51 % are required; missing: stubs/b.json:1\n"))
        #expect(try folder.text(of: "r.xml").contains("classname=\"coverage\""))
        let all = try await CommandProcess.run(["verify", "--require-coverage", "50"], folder: folder.path)
        #expect(all.status == 1)
        #expect(all.output.contains("% of the requests are covered, 50 % are required"))
        let part = try await CommandProcess.run(["verify", "--filter", "s"], folder: folder.path)
        #expect(!part.output.contains("covered"))
    }
}

extension JSONValue {
    fileprivate var integerText: String? { number?.literal }
}
