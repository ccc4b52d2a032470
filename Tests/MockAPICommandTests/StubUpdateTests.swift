import Foundation
import MockAPICore
import MockAPIServer
import MockAPITestSupport
import Testing

/// What `--update-stubs` writes, and what it leaves.
@Suite struct StubUpdateTests {
    /// A stub of `GET /a`, as a user writes it.
    private static func stub(_ response: String, path: String = "/a") -> String {
        "{\n  \"request\": \"GET \(path)\",\n  \"response\": \(response)\n}\n"
    }

    /// A step that takes whatever comes.
    static let anyStep = #"{"send":{"http":"GET /a"},"expect":{"status":{"$type":"integer"}}}"#

    struct Case: CustomTestStringConvertible {
        var name: String
        var stub: String
        var provider: String
        var updated: String
        /// A body file `b` before and after.
        var before = ""
        var after = ""

        var testDescription: String { name }
    }

    private static let html =
        #"{ "headers": { "Content-Type": "text/html" }, "body": "<p>\u00e9 \"x\"</p>\n" }"#
    private static let binary = #"{ "headers": { "Content-Type": "image/png" }, "base64Body": "iVBORwD/" }"#
    private static let object = #"{ "jsonBody": { "id": 1 } }"#

    private static let cases = [
        Case(
            name: "JSON becomes text", stub: object, provider: html,
            updated: #"{ "body": "<p>é \"x\"</p>\n", "headers": { "Content-Type": "text/html" } }"#),
        Case(
            name: "JSON becomes bytes", stub: object, provider: binary,
            updated: #"{ "base64Body": "iVBORwD/", "headers": { "Content-Type": "image/png" } }"#),
        Case(
            name: "JSON becomes empty", stub: #"{ "jsonBody": { "id": 1 }, "status": 200 }"#, provider: "{}",
            updated: #"{ "status": 200 }"#),
        Case(
            name: "JSON becomes what is none", stub: object,
            provider: #"{ "headers": { "Content-Type": "application/json" }, "body": "{\"id\": }" }"#,
            updated: #"{ "body": "{\"id\": }", "headers": { "Content-Type": "application/json" } }"#),
        Case(
            name: "JSON loses its type", stub: object, provider: #"{ "body": "{\"id\": 2, \"x\": true}" }"#,
            updated: #"{ "body": "{\"id\":1,\"x\":true}" }"#),
        Case(
            name: "JSON becomes a problem", stub: object,
            provider:
                #"{ "headers": { "Content-Type": "application/problem+json" }, "jsonBody": { "id": 1, "x": 2 } }"#,
            updated: #"{ "jsonBody": { "id": 1, "x": 2 }, "headers": { "Content-Type": "application/problem+json" } }"#),
        Case(
            name: "text becomes JSON",
            stub: #"{ "headers": { "content-type": "text/plain" }, "body": "hello" }"#,
            provider: #"{ "jsonBody": { "id": 1 } }"#,
            updated: #"{ "headers": { "content-type": "application/json" }, "body": "{\"id\":1}" }"#),
        Case(
            name: "text without a type becomes JSON", stub: #"{ "body": "no" }"#,
            provider: #"{ "jsonBody": { "id": 1 } }"#,
            updated: #"{ "body": "{\"id\":1}", "headers": { "Content-Type": "application/json" } }"#),
        Case(
            name: "nothing becomes JSON with a key twice", stub: #"{ "status": 200 }"#,
            provider: #"{ "headers": { "Content-Type": "application/json" }, "body": "{\"a\":1,\"a\":2}" }"#,
            updated:
                #"{ "status": 200, "body": "{\"a\":1,\"a\":2}", "headers": { "Content-Type": "application/json" } }"#),
        Case(
            name: "text becomes bytes", stub: #"{ "headers": { "Content-Type": "text/plain" }, "body": "hello" }"#,
            provider: binary, updated: #"{ "headers": { "Content-Type": "image/png" }, "base64Body": "iVBORwD/" }"#),
        Case(
            name: "bytes become others",
            stub: #"{ "base64Body": "AAAA", "headers": { "Content-Type": "image/gif" } }"#, provider: binary,
            updated: #"{ "base64Body": "iVBORwD/", "headers": { "Content-Type": "image/png" } }"#),
        Case(
            name: "nothing becomes JSON", stub: "{}", provider: object, updated: #"{ "jsonBody": { "id": 1 } }"#),
        Case(
            name: "nothing becomes text", stub: #"{ "status": 200 }"#, provider: html,
            updated: #"{ "status": 200, "body": "<p>é \"x\"</p>\n", "headers": { "Content-Type": "text/html" } }"#),
        Case(
            name: "a body file becomes text",
            stub: #"{ "headers": { "Content-Type": "application/json" }, "bodyFileName": "b" }"#, provider: html,
            updated: #"{ "headers": { "Content-Type": "text/html" }, "bodyFileName": "b" }"#, before: "{\"id\": 1}",
            after: "<p>é \"x\"</p>\n"),
        Case(
            name: "a body file becomes empty",
            stub: #"{ "status": 200, "bodyFileName": "b" }"#, provider: "{}",
            updated: #"{ "status": 200 }"#, before: "{\"id\": 1}", after: "{\"id\": 1}"),
        Case(
            name: "a body file becomes JSON",
            stub: #"{ "headers": { "Content-Type": "text/plain" }, "bodyFileName": "b" }"#, provider: object,
            updated: #"{ "headers": { "Content-Type": "application/json" }, "bodyFileName": "b" }"#, before: "hi",
            after: "{\"id\":1}"),
        Case(
            name: "an error is text", stub: object, provider: #"{ "status": 503, "body": "down" }"#,
            updated: #"{ "body": "down", "status": 503 }"#),
        Case(
            name: "no content", stub: #"{ "status": 200, "jsonBody": { "id": 1 } }"#, provider: #"{ "status": 204 }"#,
            updated: #"{ "status": 204 }"#),
        Case(
            name: "not modified, from a body file", stub: #"{ "bodyFileName": "b", "status": 200 }"#,
            provider: #"{ "status": 304 }"#, updated: #"{ "status": 304 }"#, before: "{}", after: "{}"),
        Case(
            name: "no content no more", stub: #"{ "status": 204 }"#, provider: object,
            updated: #"{ "status": 200, "jsonBody": { "id": 1 } }"#),
        Case(
            name: "the words of a status", stub: #"{ "status": 200, "statusMessage": "Fine" }"#,
            provider: #"{ "status": 201 }"#, updated: #"{ "status": 201 }"#),
    ]

    @Test(arguments: cases)
    func `a stub becomes what the provider answers, whatever its type`(example: Case) async throws {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(example.stub)), ("__files/b", example.before)],
            provider: [Self.stub(example.provider)], steps: [Self.anyStep])
        defer { withExtendedLifetime(run) {} }
        let first = try await run.verify()
        #expect(first.status == 1, "\(first.output)\(first.errors)")
        #expect(
            first.output.contains("\n1 drift between") || first.output.contains("\n2 drifts between"), "\(first.output)"
        )
        let update = try await run.verify("--update-stubs")
        #expect(update.status == 1)
        #expect(update.output.contains("updated stubs/"), "\(update.output)")
        #expect(!update.output.contains("not written"), "\(update.output)")
        #expect(try run.text("a.json") == Self.stub(example.updated))
        #expect(try run.text("__files/b") == example.after)
        let again = try await run.verify("--update-stubs")
        #expect(again.status == 0, "\(again.output)")
        #expect(again.output.contains("no drift\n"))
        #expect(!again.output.contains("updated"), "\(again.output)")
    }

    @Test func `a mapping without a response gets one`() async throws {
        let run = try await DriftRun(
            stubs: [("a.json", "{ \"request\": \"GET /a\" }")], provider: [Self.stub(Self.html)],
            steps: [Self.anyStep])
        _ = try await run.verify("--update-stubs")
        #expect(
            try JSONValue(parsing: run.text("a.json"))["response"] == [
                "headers": ["Content-Type": "text/html"], "body": "<p>é \"x\"</p>\n",
            ])
        #expect(try await run.verify().status == 0)
    }

    @Test(
        arguments: [
            #"{ "headers": { "Content-Type": "text/plain" }, "body": "hello" }"#, #"{ "jsonBody": { "id": 1 } }"#,
            #"{ "headers": { "Content-Type": "application/problem+json" }, "jsonBody": {} }"#,
        ])
    func `a body that is no JSON though it is sent as such is a drift that says so`(stub: String) async throws {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(stub))],
            provider: [Self.stub(#"{ "headers": { "Content-Type": "application/json" }, "body": "hello" }"#)],
            steps: [Self.anyStep])
        let result = try await run.verify("--report-json", "r.json")
        #expect(
            result.output.contains(
                "drift: the content is no JSON as the provider sends it, though as application/json (1:1: "),
            "\(result.output)")
        let report = try JSONValue(parsing: run.folder.text(of: "r.json"))
        #expect(report["drift"]?.array?.filter { $0["part"] == "body" }.map { $0["kind"] } == ["type"])
    }

    @Test(arguments: [
        ("1", "1.5", "an integer is expected, a fraction found"), ("1", "1.0", nil), ("1", "1e2", nil),
        ("1.5", "2", nil), ("1.5", "2.5", nil),
        ("1", "9223372036854775808", "an integer is expected that fits into 64 bits"),
        ("9223372036854775808", "9223372036854775809", nil),
    ])
    func `a number is of another type where the app's type refuses it`(
        own: String, other: String, detail: String?
    ) async throws {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(#"{ "jsonBody": { "list": [{ "n": \#(own) }] } }"#))],
            provider: [Self.stub(#"{ "jsonBody": { "list": [{ "n": \#(other) }] } }"#)], steps: [Self.anyStep])
        let result = try await run.verify("--update-stubs")
        guard let detail else {
            #expect(result.status == 0, "\(result.output)")
            return
        }
        #expect(
            result.output.contains(
                "stubs/a.json:3:47: drift: $.list[0].n is of another type: the stub has \(own), the provider \(other) (\(detail))\n"
            ),
            "\(result.output)")
        #expect(try run.text("a.json").contains("\"n\": \(other) }"))
        #expect(try await run.verify().status == 0)
    }

    @Test func `a key that the provider repeats is a drift, and is left`() async throws {
        let twice = #"{ "headers": { "Content-Type": "application/json" }, "body": "[{\"id\": 1, \"id\": \"x\"}]" }"#
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(#"{ "jsonBody": [{ "id": 1 }] }"#))], provider: [Self.stub(twice)],
            steps: [Self.anyStep])
        let before = try run.text("a.json")
        let result = try await run.verify("--update-stubs", "--report-json", "r.json")
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "stubs/a.json:3:38: drift: $[0].id is there more than once: the stub has 1, the provider [1,\"x\"]"),
            "\(result.output)")
        #expect(result.output.contains("no stub can have a key twice; have the provider mended"), "\(result.output)")
        #expect(!result.output.contains("updated"))
        #expect(try run.text("a.json") == before)
        let report = try JSONValue(parsing: run.folder.text(of: "r.json"))
        #expect(report["drift"]?[0]?["kind"] == "repeated")
        // What a stub repeats as well is none.
        try run.folder.write(Self.stub(twice), to: "stubs/a.json")
        #expect(try await run.verify().status == 0)
    }

    @Test func `a value with repeated keys inside is not written into a stub, which could not be read then`()
        async throws
    {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(#"{ "jsonBody": { "id": 1 } }"#))],
            provider: [
                Self.stub(
                    #"{ "headers": { "Content-Type": "application/json" }, "body": "{\"id\":1,\"x\":{\"y\":1,\"y\":2}}" }"#
                )
            ], steps: [Self.anyStep])
        let before = try run.text("a.json")
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("not written: $.x is extra"), "\(result.output)")
        #expect(try run.text("a.json") == before)
    }

    @Test func `a stub that stands for two answers is left, and both steps are named`() async throws {
        let run = try await DriftRun(
            stubs: [
                (
                    "a.json",
                    #"{ "request": { "urlPathTemplate": "/{x}", "method": "GET" }, "response": { "jsonBody": { "id": 1, "old": 2 } } }"#
                )
            ],
            provider: [
                Self.stub(#"{ "jsonBody": { "id": 1, "more": true } }"#, path: "/a"),
                Self.stub(#"{ "jsonBody": { "id": 1 } }"#, path: "/b"),
            ],
            steps: [
                #"{"name":"one","send":{"http":"GET /a"},"expect":{"status":200}}"#,
                #"{"name":"two","send":{"http":"GET /b"},"expect":{"status":200}}"#,
            ])
        for count in 0..<2 {
            let result = try await run.verify("--update-stubs")
            #expect(result.status == 1)
            #expect(result.output.contains("updated") == (count == 0), "\(result.output)")
            #expect(
                result.output.contains(
                    "stubs/a.json:1:88: warning: not written: $.more is extra: the provider has true, the stub has none;"
                        + " the provider answers scenarios/s.json:2:1 (step 1 \"one\") and scenarios/s.json:3:1 (step 2"
                        + " \"two\") differently, and the one stub stubs/a.json:1 stands for both; make it two that"
                        + " tell the requests apart\n"), "\(result.output)")
        }
        // What both answers have in common is written, once.
        let text = try run.text("a.json")
        #expect(text.contains(#""response": { "jsonBody": { "id": 1 } }"#), "\(text)")
    }

    @Test(arguments: [
        #"{ "status": 404 }"#, #"{ "status": 201, "jsonBody": { "id": 2 } }"#, #"{ "jsonBody": { "id": "2" } }"#,
        #"{ "jsonBody": [2] }"#, "{}", html, #"{ "status": 204 }"#,
    ])
    func `no answer that another step contradicts is written`(other: String) async throws {
        let run = try await DriftRun(
            stubs: [
                (
                    "a.json",
                    #"{ "request": { "urlPathTemplate": "/{x}", "method": "GET" }, "response": { "jsonBody": { "id": 1 } } }"#
                )
            ],
            provider: [Self.stub(other, path: "/a"), Self.stub(Self.object, path: "/b")],
            steps: [Self.anyStep, #"{"send":{"http":"GET /b"},"expect":{"status":200}}"#])
        let before = try run.text("a.json")
        let result = try await run.verify("--update-stubs")
        #expect(result.status == 1)
        #expect(!result.output.contains("updated"), "\(result.output)")
        #expect(result.output.contains("stands for both"), "\(result.output)")
        #expect(result.output.contains("scenarios/s.json:2:1 (step 1) and scenarios/s.json:3:1 (step 2)"))
        #expect(try run.text("a.json") == before)
    }

    @Test func `a body file that stands for two answers is left, and both stubs are named`() async throws {
        let response = #"{ "headers": { "Content-Type": "application/json" }, "bodyFileName": "b" }"#
        for other in [
            Self.object, #"{ "jsonBody": { "id": true } }"#, #"{ "jsonBody": { "id": 1, "x": [] } }"#, Self.html,
        ] {
            let run = try await DriftRun(
                stubs: [
                    ("a.json", Self.stub(response)), ("b.json", Self.stub(response, path: "/b")),
                    ("__files/b", "{\"id\": 1}"),
                ],
                provider: [
                    Self.stub(#"{ "jsonBody": { "id": "1", "x": "y" } }"#), Self.stub(other, path: "/b"),
                ],
                steps: [Self.anyStep, #"{"send":{"http":"GET /b"},"expect":{"status":200}}"#])
            let result = try await run.verify("--update-stubs")
            #expect(!result.output.contains("updated stubs/__files/b"), "\(other): \(result.output)")
            #expect(
                result.output.contains("stubs stubs/a.json:1 and stubs/b.json:1 share one file"),
                "\(other): \(result.output)")
            #expect(try run.text("__files/b") == "{\"id\": 1}", "\(other)")
        }
    }

    @Test func `stubs that share a body file and an answer have it written once`() async throws {
        let response = #"{ "headers": { "Content-Type": "application/json" }, "bodyFileName": "b" }"#
        let run = try await DriftRun(
            stubs: [
                ("a.json", Self.stub(response)), ("b.json", Self.stub(response, path: "/b")),
                ("__files/b", "{\"id\": 1}"),
            ],
            provider: ["/a", "/b"].map { Self.stub(#"{ "jsonBody": { "id": 1, "x": "y" } }"#, path: $0) },
            steps: [Self.anyStep, #"{"send":{"http":"GET /b"},"expect":{"status":200}}"#])
        #expect(try await run.verify("--update-stubs").output.contains("updated stubs/__files/b: 1 value\n"))
        #expect(try run.text("__files/b") == "{\"id\": 1, \"x\": \"y\"}")
        #expect(try await run.verify().status == 0)
    }

    @Test func `a file that nobody may write is named and left`() async throws {
        let response = #"{ "headers": { "Content-Type": "application/json" }, "bodyFileName": "b" }"#
        let run = try await DriftRun(
            stubs: [
                ("a.json", Self.stub(Self.object)), ("b.json", Self.stub(response, path: "/b")),
                ("c.json", Self.stub(Self.object, path: "/c")), ("__files/b", "{\"id\": 1}"),
            ],
            provider: ["/a", "/b", "/c"].map { Self.stub(#"{ "jsonBody": { "id": "x" } }"#, path: $0) },
            steps: ["/a", "/b", "/c"].map { #"{"send":{"http":"GET \#($0)"},"expect":{"status":200}}"# })
        let locked = ["stubs/a.json", "stubs/__files/b"]
        for path in locked {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o444], ofItemAtPath: run.folder.path(of: path))
        }
        let before = try locked.map { try run.folder.text(of: $0) }
        let result = try await run.verify("--update-stubs")
        #expect(result.status == 3, "\(result.output)\(result.errors)")
        for path in locked {
            #expect(
                result.errors.contains(
                    "mockapi: error: cannot write \(path): it is read-only; make it writable, or change it by hand\n"),
                "\(result.errors)")
        }
        #expect(try locked.map { try run.folder.text(of: $0) } == before)
        // What else there is, is written.
        #expect(result.output.contains("updated stubs/c.json: 1 value\n"), "\(result.output)")
    }

    @Test func `escapes that did not change are not written anew`() async throws {
        let text = #""body": "{\"caf\u00e9\": \"\u00E9\\\/\ud83d\ude00\", \"gone\": 1, \"n\": \"1\"}""#
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(#"{ "headers": { "Content-Type": "application/json" }, \#(text) }"#))],
            provider: [Self.stub(#"{ "jsonBody": { "café": "x", "n": 1 } }"#)], steps: [Self.anyStep])
        let before = try run.text("a.json")
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("updated stubs/a.json: 2 values\n"), "\(result.output)")
        #expect(
            try run.text("a.json")
                == before.replacingOccurrences(of: #", \"gone\": 1"#, with: "")
                .replacingOccurrences(of: #"\"n\": \"1\""#, with: #"\"n\": 1"#))
        #expect(try await run.verify().status == 0)
    }

    @Test func `a text of another kind keeps the spelling of what it begins and ends with`() async throws {
        let run = try await DriftRun(
            stubs: [
                (
                    "a.json",
                    Self.stub(#"{ "headers": { "Content-Type": "text/plain" }, "body": "\u00e9t\u00e9 1 \u00e0\/b" }"#)
                )
            ],
            provider: [Self.stub(#"{ "headers": { "Content-Type": "text/html" }, "body": "été 22 à/b" }"#)],
            steps: [Self.anyStep])
        _ = try await run.verify("--update-stubs")
        #expect(
            try run.text("a.json")
                == Self.stub(#"{ "headers": { "Content-Type": "text/html" }, "body": "\u00e9t\u00e9 22 \u00e0\/b" }"#))
    }

    @Test(arguments: [
        (#"{ "jsonBody": { "id": 1 } }"#, false),
        (#"{ "headers": { "Content-Type": "text/plain" }, "body": "x" }"#, false),
        (#"{}"#, false), (#"{ "headers": { "Content-Type": "text/plain" }, "bodyFileName": "b" }"#, true),
    ])
    func `more than 1 MiB is written into a body file only`(stub: String, isWritten: Bool) async throws {
        let long = String(repeating: "long ", count: 210_000)
        for (type, start) in [("text/html", "<p>"), ("application/json", "")] {
            let run = try await DriftRun(
                stubs: [("a.json", Self.stub(stub)), ("__files/b", "{\"id\": 1}")],
                provider: [
                    Self.stub(
                        #"{ "headers": { "Content-Type": "\#(type)" }, "body": "\#(start){\"id\": 1, \"x\": \"\#(long)\"}" }"#
                    )
                ], steps: [Self.anyStep])
            let before = try run.text("a.json")
            let result = try await run.verify("--update-stubs")
            #expect(result.status == 1)
            if isWritten {
                #expect(result.output.contains("updated stubs/"), "\(result.output)")
                #expect(try run.text("__files/b").count > 1 << 20 || type == "application/json")
                #expect(try await run.verify().status == 0)
            } else {
                #expect(
                    result.output.contains(
                        "bytes are too many, no more than 1 MiB are written into a stub; put it into a body file"))
                #expect(!result.output.contains("updated"))
                #expect(try run.text("a.json") == before)
            }
        }
    }

    @Test func `a link that leads out of the stubs folder is told as such`() async throws {
        let run = try await DriftRun(
            stubs: [("../elsewhere/a.json", Self.stub(Self.object))],
            provider: [Self.stub(#"{ "jsonBody": { "id": "1" } }"#)], steps: [Self.anyStep])
        let target = run.folder.path(of: "elsewhere/a.json")
        try run.folder.link("stubs/a.json", to: target)
        let result = try await run.verify("--update-stubs")
        #expect(
            result.output.contains(
                "stubs/a.json is reached by a symbolic link and is \(target), which is outside of the stubs folder"),
            "\(result.output)")
        #expect(try run.folder.text(of: "elsewhere/a.json") == Self.stub(Self.object))
    }

    @Test func `a file that two paths lead to is written once`() async throws {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(Self.object))],
            provider: [Self.stub(#"{ "status": 201, "jsonBody": { "id": 1, "x": "y" } }"#)],
            steps: [Self.anyStep])
        try run.folder.link("stubs/link.json", to: run.folder.path(of: "stubs/a.json"))
        try run.folder.write(
            #"{"stubs":["../stubs/a.json"],"steps":[\#(Self.anyStep)]}"#, to: "scenarios/one.json")
        try run.folder.write(
            #"{"stubs":["../stubs/link.json"],"steps":[\#(Self.anyStep)]}"#, to: "scenarios/two.json")
        let result = try await run.verify("--update-stubs")
        #expect(result.status == 1, "\(result.output)\(result.errors)")
        #expect(!result.output.contains("not written"), "\(result.output)")
        #expect(
            try run.text("a.json") == Self.stub(#"{ "jsonBody": { "id": 1, "x": "y" }, "status": 201 }"#))
        #expect(try await run.verify().status == 0)
    }

    @Test func `steps of a parallel group drift and count at the stubs that answered them`() async throws {
        let paths = (0..<6).map { "/p\($0)" }
        let run = try await DriftRun(
            stubs: paths.enumerated().map { index, path in
                ("p\(index).json", Self.stub(#"{ "jsonBody": { "id": \#(index), "v\#(index)": 1 } }"#, path: path))
            } + [("unused.json", Self.stub("{}", path: "/unused"))],
            provider: paths.enumerated().map { index, path in
                Self.stub(#"{ "jsonBody": { "id": \#(index), "v\#(index)": "1" } }"#, path: path)
            },
            steps: [
                #"{"parallel":[\#(paths.map { #"{"send":{"http":"GET \#($0)"},"expect":{"status":200}}"# }.joined(separator: ",\n"))]}"#
            ])
        let result = try await run.verify("--update-stubs", "--report-json", "r.json")
        #expect(result.output.contains("6 drifts between stubs and provider\n"), "\(result.output)\(result.errors)")
        let report = try JSONValue(parsing: run.folder.text(of: "r.json"))
        for (index, drift) in (report["drift"]?.array ?? []).enumerated() {
            #expect(drift["path"] == .string("$.v\(index)"))
            #expect(drift["file"] == .string("stubs/p\(index).json"))
            #expect(drift["steps"]?.array?.count == 1)
            #expect(drift["steps"]?[0]?["line"] == .integer(index + 2))
        }
        #expect(report["coverage"]?["stubs"]?["covered"] == 6)
        #expect(report["coverage"]?["stubs"]?["missing"]?[0]?["file"] == "stubs/unused.json")
        for index in paths.indices {
            #expect(try run.text("p\(index).json").contains("\"v\(index)\": \"1\""))
        }
        #expect(try await run.verify().status == 0)
    }

    @Test func `the answer to HEAD does not empty a stub`() async throws {
        let stub =
            #"{ "request": { "method": "ANY", "urlPath": "/a" }, "response": { "status": 200, "jsonBody": { "id": 1 } } }"#
        let run = try await DriftRun(
            stubs: [("a.json", stub)],
            provider: [
                #"{ "request": { "method": "ANY", "urlPath": "/a" }, "response": { "status": 404, "jsonBody": { "id": 1 } } }"#
            ],
            steps: [#"{"send":{"http":"HEAD /a"},"expect":{"status":{"$type":"integer"}}}"#])
        _ = try await run.verify("--update-stubs")
        #expect(try run.text("a.json") == stub.replacingOccurrences(of: "200", with: "404"))
        #expect(try await run.verify().status == 0)
    }

    @Test func `content that is encoded is left as it is`() async throws {
        // {"id":1} as gzip.
        let encoded = "H4sIAAAAAAACA6tWykxRsjKsBQDF+F1ECAAAAA=="
        let response =
            #"{ "headers": { "Content-Type": "application/json", "Content-Encoding": "gzip" }, "base64Body": "\#(encoded)" }"#
        for provider in [Self.html, #"{ "jsonBody": { "id": "x" } }"#] {
            let run = try await DriftRun(
                stubs: [("a.json", Self.stub(response))], provider: [Self.stub(provider)], steps: [Self.anyStep])
            let result = try await run.verify("--update-stubs")
            #expect(result.status == 1)
            #expect(result.output.contains("its content is encoded; change it by hand"), "\(result.output)")
            #expect(!result.output.contains("updated"), "\(result.output)")
            #expect(try run.text("a.json") == Self.stub(response))
        }
    }

    @Test func `a status is written beside content that is encoded`() async throws {
        let response =
            #"{ "status": 200, "headers": { "Content-Type": "application/json", "Content-Encoding": "gzip" }, "base64Body": "H4sIAAAAAAACA6tWykxRsjKsBQDF+F1ECAAAAA==" }"#
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(response))],
            provider: [Self.stub(response.replacingOccurrences(of: "200", with: "202"))], steps: [Self.anyStep])
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("updated stubs/a.json: 1 value\n"), "\(result.output)")
        #expect(try await run.verify().status == 0)
    }

    @Test(arguments: [
        (#"["a=1", "b=2"]"#, #"["a=1", "b=3", "c"]"#, #"["a=1","b=2"]"#), (#""x""#, #""y""#, #""x""#),
        (#""x""#, "[]", #""x""#), ("[]", #""y""#, "null"),
    ])
    func `all values of a header that is asked for are written`(
        own: String, other: String, asked: String
    ) async throws {
        func response(_ value: String) -> String {
            value == "[]" ? #"{ "jsonBody": {} }"# : #"{ "headers": { "x-tag": \#(value) }, "jsonBody": {} }"#
        }
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(response(own)))], provider: [Self.stub(response(other))],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"headers":{"X-Tag":\#(asked)}}}"#])
        let result = try await run.verify("--update-stubs")
        #expect(result.output.contains("\n1 drift between"), "\(result.output)")
        #expect(result.output.contains("updated stubs/a.json: 1 value\n"), "\(result.output)")
        let headers = try JSONValue(parsing: run.text("a.json"))["response"]?["headers"]
        let found = headers?.object?.first.map(\.value)
        #expect(try found == (other == "[]" ? nil : JSONValue(parsing: other)))
    }

    @Test func `a secret of the provider is neither told nor written`() async throws {
        let run = try await DriftRun(
            stubs: [("a.json", Self.stub(Self.object))],
            provider: [Self.stub(#"{ "jsonBody": { "id": 1, "key": "hush-hush" } }"#)], steps: [Self.anyStep])
        let result = try await run.verify("--update-stubs", "--secret", "k=hush-hush")
        #expect(result.output.contains("the provider's value holds what reports leave out"), "\(result.output)")
        #expect(!result.output.contains("hush-hush"))
        #expect(try run.text("a.json") == Self.stub(Self.object))
    }

    @Test func `a list that is too short for what is asked is written, and what is alike stays as it is spelled`()
        async throws
    {
        let run = try await DriftRun(
            stubs: [
                ("a.json", Self.stub("{ \"jsonBody\": [\n    { \"id\" : 1.0 },\n    { \"id\" : \"\\u00e9\" }\n  ] }"))
            ],
            provider: [Self.stub(#"{ "jsonBody": [{ "id": 1 }, { "id": "é" }, { "id": 3 }] }"#)],
            steps: [#"{"send":{"http":"GET /a"},"expect":{"json":{"$length":2}}}"#])
        _ = try await run.verify("--update-stubs")
        #expect(
            try run.text("a.json")
                == Self.stub(
                    "{ \"jsonBody\": [\n    { \"id\" : 1.0 },\n    { \"id\" : \"\\u00e9\" },\n    { \"id\": 3 }\n  ] }")
        )
    }
}
