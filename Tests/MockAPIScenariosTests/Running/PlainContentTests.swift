import Foundation
import MockAPICore
import MockAPIScenarios
import MockAPITestSupport
import Testing

/// What plain requests send, and what can be captured of an exchange.
@Suite struct PlainContentTests {
    private func run(_ scenario: String, files: [String: String] = [:]) async throws -> [StepReport] {
        let folder = try ScenarioFolder(scenario: scenario)
        for (name, text) in files { try folder.folder.write(text, to: name) }
        return try #require(try await folder.run().scenarios.first).steps
    }

    private static let stubs =
        #""stubs":[{"request":"POST /","response":{"status":201,"headers":{"Location":"/things/7"},"body":"made"}}]"#

    @Test func `a form is written as browsers do`() async throws {
        let steps = try await run(
            #"""
            {\#(Self.stubs),"variables":{"name":"Zoë & co"},"steps":[
             {"send":{"http":"POST /","form":{"a b":"1+1=2","name":"{{name}}","tag":["x","y"],"n":1.50,"yes":true,"e":""}},
              "expect":{"sent":{"body":"a+b=1%2B1%3D2&name=Zo%C3%AB+%26+co&tag=x&tag=y&n=1.50&yes=true&e=",
                                "headers":{"Content-Type":"application/x-www-form-urlencoded"}}}},
             {"send":{"http":"POST /","form":{},"headers":{"Content-Type":"x/y"}},
              "expect":{"sent":{"body":"","headers":{"Content-Type":"x/y"}}}}]}
            """#)
        #expect(steps.flatMap(\.failures) == [])
    }

    @Test func `the parts of a form come from texts, JSON, Base64 and files`() async throws {
        let steps = try await run(
            #"""
            {\#(Self.stubs),"variables":{"name":"photo","dir":"files"},"steps":[
             {"send":{"http":"POST /","multipart":[
                {"name":"{{name}}","body":"text {{name}}"},
                {"name":"data","json":{"n":"{{name}}"}},
                {"name":"bytes","base64":"AP8=","fileName":"b.bin"},
                {"name":"file","file":"{{dir}}/a.txt"},
                {"name":"other","file":"files/a.txt","fileName":"ö.png","contentType":"image/png"}]},
              "expect":{"sent":{"times":1,"parts":[
                {"name":"photo","fileName":null,"body":"text photo"},
                {"name":"data","contentType":"application/json","json":{"n":"photo"}},
                {"name":"bytes","fileName":"b.bin","contentType":"application/octet-stream","base64":"AP8="},
                {"name":"file","fileName":"a.txt","contentType":"text/plain; charset=utf-8","body":"content"},
                {"name":"other","fileName":"ö.png","contentType":"image/png","body":"content"}]}}}]}
            """#, files: ["files/a.txt": "content"])
        #expect(steps.flatMap(\.failures) == [])
    }

    @Test func `a file is sent as it is, with the type that its name says`() async throws {
        let steps = try await run(
            #"""
            {\#(Self.stubs),"steps":[
             {"send":{"http":"POST /","file":"./a.json"},
              "expect":{"sent":{"body":"{ \"a\": 1 }\n","headers":{"Content-Type":"application/json"}}}},
             {"send":{"http":"POST /","file":"b"},"expect":{"sent":{"headers":{"Content-Type":"application/octet-stream"}}},
              "capture":{"gone":{"from":"body"}}},
             {"send":{"http":"POST /","file":"{{gone}}.txt"},"expect":{"status":201}},
             {"send":{"http":"POST /","multipart":[{"name":"x","base64":"{{gone}}!"}]},"expect":{"status":201}}]}
            """#, files: ["a.json": "{ \"a\": 1 }\n", "b": "b"])
        #expect(steps.map(\.status) == [.passed, .passed, .failed, .failed])
        #expect(steps[2].failures.map(\.kind) == [.parameters])
        #expect(steps[2].failures[0].message.hasPrefix("there is no file "))
        #expect(steps[3].failures.map(\.message) == ["this is no Base64"])
    }

    @Test func `values are captured from every part of an exchange`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"POST /items","response":{"status":200,"headers":{"ETag":"\"v1\""},
                       "jsonBody":{"id":1,"name":"pen","more":{"x":[1,2]}}}},
                      {"request":"GET /check","response":{}}],
             "steps":[
              {"send":{"request":"shop.add","with":{"name":"pen"}},"capture":{
                "model":{"from":"model","path":"$.name"},"whole":{"from":"model"},"json":{"from":"body","path":"$.more.x[1]"},
                "text":{"from":"body"},"tag":{"from":"headers","name":"etag"},"status":{"from":"status"},
                "method":{"from":"sent.method"},"path":{"from":"sent.path"},"host":{"from":"sent.headers","name":"Host"},
                "sent":{"from":"sent.body","path":"$.name"},"sentText":{"from":"sent.body"}}},
              {"send":{"http":"POST /items?q=a%20b","json":{"model":"{{model}}","whole":"{{whole}}","json":"{{json}}","tag":"{{tag}}",
                "status":"{{status}}","method":"{{method}}","path":"{{path}}","host":"{{host}}","sent":"{{sent}}",
                "sentText":"{{sentText}}","text":"{{text}}"}},
               "expect":{"sent":{"json":{"model":"pen","whole":{"id":1},"json":2,"tag":"\"v1\"","status":200,"method":"POST",
                "path":"/items","host":"shop.example.com","sent":"pen","sentText":"{\"name\":\"pen\"}",
                "text":{"$contains":"more"}}}},
               "capture":{"q":{"from":"sent.query","name":"q"}}},
              {"send":{"http":"GET /check","headers":{"Q":"{{q}}"}},"expect":{"sent":{"headers":{"Q":"a b"}}}}]}
            """#)
        #expect(steps.flatMap(\.failures) == [])
    }

    @Test(arguments: [
        (#"{"from":"headers","name":"X"}"#, "the response has no header X", "headers X"),
        (#"{"from":"body","path":"$.a"}"#, "there is no JSON", "body $.a"),
        (#"{"from":"sent.query","name":"q"}"#, "the query that was sent has no q", "sent.query q"),
        (#"{"from":"sent.headers","name":"q"}"#, "what was sent has no header q", "sent.headers q"),
        (#"{"from":"sent.body","path":"$.b"}"#, "the body sent has no $.b", "sent.body $.b"),
        (#""$.id""#, "there is no JSON", "$.id"),
    ])
    func `what is not there to be captured fails and says what is missing`(
        _ capture: String, _ message: String, _ place: String
    ) async throws {
        let steps = try await run(
            #"{\#(Self.stubs),"steps":[{"send":{"http":"POST /","json":{"a":1}},"capture":{"x":\#(capture)}}]}"#)
        #expect(steps[0].failures.map(\.message) == ["\(message) to capture \"x\" from"])
        #expect(steps[0].failures.map(\.path) == [place])
        #expect(steps[0].failures.map(\.kind) == [.capture])
    }

    @Test func `values that grow from step to step are stopped`() async throws {
        let big = String(repeating: "x", count: 1 << 20)
        let step = #"{"send":{"http":"POST /","body":"{{v}}{{v}}"},"capture":{"v":{"from":"sent.body"}}}"#
        let steps = try await run(
            "{\(Self.stubs),\"variables\":{\"v\":\"\(big)\"},\"steps\":[\(Array(repeating: step, count: 5).joined(separator: ","))]}"
        )
        #expect(steps.map(\.status) == [.passed, .passed, .failed, .failed, .failed])
        #expect(steps[2].failures.map(\.message) == ["the value of \"v\" is larger than 8 MiB"])
    }
}
