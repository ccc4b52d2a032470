import Foundation
import MockAPICore
import MockAPIScenarios
import MockAPIServer
import MockAPITestSupport
import Testing

/// The states that a provider is brought into; another server of ours plays the provider and sets them up.
@Suite struct ProviderStateTests {
    private static let provider = #"""
        {"mappings":[
         {"request":{"method":"POST","urlPath":"/states","bodyPatterns":[{"equalToJson":{"name":"an item","parameters":{"of":"shop"}}}],
                     "headers":{"X-Key":{"equalTo":"k"}}},
          "response":{"jsonBody":{"id":"42","no name":1}}},
         {"request":{"method":"POST","urlPath":"/states","bodyPatterns":[{"equalToJson":{"name":"quiet","parameters":{}}}]},
          "response":{"status":204}},
         {"request":{"method":"POST","urlPath":"/states","bodyPatterns":[{"equalToJson":{"name":"odd","parameters":{}}}]},
          "response":{"body":"done"}},
         {"request":"GET /items/42","response":{"jsonBody":{"id":42,"name":"pen"}}},
         {"request":"GET /items/7","response":{"jsonBody":{"id":7,"name":"cap"}}}]}
        """#

    private static let scenario = #"""
        {"name":"s","variables":{"shop":"shop","id":"7","path":"/items/{{id}}"},
         "stubs":[{"request":"GET /items/7","response":{"jsonBody":{"id":7}}},{"request":"POST /x","response":{}}],
         "given":[GIVEN],
         "steps":[
          {"send":{"http":"GET {{path}}"},"expect":{"status":200,"sent":{"path":"/items/{{id}}"}}},
          {"given":["quiet"],"send":{"http":"GET /items/{{id}}"},"expect":{"json":{"id":{"$type":"integer"}}}},
          {"given":["odd"],"send":{"http":"POST /x"},"expect":{"status":200}}]}
        """#
    private static let item = #"{"name":"an item","parameters":{"of":"{{shop}}"}}"#

    /// Runs the scenario with some states against the provider.
    private func run(
        _ given: String, hasStateURL: Bool = true, scenario: String = ProviderStateTests.scenario
    ) async throws -> (steps: [StepReport], states: [String]) {
        let server = MockServer()
        try server.add(json: Self.provider)
        try server.start()
        var options = ScenarioRunner.Options()
        options.provider.baseURL = server.baseURL.absoluteString
        options.providerHeaders = ["X-Key": "k"]
        if hasStateURL { options.stateURL = server.baseURL.appendingPathComponent("states") }
        let folder = try ScenarioFolder(scenario: scenario.replacing("GIVEN", with: given))
        let report = try await folder.run(options: options)
        await server.stop()
        let states = server.journal.entries.filter { $0.request.rawPath == "/states" }.map {
            String(decoding: $0.request.body, as: UTF8.self)
        }
        return (try #require(report.scenarios.first).steps, states)
    }

    @Test func `against the embedded server states are only names`() async throws {
        let folder = try ScenarioFolder(scenario: Self.scenario.replacing("GIVEN", with: Self.item))
        let report = try await folder.run()
        #expect(report.scenarios[0].steps.map(\.status) == [.passed, .passed, .passed])
    }

    @Test func `a provider is asked for each state, and its answer becomes variables`() async throws {
        let (steps, states) = try await run(Self.item)
        #expect(steps.flatMap(\.failures) == [])
        #expect(steps.map(\.status) == [.passed, .passed, .skipped])
        #expect(steps[0].exchanges.first?.request.url.path == "/items/42")
        // The last step is not sent, so that its state is not needed.
        #expect(
            states == [
                #"{"name":"an item","parameters":{"of":"shop"}}"#, #"{"name":"quiet","parameters":{}}"#,
            ])
    }

    @Test func `a state that cannot be set up fails the scenario, whose steps are skipped`() async throws {
        let (steps, _) = try await run(#""odd""#)
        #expect(steps.map(\.status) == [.failed, .skipped, .skipped, .skipped])
        #expect(steps[0].failures.map(\.kind) == [.given])
        #expect(
            steps[0].failures[0].message
                == #"the state "odd" could not be set up: the answer is neither empty nor a JSON object"#)
        #expect(steps[0].failures[0].location.line == 3)
        #expect(steps[0].exchanges.count == 1)
        #expect(steps[1].skipReason == #"state "odd" failed"#)
    }

    @Test func `a state that cannot be set up fails the step that needs it`() async throws {
        let (steps, _) = try await run(
            Self.item, scenario: Self.scenario.replacing("\"quiet\"", with: "\"missing\""))
        #expect(steps.map(\.status) == [.passed, .failed, .skipped])
        #expect(steps[1].failures.map(\.message) == [#"the state "missing" could not be set up: the answer is 404"#])
    }

    @Test func `without a place to set states up, what needs one is skipped`() async throws {
        let (steps, states) = try await run(Self.item, hasStateURL: false)
        #expect(steps.map(\.status) == [.skipped, .skipped, .skipped])
        #expect(
            steps[0].skipReason
                == #"needs the state "an item" of the provider, and --state-url is not given"#)
        #expect(states == [])
        let own = try await run(
            "", hasStateURL: false, scenario: Self.scenario.replacing("\"given\":[GIVEN],", with: ""))
        #expect(own.steps.map(\.status) == [.passed, .skipped, .skipped])
    }

    @Test func `a state of a parallel group is set up once for all its steps`() async throws {
        let (steps, states) = try await run(
            "",
            scenario: #"""
                {"variables":{"id":"7"},"steps":[{"given":[{"name":"an item","parameters":{"of":"shop"}}],"parallel":[
                  {"send":{"http":"GET /items/{{id}}"},"expect":{"json":{"id":42}}},
                  {"send":{"http":"GET /items/{{id}}"},"expect":{"json":{"id":42}}}]}]}
                """#)
        #expect(steps.flatMap(\.failures) == [])
        #expect(states.count == 1)
    }
}
