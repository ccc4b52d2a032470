import Foundation
import MockAPICore
import MockAPIScenarios
import MockAPIStubs
import MockAPITestSupport
import Testing

/// Setup, teardown, skipped, repeated, awaited and parallel steps.
@Suite struct StepFlowTests {
    private func run(
        _ scenario: String, options: ScenarioRunner.Options = ScenarioRunner.Options()
    ) async throws -> [StepReport] {
        let report = try await ScenarioFolder(scenario: scenario).run(options: options)
        return try #require(report.scenarios.first).steps
    }

    // MARK: Setup and teardown

    @Test func `setup comes first and teardown last, each once, and what they capture is for those after them`()
        async throws
    {
        let steps = try await run(
            #"""
            {"teardown":[{"name":"undo","send":{"http":"DELETE /things/{{id}}"},"expect":{"status":204,"sent":{"times":1}}}],
             "steps":[{"send":{"http":"GET /things/{{id}}"},"expect":{"json":{"id":7}},"capture":{"tag":"$.tag"}},
                      {"send":{"http":"GET /things/{{id}}?{{tag}}"},"expect":{"sent":{"query":{"t":""}}}}],
             "setup":[{"name":"make","send":{"http":"POST /things"},"expect":{"status":201,"sent":{"times":1}},
                       "capture":{"id":"$.id"}}],
             "stubs":[{"request":"POST /things","response":{"status":201,"jsonBody":{"id":7}}},
                      {"request":"GET /things/7","response":{"jsonBody":{"id":7,"tag":"t"}}},
                      {"request":"DELETE /things/7","response":{"status":204}}]}
            """#)
        #expect(steps.flatMap(\.failures) == [])
        #expect(steps.map(\.phase) == [.setup, .steps, .steps, .teardown])
        #expect(steps.map(\.name) == ["make", "step 1", "step 2", "undo"])
    }

    private static let failing = #"""
        {"name":"s","stubs":[{"request":"GET /a","response":{}}],
         "setup":[{"name":"log in","send":{"http":"GET /a"},"expect":{"status":201}},
                  {"name":"more","send":{"http":"GET /a"},"expect":{"status":200}}],
         "steps":[{"send":{"http":"GET /a"},"expect":{"status":200}}],
         "teardown":[{"name":"log out","send":{"http":"GET /a"},"expect":{"status":200}},
                     {"send":{"http":"GET /a"},"expect":{"status":201}},
                     {"send":{"http":"GET /a"},"expect":{"status":200}}]}
        """#

    @Test func `after a failed setup the steps are skipped and say why, and the teardown runs as a whole`() async throws
    {
        let steps = try await run(Self.failing)
        #expect(steps.map(\.status) == [.failed, .skipped, .skipped, .passed, .failed, .passed])
        #expect(steps[1].skipReason == #"setup step 1 "log in" failed"#)
        #expect(steps[2].skipReason == #"setup step 1 "log in" failed"#)
    }

    @Test func `after a failure that stops the run, the teardown of what had begun still runs`() async throws {
        var options = ScenarioRunner.Options(jobs: 1)
        options.stopsAtFailure = true
        let folder = try ScenarioFolder(["a.json": Self.failing, "b.json": Self.failing])
        let scenarios = try await folder.run("", options: options).scenarios
        #expect(scenarios[0].steps.map(\.status) == [.failed, .skipped, .skipped, .passed, .failed, .passed])
        #expect(scenarios[1].steps.map(\.status) == Array(repeating: .skipped, count: 6))
        #expect(scenarios[1].steps[3].skipReason == "a step has failed before")
    }

    @Test func `setup and teardown are marked in every report`() async throws {
        let folder = try ScenarioFolder(scenario: Self.failing)
        let report = try await folder.run()
        let text = folder.text(report)
        #expect(text.contains(#"s.json:2:72: scenario "s", setup step 1 "log in": the status differs"#), "\(text)")
        #expect(text.contains(#"scenario "s", teardown step 2: the status differs"#), "\(text)")
        let phases = report.json["scenarios"]?[0]?["steps"]?.array?.map { $0["phase"]?.string }
        #expect(phases == ["setup", "setup", nil, "teardown", "teardown", "teardown"])
        let xml = JUnitReport(startedAt: 0, hostName: "h").text(report)
        #expect(xml.contains(#"name="setup step 1 &quot;log in&quot;""#), "\(xml)")
        #expect(HTMLReport(startedAt: 0).text(report).contains("teardown step 1 &quot;log out&quot;"))
        #expect(GitHubReport().annotations(report).contains("setup step 1 \"log in\""))
    }

    @Test(.timeLimit(.minutes(2))) func `an interrupted run still tears down what it began`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"stubs":[{"request":"GET /slow","response":{"fixedDelayMilliseconds":600000}},
                          {"request":"POST /undo","response":{}}],
                 "steps":[{"send":{"http":"GET /slow"},"expect":{"status":200}},
                          {"send":{"http":"GET /slow"},"expect":{"status":200}}],
                 "teardown":[{"send":{"http":"POST /undo"},"expect":{"status":200,"sent":{"times":1}}}]}
                """#)
        let (sent, continuation) = AsyncStream.makeStream(of: Void.self)
        var options = ScenarioRunner.Options()
        options.transport = TellingTransport(base: options.transport) { _ in continuation.yield() }
        let task = Task { [options] in try await folder.run(options: options) }
        for await _ in sent { break }
        task.cancel()
        let report = try await task.value
        #expect(report.wasInterrupted)
        #expect(report.scenarios[0].steps.map(\.status) == [.skipped, .skipped, .passed])
        #expect(report.scenarios[0].steps[0].skipReason == "interrupted")
    }

    // MARK: Skipped steps

    @Test func `what is to be skipped is not sent and says why, and so do those that need it`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /a","response":{}}],
             "steps":[{"name":"one","skip":"not yet","send":{"http":"GET /b"},"capture":{"x":"$.x"}},
                      {"send":{"http":"GET /{{x}}"},"expect":{"status":200}},
                      {"send":{"http":"GET /a"},"expect":{"status":200}}]}
            """#)
        #expect(steps.map(\.status) == [.skipped, .skipped, .passed])
        #expect(steps.map(\.skipReason) == ["not yet", #"needs {{x}}, which step "one" did not capture"#, nil])
        let all = try await run(Self.failing.replacing(#"{"name":"s","#, with: #"{"name":"s","skip":"later","#))
        #expect(all.map(\.skipReason) == Array(repeating: "later", count: 6))
    }

    @Test func `a skipped step of the setup does not keep the steps from running`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /a","response":{}}],
             "setup":[{"skip":"by hand","send":{"http":"POST /b"},"expect":{"status":200}}],
             "steps":[{"send":{"http":"GET /a"},"expect":{"status":200}}]}
            """#)
        #expect(steps.map(\.status) == [.skipped, .passed])
    }

    // MARK: Repeated steps

    @Test func `a repeated step is checked each time and has the number of the time`() async throws {
        let steps = try await run(
            #"""
            {"variables":{"n":3},
             "stubs":[{"request":"GET /items/1","response":{"jsonBody":{"n":1}}},
                      {"request":"GET /items/2","response":{"jsonBody":{"n":2}}},
                      {"request":"GET /items/3","response":{"jsonBody":{"n":3}}}],
             "steps":[{"repeat":"{{n}}","send":{"http":"GET /items/{{iteration}}"},
                       "expect":{"json":{"n":"{{iteration}}"},"sent":{"path":"/items/{{iteration}}","times":1}},
                       "capture":{"last":"$.n"}},
                      {"send":{"http":"GET /items/{{last}}"},"expect":{"sent":{"path":"/items/3"}}}]}
            """#)
        #expect(steps.flatMap(\.failures) == [])
        #expect(steps[0].iterations?.run == 3)
        #expect(steps[0].iterations?.total == 3)
        #expect(steps[1].iterations == nil)
    }

    @Test func `a repeated step ends with the first time that fails, and the report says which it was`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"name":"s","stubs":[{"request":"GET /a/{n}","response":{}},{"request":"GET /a/2","response":{"status":500}}],
                 "steps":[{"repeat":5,"send":{"http":"GET /a/{{iteration}}"},"expect":{"status":200}}]}
                """#)
        let report = try await folder.run()
        let step = report.scenarios[0].steps[0]
        #expect(step.status == .failed)
        #expect(step.failures.count == 1)
        #expect(step.exchanges.count == 1)
        #expect(folder.text(report).contains("scenario \"s\", step 1, iteration 2 of 5: the status differs"))
        #expect(report.json["scenarios"]?[0]?["steps"]?[0]?["iterations"] == 2)
    }

    // MARK: Awaited expectations

    @Test func `what is expected is waited for, and the last attempt is the one that counts`() async throws {
        let count = Locked(0)
        var options = ScenarioRunner.Options()
        options.transport = TellingTransport(base: options.transport) { request in
            request.headers.add(
                "X-Attempt",
                String(
                    count.withLock {
                        $0 += 1
                        return $0
                    }))
        }
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /job","response":{"status":202}},
                      {"request":{"urlPath":"/job","headers":{"X-Attempt":{"matches":"[3-9]"}}},
                       "response":{"jsonBody":{"done":true}}}],
             "steps":[{"eventually":{"within":60,"every":0.01},"send":{"http":"GET /job"},
                       "expect":{"status":200,"json":{"done":true},"sent":{"times":1}},"capture":{"done":"$.done"}},
                      {"send":{"http":"GET /job?{{done}}"},"expect":{"sent":{"query":{"true":""}}}}]}
            """#, options: options)
        #expect(steps.flatMap(\.failures) == [])
        #expect(steps[0].attempts?.count == 3)
        #expect(steps[0].exchanges.count == 1)
        #expect(steps[0].attempts?.outcomes.map(\.last) == [2, 3])
    }

    @Test func `the deadline is kept, and the attempts are shown`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"name":"s","stubs":[{"request":"GET /job","response":{"status":202}}],
                 "steps":[{"eventually":{"within":0.3,"every":0.1},"send":{"http":"GET /job"},"expect":{"status":200}}]}
                """#)
        let report = try await folder.run()
        let step = report.scenarios[0].steps[0]
        let attempts = try #require(step.attempts)
        #expect(step.status == .failed)
        #expect(attempts.duration >= .seconds(0.3))
        #expect(attempts.duration >= .seconds(0.1) * (attempts.count - 1))
        #expect(attempts.outcomes.count == 1)
        let text = folder.text(report)
        #expect(text.contains("\n  attempts: \(attempts.count) in "), "\(text)")
        #expect(text.contains(": the status differs: expected 200, found 202\n"), "\(text)")
        #expect(report.json["scenarios"]?[0]?["steps"]?[0]?["attempts"]?.integer == attempts.count)
    }

    @Test func `what cannot be sent is not tried again`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /a","response":{"jsonBody":{"id":1}}}],
             "steps":[{"send":{"http":"GET /a"},"capture":{"id":"$.id"}},
                      {"eventually":{"within":600},"send":{"request":"shop.item","with":{"id":"{{id}}"}},
                       "expect":{"status":200}}]}
            """#)
        #expect(steps[1].failures.map(\.kind) == [.parameters])
        #expect(steps[1].attempts?.count == 1)
    }

    // MARK: Parallel steps

    @Test(.timeLimit(.minutes(2))) func `the steps of a group run at once, and each has its own report`() async throws {
        let meeting = Meeting(of: 3)
        var options = ScenarioRunner.Options()
        options.transport = TellingTransport(base: options.transport) { _ in await meeting.arrive() }
        let steps = try await run(
            #"""
            {"variables":{"x":"1"},
             "steps":[{"parallel":[
                {"name":"a","send":{"http":"GET /a?{{x}}"},"expect":{"body":"A","sent":{"path":"/a","times":1}},
                 "capture":{"tagA":{"from":"headers","name":"ETag"}}},
                {"name":"b","send":{"http":"GET /b"},"expect":{"body":"A"}},
                {"send":{"request":"shop.owner"},"expect":{"model":{"login":"o"}},"capture":{"login":"$.login"}}],
               "stubs":[{"request":"GET /{x}","response":{"body":"A","headers":{"ETag":"t"}}},
                        {"request":"GET /owner","response":{"jsonBody":{"login":"o"}}}]}]}
            """#, options: options)
        #expect(steps.map(\.name) == ["a", "b", "step 3"])
        #expect(steps.flatMap(\.failures) == [])
    }

    @Test func `requests of one group are told apart though they are alike, and captures of all are there later`()
        async throws
    {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /n","response":{"body":"x"}},{"request":"GET /later","response":{}}],
             "steps":[{"name":"together","client":{"defaultHeaders":{"X-Group":"g"}},"parallel":[
                {"repeat":5,"send":{"http":"GET /n"},"expect":{"sent":{"times":1,"headers":{"X-Group":"g"}}}},
                {"eventually":{"within":60},"send":{"http":"GET /n"},"expect":{"sent":{"times":1}},
                 "capture":{"one":{"from":"body"}}},
                {"send":{"http":"GET /n","headers":{"X-Two":"2"}},"expect":{"sent":{"times":1,"headers":{"X-Two":"2"}}},
                 "capture":{"two":{"from":"sent.headers","name":"X-Two"}}}]},
              {"send":{"http":"GET /later","headers":{"A":"{{one}}{{two}}"}},"expect":{"sent":{"headers":{"A":"x2"},"times":1}}}]}
            """#)
        #expect(steps.flatMap(\.failures) == [])
        #expect(steps.map(\.number) == [1, 2, 3, 4])
    }

    @Test func `the stubs of a group go with it`() async throws {
        let steps = try await run(
            #"""
            {"stubs":[{"request":"GET /a","response":{"body":"1"}}],
             "steps":[
              {"send":{"http":"GET /a"},"expect":{"body":"1"}},
              {"stubs":[{"request":"GET /b","response":{}}],"parallel":[
                {"send":{"http":"GET /b"},"expect":{"status":200}},
                {"skip":"one of them","send":{"http":"GET /b"},"expect":{"status":200}},
                {"client":{"stubMode":"immediate"},"send":{"http":"GET /b"},"expect":{"status":200}}]},
              {"send":{"http":"GET /b"},"expect":{"status":404}}]}
            """#)
        #expect(steps.flatMap(\.failures) == [])
        #expect(steps.map(\.status) == [.passed, .passed, .skipped, .passed, .passed])
    }
}

/// Says when a request is about to be sent, and waits for whoever is told, who may change it.
struct TellingTransport: Transport {
    let base: any Transport
    let tell: @Sendable (inout HTTPRequest) async -> Void

    init(base: any Transport, _ tell: @escaping @Sendable (inout HTTPRequest) async -> Void) {
        self.base = base
        self.tell = tell
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        await tell(&request)
        return try await base.send(request)
    }
}

/// Holds everybody until all have arrived.
private actor Meeting {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) { self.size = size }

    func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == size else { return }
            for one in waiting { one.resume() }
            waiting = []
        }
    }
}
