import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

@testable import MockAPIScenarios

/// Runs that end before their time: by an interrupt, or by a failure that ends all.
@Suite struct EndingEarlyTests {
    static let answer = ScriptedPeer.Step.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    private static let repeated =
        #"{"stubs":[{"request":"GET /","response":{}}],"steps":[{"send":{"http":"GET /"},"expect":{"status":200}}]}"#

    @Test func `a teardown ends when nobody wants to wait for it`() async throws {
        let peer = try ScriptedPeer(
            [.readRequest, Self.answer, .close], [.readRequest, .waitForClose], [.readRequest, .waitForClose])
        defer { peer.stop() }
        let folder = try ScenarioFolder(
            scenario: #"""
                {"steps":[{"send":{"http":"GET \#(peer.baseURL)/1"},"expect":{"status":200}},
                          {"send":{"http":"GET \#(peer.baseURL)/2"},"expect":{"status":200}}],
                 "teardown":[{"send":{"http":"GET \#(peer.baseURL)/undo"},"expect":{"status":200}}]}
                """#)
        var options = ScenarioRunner.Options()
        options.timeout = .seconds(3000)
        options.teardownTime = .seconds(3000)
        let stop = TeardownStop()
        options.teardownStop = stop
        let settings = options
        let task = Task { try await folder.run(options: settings) }
        try await peer.waitForConnections(2)
        task.cancel()
        try await peer.waitForConnections(3)
        stop.end()
        let report = try await task.value
        #expect(report.wasInterrupted)
        let scenario = try #require(report.scenarios.first)
        #expect(scenario.steps.map(\.status) == [.passed, .skipped, .skipped])
        #expect(scenario.steps.map(\.skipReason) == [nil, "interrupted", "interrupted"])
        // A scenario of which a part was interrupted has not passed.
        #expect(scenario.status == .skipped)
    }

    @Test func `what repeats or waits in a parallel group ends at its next try after a failure`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"stubs":[{"request":"GET /","response":{}}],"steps":[{"parallel":[
                  {"send":{"http":"GET /"},"expect":{"status":201}},
                  {"repeat":100000,"send":{"http":"GET /"},"expect":{"status":200}},
                  {"eventually":{"within":3000,"every":0.01},"send":{"http":"GET /"},"expect":{"status":202}}]}],
                 "teardown":[{"repeat":3,"send":{"http":"GET /"},"expect":{"status":200}}]}
                """#)
        var options = ScenarioRunner.Options()
        options.stopsAtFailure = true
        let report = try await folder.run(options: options)
        let steps = try #require(report.scenarios.first).steps
        #expect(steps.map(\.status) == [.failed, .skipped, .skipped, .passed])
        #expect(steps.map(\.skipReason) == [nil, "a step has failed before", "a step has failed before", nil])
        #expect(steps[1].iterations.map { $0.run < 100_000 } == true)
        #expect(steps[2].failures == [])
        #expect(steps[3].iterations?.run == 3)
    }

    @Test func `what repeats or waits in another scenario ends at its next try after a failure`() async throws {
        let late = #"{"request":"GET /late","response":{"fixedDelayMilliseconds":300}}"#
        let stubs = #""stubs":[{"request":"GET /","response":{}},\#(late)]"#
        let folder = try ScenarioFolder([
            "d/a.json": #"{\#(stubs),"steps":[{"send":{"http":"GET /late"},"expect":{"status":201}}]}"#,
            "d/b.json":
                #"{\#(stubs),"steps":[{"eventually":{"within":3000},"send":{"http":"GET /"},"expect":{"status":201}}]}"#,
            "d/c.json": #"{\#(stubs),"steps":[{"repeat":100000,"send":{"http":"GET /"},"expect":{"status":200}}]}"#,
        ])
        var options = ScenarioRunner.Options(jobs: 3)
        options.stopsAtFailure = true
        let report = try await folder.run("d", options: options)
        #expect(report.scenarios.map(\.status) == [.failed, .skipped, .skipped])
    }

    @Test func `repetitions that do not begin any more are left out`() async throws {
        let folder = try ScenarioFolder(scenario: Self.repeated)
        let scenarios = folder.load("s.json").scenarios.flatMap { $0.repeated(100_000) }
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let runner = ScenarioRunner(options: ScenarioRunner.Options(jobs: 2), catalog: TestCatalog.catalog)
        let task = Task { await runner.run(scenarios, onFinished: { _ in continuation.yield() }) }
        for await _ in begun { break }
        task.cancel()
        let report = await task.value
        #expect(report.wasInterrupted)
        #expect(report.count(.passed) >= 1)
        #expect(report.count(.skipped) <= 2)
        #expect(report.scenarios.count < 100_000)
        #expect(report.scenarios.map(\.position) == Array(0..<report.scenarios.count))
    }

    @Test func `of each scenario that does not begin any more the first repetition is told`() async throws {
        let folder = try ScenarioFolder(["d/a.json": Self.repeated, "d/b.json": Self.repeated])
        let scenarios = folder.load("d").scenarios.flatMap { $0.repeated(3) }
        let runner = ScenarioRunner(catalog: TestCatalog.catalog)
        let told = Locked(0)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await runner.run(scenarios, onFinished: { _ in told.withLock { $0 += 1 } })
        }
        let report = await task.value
        #expect(report.scenarios.map(\.name) == ["a (1 of 3)", "b (1 of 3)"])
        #expect(report.scenarios.map(\.status) == [.skipped, .skipped])
        #expect(told.withLock { $0 } == 2)
    }
}
