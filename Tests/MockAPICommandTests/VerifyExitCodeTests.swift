import MockAPICore
import Testing

@testable import MockAPICommand
@testable import MockAPIScenarios

@Suite struct VerifyExitCodeTests {
    private let place = FileLocation(file: "a.json", line: 1, column: 1)

    private func report(_ statuses: [StepStatus], failure: StepFailure.Kind = .status) -> RunReport {
        let steps = statuses.enumerated().map { index, status in
            var step = StepReport(name: "step", number: index + 1, location: place, status: status)
            if status == .failed { step.failures = [StepFailure(failure, at: place, "it failed")] }
            return step
        }
        let scenario = ScenarioReport(name: "a", file: "a.json", tags: [], duration: .zero, steps: steps)
        return RunReport(scenarios: [scenario], duration: .zero)
    }

    @Test(
        arguments: [
            ([.passed, .skipped], .success), ([.passed, .failed], .failed), ([.skipped], .nothingToRun),
        ] as [([StepStatus], ExitCode)])
    func `a run ends with what became of its steps`(statuses: [StepStatus], code: ExitCode) {
        #expect(VerifyCommand.exitCode(report(statuses), .standard) == code)
    }

    @Test func `a server that could not start is no failed expectation`() {
        #expect(VerifyCommand.exitCode(report([.failed, .skipped], failure: .server), .standard) == .network)
    }

    @Test func `an interrupt comes before everything else`() {
        var report = report([.failed])
        report.wasInterrupted = true
        #expect(VerifyCommand.exitCode(report, .standard) == .interrupted)
    }
}
