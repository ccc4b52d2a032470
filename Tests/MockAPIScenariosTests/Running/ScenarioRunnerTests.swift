import Foundation
import MockAPIClient
import MockAPICore
import MockAPIScenarios
import MockAPIServer
import MockAPIStubs
import MockAPITestSupport
import Testing

@Suite struct ScenarioRunnerTests {
    private static let get = #"{"http":"GET /a"}"#

    private func run(
        _ scenario: String, options: ScenarioRunner.Options = ScenarioRunner.Options()
    ) async throws -> [StepReport] {
        let report = try await ScenarioFolder(scenario: scenario).run(options: options)
        return try #require(report.scenarios.first).steps
    }

    // MARK: Variables (field case state-5)

    @Test func `a captured value keeps its type as a whole string, and is text inside a longer one`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[
              {"request":"GET /a","response":{"jsonBody":{"id":9007199254740993,"name":"O\"Neil","tags":["x","y"],"none":null}}},
              {"request":"POST /b","response":{"status":201}}],
             "steps":[
              {"send":{"http":"GET /a"},"expect":{"json":{"id":9007199254740993,"none":null}},
               "capture":{"id":"$.id","name":"$.name","tags":"$.tags","none":"$.none"}},
              {"send":{"http":"POST /b","json":{"id":"{{id}}","label":"n-{{name}}","tags":"{{tags}}","none":"{{none}}",
                                                "code":"\\{{1}}"}},
               "expect":{"sent":{"body":"{\"id\":9007199254740993,\"label\":\"n-O\\\"Neil\",\"tags\":[\"x\",\"y\"],\"none\":null,\"code\":\"\\{{1}}\"}"}}},
              {"send":{"http":"GET /a"},"expect":{"json":{"gone":null}}},
              {"send":{"http":"GET /a"},"expect":{"json":{"id":9007199254740992}}}]}
            """#)
        #expect(steps.map(\.status) == [.passed, .passed, .failed, .failed])
        #expect(steps[1].failures == [])
        #expect(steps[2].failures.map(\.message) == ["the body has no $.gone"])
        #expect(steps[3].failures.map(\.found) == [9_007_199_254_740_993])
    }

    @Test(arguments: [#""soon""#, "null", "-1", "1e300", "86401"])
    func `a captured value that is no time fails the step that takes it for one`(_ time: String) async throws {
        let steps = try await run(
            """
            {"stubs":[{"request":"GET /a","response":{"jsonBody":\(time)}}],
             "steps":[
              {"send":{"http":"GET /a"},"capture":{"t":"$"}},
              {"send":{"http":"GET /a","timeout":"{{t}}","cancelAfter":"{{t}}"},"expect":{"status":200}},
              {"send":{"http":"GET /a"},"expect":{"elapsed":{"atMost":"{{t}}"}}}]}
            """)
        #expect(steps.map(\.status) == [.passed, .failed, .failed], "\(steps[0].failures)")
        #expect(steps[1].failures.map(\.path) == ["timeout", "cancelAfter"])
        #expect(steps[1].failures.map(\.kind) == [.parameters, .parameters])
        #expect(steps[2].failures.map(\.path) == ["atMost"])
    }

    @Test func `a call that is to be cancelled at once sends nothing`() async throws {
        for _ in 0..<20 {
            let steps = try await run(
                #"""
                {"stubs":[{"request":"GET /a","response":{}}],
                 "steps":[{"send":{"http":"GET /a","cancelAfter":0},
                           "expect":{"error":{"kind":"cancelled"},"sent":{"times":0}}}]}
                """#)
            #expect(steps[0].failures == [])
        }
    }

    @Test func `a step that needs what an earlier one did not capture is skipped, the others run`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /a","response":{"jsonBody":{"id":1}}}],
             "steps":[
              {"name":"log in","send":{"http":"GET /a"},"expect":{"status":200},"capture":{"token":"$.token"}},
              {"send":{"http":"GET /a","headers":{"t":"{{token}}"}},"expect":{"status":200}},
              {"send":{"http":"GET /a"},"expect":{"status":200}}]}
            """#)
        #expect(steps.map(\.status) == [.failed, .skipped, .passed])
        #expect(steps[0].failures.map(\.kind) == [.capture])
        #expect(steps[0].failures.map(\.message) == [#"the body has no $.token to capture "token" from"#])
        #expect(steps[1].skipReason == #"needs {{token}}, which step "log in" did not capture"#)
    }

    @Test func `a capture needs no expectation, and is taken from the model of a typed request`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /owner","response":{"jsonBody":{"login":"x","extra":1}}}],
             "steps":[
              {"send":{"request":"shop.owner"},"capture":{"login":"$.login","nick":"$.nick"}},
              {"send":{"request":"shop.owner"},"expect":{"modelExactly":{"login":"{{login}}","nick":"{{nick}}"}}},
              {"send":{"request":"shop.owner"},"capture":{"extra":"$.extra"}},
              {"send":{"http":"GET /nothing"},"capture":{"x":"$"}}]}
            """#)
        #expect(steps.map(\.status) == [.passed, .passed, .failed, .failed])
        #expect(steps[2].failures.map(\.message) == [#"the model has no $.extra to capture "extra" from"#])
        #expect(steps[3].failures.map(\.kind) == [.unmatched])
    }

    @Test func `parameters that no longer fit once variables are replaced fail the step at their place`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /a","response":{"jsonBody":{"id":1}}}],
             "steps":[
              {"send":{"http":"GET /a"},"capture":{"id":"$.id"}},
              {"send":{"request":"shop.item","with":
              {"id":"{{id}}"}},"expect":{"status":200}}]}
            """#)
        let failure = try #require(steps[1].failures.first)
        #expect(failure.kind == .parameters)
        #expect(failure.path == "$.id")
        #expect(failure.message == "must be a string, found number 1")
        #expect("\(failure.location.line):\(failure.location.column)" == "5:9")
    }

    // MARK: Stubs

    @Test func `a step's stubs are the newest and go with the step`() async throws {
        let folder = try ScenarioFolder([
            "stubs/a.json": #"{"request":"GET /a","response":{"body":"file"}}"#,
            "more/template.json": #"{"request":"GET /{x}","response":{"body":"template"}}"#,
            "more/exact.json": #"{"request":"GET /a","response":{"body":"exact"}}"#,
            "s.json": #"""
            {"stubs":["stubs"],"steps":[
              {"send":{"http":"GET /a"},"expect":{"body":"file"}},
              {"stubs":["more"],"send":{"http":"GET /a"},"expect":{"body":"exact"}},
              {"stubs":["more"],"send":{"http":"GET /b"},"expect":{"body":"template"}},
              {"stubs":["more",{"request":"GET /{x}","response":{"body":"inline"}}],
               "send":{"http":"GET /a"},"expect":{"body":"inline"}},
              {"client":{"stubMode":"immediate"},"stubs":["more"],"send":{"http":"GET /a"},"expect":{"body":"exact"}},
              {"send":{"http":"GET /a"},"expect":{"body":"file"}}]}
            """#,
        ])
        let steps = try #require(try await folder.run().scenarios.first).steps
        #expect(steps.flatMap(\.failures).isEmpty)
    }

    @Test func `inline stubs of a scenario win over those of its files`() async throws {
        let folder = try ScenarioFolder([
            "stubs/a.json": #"{"request":"GET /a","response":{"body":"file"}}"#,
            "stubs/__files/x.txt": "from a file",
            "s.json": #"""
            {"stubs":[{"request":"GET /{x}","response":{"body":"inline"}},"stubs"],"steps":[
              {"send":{"http":"GET /a"},"expect":{"body":"inline"}}]}
            """#,
        ])
        #expect(try await folder.run().isSuccess)
    }

    @Test func `two folders may have files of the same name`() async throws {
        let folder = try ScenarioFolder([
            "one/a.json": #"{"request":"GET /one","response":{"body":"1"}}"#,
            "two/a.json": #"{"request":"GET /two","response":{"body":"2"}}"#,
            "s.json": #"""
            {"stubs":["one","two"],"steps":[
              {"send":{"http":"GET /one"},"expect":{"body":"1"}},{"send":{"http":"GET /two"},"expect":{"body":"2"}}]}
            """#,
        ])
        #expect(try await folder.run().isSuccess)
    }

    @Test func `a scenario that names no stubs gets the default ones`() async throws {
        let folder = try ScenarioFolder([
            "stubs/a.json": #"{"request":"GET /a","response":{"body":"default"}}"#,
            "s.json": #"{"steps":[{"send":{"http":"GET /a"},"expect":{"body":"default"}}]}"#,
            "t.json": #"{"stubs":[],"steps":[{"send":{"http":"GET /a"},"expect":{"status":404}}]}"#,
        ])
        let loaded = folder.load("s.json", "t.json", stubs: "stubs")
        #expect((loaded.findings + loaded.stubFindings).isEmpty)
        #expect(await ScenarioRunner(catalog: TestCatalog.catalog).run(loaded.scenarios).isSuccess)
    }

    @Test func `what is said of requests of which there may be none is told where there are none`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"stubs":[{"request":"GET /a","response":{}}],"steps":[
                 {"send":{"http":"GET /a"},"expect":{"sent":{"path":"/b",
                  "times":{"$oneOf":[0,1]}}}},
                 {"send":{"http":"GET /a","cancelAfter":0},"expect":{"error":{"kind":"cancelled"},"sent":{"headers":{"X":"1"},
                  "times":{"$type":"integer"}}}},
                 {"send":{"http":"GET /a"},"expect":{"sent":{"path":"/a","times":{"$oneOf":[0,1]}}}},
                 {"send":{"http":"GET /a"},"expect":{"sent":{"path":"/b","times":0}}},
                 {"send":{"http":"GET /a","cancelAfter":0},
                  "expect":{"error":{"kind":"cancelled"},"sent":{"times":{"$oneOf":[0,1]}}}}]}
                """#)
        let report = try await folder.run()
        #expect(report.isSuccess, "\(folder.text(report))")
        let warnings = report.scenarios[0].steps.map { $0.warnings.map { "\($0.location?.line ?? 0): \($0.message)" } }
        let message = "no request was like this, so the rest of \"sent\" checked nothing"
        #expect(warnings == [["3: \(message)"], ["5: \(message)"], [], [], []])
        #expect(report.scenarios[0].steps[0].warnings.map(\.severity) == [.warning])
    }

    @Test func `scenarios that run at once do not see each other's stubs`() async throws {
        let files = (0..<32).map { index in
            let steps = Array(
                repeating: #"{"send":{"http":"GET /a"},"expect":{"body":"\#(index)","sent":{"times":1}}}"#, count: 20)
            return #"""
                {"name":"\#(index)","stubs":[{"request":"GET /a","response":{"body":"\#(index)"}}],
                 "steps":[\#(steps.joined(separator: ","))]}
                """#
        }
        let folder = try ScenarioFolder([:])
        for (index, file) in files.enumerated() { try folder.folder.write(file, to: "\(index).json") }
        let report = try await folder.run("", options: ScenarioRunner.Options(jobs: 16))
        #expect(report.count(.passed) == 640)
        #expect(report.scenarios.flatMap(\.steps).flatMap(\.failures).isEmpty)
    }

    @Test func `finished scenarios are told in the order of files, whichever ends first`() async throws {
        let folder = try ScenarioFolder([:])
        for (index, delay) in [200, 0, 100, 0].enumerated() {
            try folder.folder.write(
                #"""
                {"name":"\#(index)","stubs":[{"request":"GET /a","response":{"fixedDelayMilliseconds":\#(delay)}}],
                 "steps":[{"send":{"http":"GET /a"},"expect":{"status":200}}]}
                """#, to: "\(index).json")
        }
        let told = Locked<[String]>([])
        let runner = ScenarioRunner(options: ScenarioRunner.Options(jobs: 4), catalog: TestCatalog.catalog)
        let report = await runner.run(folder.load("").scenarios) { report in told.withLock { $0.append(report.name) } }
        #expect(told.withLock { $0 } == ["0", "1", "2", "3"])
        #expect(report.scenarios.map(\.name) == ["0", "1", "2", "3"])
    }

    // MARK: The client

    @Test func `tokens and default headers of a step win over those of the scenario`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"ANY /{x}","response":{"jsonBody":{"login":"x"}}}],
             "client":{"accessToken":"t1","defaultHeaders":{"A":"1","B":"1"}},
             "steps":[
              {"send":{"request":"shop.owner"},"expect":{"sent":{"headers":{"access-token":"t1","A":"1","B":"1"}}}},
              {"client":{"accessToken":"t2","defaultHeaders":{"a":"2"}},"send":{"request":"shop.owner"},
               "expect":{"sent":{"headers":{"access-token":["t2"],"A":["2"],"B":"1"}}}},
              {"client":{"accessToken":null},"send":{"http":"GET /x"},
               "expect":{"sent":{"headers":{"access-token":null,"A":"1"}}}}]}
            """#)
        #expect(steps.flatMap(\.failures).isEmpty)
    }

    @Test func `a cancelled run skips what has not ended`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"stubs":[{"request":"GET /slow","response":{"fixedDelayMilliseconds":60000}}],
                 "steps":[{"send":{"http":"GET /slow"},"expect":{"status":200}},
                          {"send":{"http":"GET /slow"},"expect":{"status":200}}]}
                """#)
        let scenarios = folder.load("s.json").scenarios
        let task = Task { await ScenarioRunner(catalog: TestCatalog.catalog).run(scenarios) }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        let report = await task.value
        #expect(report.wasInterrupted)
        #expect(report.count(.skipped) == 2)
        #expect(report.scenarios[0].steps.map(\.skipReason) == ["interrupted", "interrupted"])
        #expect(report.duration < .seconds(30))
    }
}

/// Runs against a server that is not the scenario's own.
@Suite struct ProviderTests {
    private static let scenario = #"""
        {"stubs":[{"request":"GET /owner","response":{"jsonBody":{"login":"stub"}}}],
         "steps":[
          {"name":"typed","send":{"request":"shop.owner"},
           "expect":{"model":{"login":"provider"},"sent":{"method":"GET","path":"/owner","times":1}}},
          {"name":"plain","send":{"http":"GET /plain"},"expect":{"body":"plain"}},
          {"name":"write","send":{"request":"shop.add","with":{"name":"x"}},"expect":{"status":201}},
          {"name":"own","stubs":[{"request":"GET /owner","response":{}}],"send":{"request":"shop.owner"},
           "expect":{"status":200}},
          {"name":"stubbed","client":{"stubMode":"immediate"},"send":{"request":"shop.owner"},"expect":{"status":200}}]}
        """#

    private func run(_ provider: (String) -> Provider, on stubs: String) async throws -> RunReport {
        let server = MockServer(stubs: try StubLoader.read(stubs).stubsOrThrow())
        try server.start()
        let report = try await ScenarioFolder(scenario: Self.scenario).run(
            options: ScenarioRunner.Options(provider: provider(server.baseURL.absoluteString)))
        await server.stop()
        return report
    }

    private static let stubs = #"""
        {"mappings":[{"request":"GET /owner","response":{"jsonBody":{"login":"provider"}}},
                     {"request":"GET /plain","response":{"body":"plain"}}]}
        """#

    @Test func `only safe requests go to a provider, and steps that stubs answer are skipped`() async throws {
        let report = try await run({ Provider(baseURL: $0) }, on: Self.stubs)
        let steps = report.scenarios[0].steps
        #expect(steps.flatMap(\.failures).isEmpty)
        #expect(steps.map(\.status) == [.passed, .passed, .skipped, .skipped, .skipped])
        #expect(
            steps.compactMap(\.skipReason) == [
                "POST is not sent to a provider without --allow-writes", "has stubs of its own",
                "is answered by stubs, not by the provider",
            ])
    }

    @Test func `what was sent to a provider is compared as if it had gone to the service itself`() async throws {
        let server = MockServer(
            stubs: try StubLoader.read(#"{"request":"GET /v3/items/{id}","response":{"jsonBody":{"id":1,"name":"x"}}}"#)
                .stubsOrThrow())
        try server.start()
        let folder = try ScenarioFolder(
            scenario: #"""
                {"steps":[
                 {"send":{"request":"shop.item","with":{"id":"1"}},
                  "expect":{"sent":{"path":"/items/1","headers":{"Host":"shop.example.com"},"times":1}}},
                 {"send":{"http":"GET https://shop.example.com/items/2?a=b"},
                  "expect":{"status":200,"sent":{"path":"/items/2","query":{"a":"b"},"headers":{"Host":"shop.example.com"}}}},
                 {"send":{"http":"GET http://127.0.0.1:1/"},
                  "expect":{"error":{"kind":"network","reason":"refused"},"sent":{"times":0}}},
                 {"send":{"http":"POST http://127.0.0.1:1/"},"expect":{"status":200}}]}
                """#)
        let provider = Provider(services: ["shop": "\(server.baseURL.absoluteString)/v3/"])
        let report = try await folder.run(options: ScenarioRunner.Options(provider: provider))
        await server.stop()
        #expect(report.scenarios[0].steps.flatMap(\.failures).isEmpty)
        #expect(report.scenarios[0].steps.map(\.status) == [.passed, .passed, .passed, .skipped])
        #expect(!report.providerWasUnreachable)
    }

    @Test func `a provider of one service leaves the rest to the scenario's server`() async throws {
        let report = try await run({ Provider(services: ["shop": $0]) }, on: Self.stubs)
        let steps = report.scenarios[0].steps
        #expect(steps.map(\.status) == [.passed, .failed, .skipped, .skipped, .passed])
        #expect(steps[1].failures.map(\.kind) == [.unmatched])
    }

    @Test func `a provider that cannot be reached is told`() async throws {
        let report = try await ScenarioFolder(scenario: Self.scenario).run(
            options: ScenarioRunner.Options(provider: Provider(baseURL: "http://127.0.0.1:1")))
        #expect(report.providerWasUnreachable)
        #expect(report.scenarios[0].steps[0].failures.map(\.kind) == [.error, .sent])
    }

    @Test func `a provider that fails is not one that cannot be reached`() async throws {
        let report = try await run(
            { Provider(baseURL: $0) }, on: #"{"request":"GET /owner","response":{"status":500}}"#)
        #expect(!report.providerWasUnreachable)
        #expect(!report.isSuccess)
    }
}
