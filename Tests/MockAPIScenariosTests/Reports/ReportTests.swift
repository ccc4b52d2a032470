import MockAPICore
import MockAPIScenarios
import MockAPITestSupport
import Testing

@Suite struct ReportTests {
    private static let files: KeyValuePairs = [
        "stubs/items.json": #"""
        {"mappings":[
        {"name":"the pen","request":"GET /items/1","response":{"jsonBody":{"id":1,"name":"pen"}}},
        {"name":"a new item","request":{"method":"POST","urlPath":"/items","bodyPatterns":[{"equalToJson":{"name":"pen"}}]},
         "response":{"status":201,"jsonBody":{"id":2,"name":"pen"}}},
        {"request":"GET /items/reset","response":{"fault":"CONNECTION_RESET_BY_PEER"}}]}
        """#,
        "a.json": #"""
        {"name":"all is well","tags":["good"],"stubs":["stubs"],
         "steps":[{"name":"pen","send":{"request":"shop.item","with":{"id":"1"}},"expect":{"status":200}}]}
        """#,
        "b.json": #"""
        {
          "name": "not so well",
          "stubs": ["stubs"],
          "client": { "accessToken": "it's" },
          "steps": [
            {
              "name": "another pen",
              "send": { "request": "shop.item", "with": { "id": "1" } },
              "expect": {
                "model": { "id": 1, "name": "pencil", "tags": [] },
                "status": 201
              }
            },
            { "send": { "request": "shop.add", "with": { "name": "Pen" } }, "expect": { "status": 201 } },
            { "send": { "request": "shop.item", "with": { "id": "reset" } }, "expect": { "model": {} },
              "capture": { "x": "$.id" } },
            { "name": "later", "send": { "http": "GET /items/{{x}}" }, "expect": { "status": 200 } }
          ]
        }
        """#,
    ]

    @Test func `failures are told once, whole, and in the order in which a person asks`() async throws {
        let folder = try ScenarioFolder(Self.files)
        let text = folder.text(try await folder.run("", options: ScenarioRunner.Options(jobs: 2)))
        #expect(
            text == #"""
                passed  a.json: all is well (1 step, 0.00 s)
                FAILED  b.json: not so well (4 steps, 3 failed, 1 skipped, 0.00 s)
                  skipped: step 4 "later": needs {{x}}, which step "step 3" did not capture

                b.json:11:19: scenario "not so well", step 1 "another pen": the status differs
                  sent:
                    curl -H 'Host: shop.example.com' -H 'access-token: it'\''s' http://127.0.0.1:8080/items/1
                  received:
                    200 OK
                    Content-Type: application/json
                    Content-Length: 21

                    {"id":1,"name":"pen"}
                  expected: 201
                  found:    200
                b.json:10:37: scenario "not so well", step 1 "another pen": $.name in the model differs
                  path:     $.name
                  expected: "pencil"
                  found:    "pen"
                  in body:  line 1, column 16
                b.json:10:55: scenario "not so well", step 1 "another pen": the type of $.tags in the model differs
                  path:     $.tags
                  expected: []
                  found:    null

                b.json:14:15: scenario "not so well", step 2: POST /items matches no stub
                  sent:
                    curl -H 'Host: shop.example.com' -H 'Content-Type: application/json' -H 'access-token: it'\''s' http://127.0.0.1:8080/items --data-raw '{"name":"Pen"}'
                  received:
                    404 Not Found
                  nearest:
                    "a new item" (stubs/items.json:3)
                      ✓ method   POST
                      ✓ url      path equal to "/items"
                      ✗ body[0]  expected equal to JSON {"name":"pen"}
                                 found    {"name":"Pen"}
                                 at $.name: expected "pen", found "Pen"

                    "the pen" (stubs/items.json:2)
                      ✗ method  expected GET
                                found    POST
                      ✗ url     expected path equal to "/items/1"
                                found    "/items"

                    stubs/items.json:5
                      ✗ method  expected GET
                                found    POST
                      ✗ url     expected path equal to "/items/reset"
                                found    "/items"

                b.json:15:15: scenario "not so well", step 3: the call failed: GET http://127.0.0.1:8080/items/reset: no response (reset): 127.0.0.1:8080 reset the connection before a response came
                  sent:
                    curl -H 'Host: shop.example.com' -H 'access-token: it'\''s' http://127.0.0.1:8080/items/reset
                  received:
                    nothing: reset: 127.0.0.1:8080 reset the connection before a response came
                  expected: nothing
                  found:    {"kind":"network","reason":"reset"}

                2 scenarios, 5 steps: 1 passed, 3 failed, 1 skipped (0.00 s)

                """#)
    }

    @Test func `what is very long is shown by its beginning`() async throws {
        let long = String(repeating: "x", count: 3000)
        let folder = try ScenarioFolder(
            scenario: #"""
                {"stubs":[{"request":"GET /a","response":{"body":"y"}}],
                 "steps":[{"name":"\#(long)","send":{"http":"GET /a"},"expect":{"body":"\#(long)"}}]}
                """#)
        let text = folder.text(try await folder.run())
        #expect(text.contains("  expected: \"\(long.prefix(1999))… (1002 more characters)\n"))
        #expect(text.contains("step 1 \"\(long.prefix(60))…\""))
    }

    @Test func `the JSON report has the shape that is promised`() async throws {
        let folder = try ScenarioFolder(Self.files)
        let json = try await folder.run("").json
        let summary = try #require(json["summary"]?.object)
        #expect(json["version"] == 1)
        #expect(summary.keys == ["scenarios", "steps", "passed", "failed", "skipped", "seconds"])
        #expect(summary.dropLast().map { $0.value.integer } == [2, 5, 1, 3, 1])
        let scenarios = try #require(json["scenarios"]?.array)
        #expect(scenarios[0].object?.keys == ["name", "file", "tags", "status", "seconds", "steps"])
        #expect(scenarios[0]["tags"] == ["good"])
        #expect(scenarios.map { $0["status"]?.string } == ["passed", "failed"])
        let steps = try #require(scenarios[1]["steps"]?.array)
        #expect(steps[0].object?.keys == ["name", "line", "status", "seconds", "failures"])
        #expect(steps[0]["line"] == 6)
        #expect(steps[3]["reason"] == #"needs {{x}}, which step "step 3" did not capture"#)
        #expect(
            steps[0]["failures"]?[1]
                == [
                    "kind": "model", "path": "$.name", "expected": "pencil", "found": "pen",
                    "bodyLine": 1, "bodyColumn": 16, "message": "$.name in the model differs",
                    "file": .string(folder.folder.path(of: "b.json")),
                    "line": 10, "column": 37,
                ])
        #expect(steps[0]["failures"]?[0]?.object?.keys.contains("path") == false)
    }

    @Test func `nothing that an answer holds can turn or colour a terminal`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"stubs":[{"request":"GET /a","response":{"jsonBody":{"a":"\u009b31m\u202e"}}},
                          {"request":"GET /b","response":{"body":"raw\u001b[31m\u009b\tx\ny"}}],
                 "steps":[{"send":{"http":"GET /a"},"expect":{"json":{"a":"y"}}},
                          {"send":{"http":"GET /b"},"expect":{"body":"zz"}}]}
                """#)
        let text = folder.text(try await folder.run())
        for hidden in ["\u{1B}", "\u{9B}", "\u{202E}"] { #expect(!text.contains(hidden), "\(text)") }
        #expect(text.contains(#"found:    "\u{009B}31m\u{202E}""#), "\(text)")
        #expect(text.contains("    raw\\u{1B}[31m\\u{009B}\tx\n    y\n"), "\(text)")
    }
}
