import MockAPICore
import MockAPISockets
import Testing

@testable import MockAPIScenarios

@Suite struct `A run with a provider` {
    @Test func `fails loudly where what is sent cannot be recorded`() async throws {
        let folder = try ScenarioFolder(
            scenario: #"""
                {"steps":[{"send":{"http":"GET /a"},"expect":{"status":200}},
                          {"send":{"http":"GET /b"},"expect":{"status":200}}]}
                """#)
        let scenario = try #require(folder.load("s.json").scenarios.first)
        var options = ScenarioRunner.Options()
        options.passThroughProblem = SocketError(call: "bind", 13)
        let run = ScenarioRun(scenario, options: options, catalog: TestCatalog.catalog, hasFailed: Locked(false))
        let steps = await run.run().steps
        #expect(steps.map(\.status) == [.failed, .skipped])
        let message = steps.first?.failures.first?.message ?? ""
        #expect(message.hasPrefix("the server that records what is sent to the provider could not be started: bind"))
        #expect(steps.last?.skipReason == "the server that records what is sent to the provider could not be started")
    }
}
