import Foundation
import MockAPICore

/// Writes a run as JUnit XML, which build servers read.
///
/// A scenario is a test suite, a step a test case. The form is what the schemas of Ant (`JUnit.xsd`) and Jenkins
/// (`junit-10.xsd`) have in common; all failures of a step stand in one `failure`.
public struct JUnitReport: Sendable {
    private let startedAt: Date
    private let hostName: String

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - startedAt: when the run began, in seconds since 1970.
    ///   - hostName: the machine that ran it.
    public init(startedAt: Double, hostName: String) {
        self.startedAt = Date(timeIntervalSince1970: startedAt)
        self.hostName = hostName
    }

    /// The document.
    public func text(_ report: RunReport) -> String {
        let findings =
            (report.drifts ?? []).map { ("drift", $0.location.map { "\($0): " } ?? "", $0.message) }
            + report.coverageProblems.map { ("coverage", "", $0) }
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
        // Without attributes: the older of the two common schemas allows none here, and readers add the suites up.
        lines.append("<testsuites>")
        for (index, scenario) in report.scenarios.enumerated() { lines += suite(scenario, index) }
        if !findings.isEmpty { lines += suite(findings, report.scenarios.count) }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func suite(_ scenario: ScenarioReport, _ index: Int) -> [String] {
        let attributes = [
            ("name", scenario.name), ("package", scenario.file), ("id", "\(index)"),
            ("timestamp", startedAt.inUTC("yyyy-MM-dd'T'HH:mm:ss")),
            ("hostname", hostName), ("tests", "\(scenario.steps.count)"), ("failures", "\(scenario.count(.failed))"),
            ("errors", "0"), ("skipped", "\(scenario.count(.skipped))"), ("time", Self.seconds(scenario.duration)),
        ]
        var lines = ["  <testsuite\(Self.attributes(attributes))>", "    <properties/>"]
        for step in scenario.steps { lines += testCase(step, scenario) }
        return lines + ["    <system-out/>", "    <system-err/>", "  </testsuite>"]
    }

    /// What a whole run found beside its steps, each as a test case that failed.
    private func suite(_ findings: [(kind: String, place: String, message: String)], _ index: Int) -> [String] {
        let attributes = [
            ("name", "mockapi verify"), ("package", "mockapi"), ("id", "\(index)"),
            ("timestamp", startedAt.inUTC("yyyy-MM-dd'T'HH:mm:ss")), ("hostname", hostName),
            ("tests", "\(findings.count)"), ("failures", "\(findings.count)"), ("errors", "0"), ("skipped", "0"),
            ("time", "0.000"),
        ]
        var lines = ["  <testsuite\(Self.attributes(attributes))>", "    <properties/>"]
        for (kind, place, message) in findings {
            lines += [
                "    <testcase\(Self.attributes([("name", "\(place)\(kind)"), ("classname", kind), ("time", "0.000")]))>",
                "      <failure\(Self.attributes([("message", message), ("type", kind)]))>\(MarkupText.escape(place + message))</failure>",
                "    </testcase>",
            ]
        }
        return lines + ["    <system-out/>", "    <system-err/>", "  </testsuite>"]
    }

    private func testCase(_ step: StepReport, _ scenario: ScenarioReport) -> [String] {
        let attributes = Self.attributes([
            ("name", step.title), ("classname", scenario.name), ("time", Self.seconds(step.duration)),
        ])
        switch step.status {
        case .passed: return ["    <testcase\(attributes)/>"]
        case .skipped:
            let reason = step.skipReason.map { [("message", $0)] } ?? []
            return ["    <testcase\(attributes)>", "      <skipped\(Self.attributes(reason))/>", "    </testcase>"]
        case .failed:
            let message = step.failures.map(\.message).joined(separator: "; ")
            let kind = step.failures.first?.kind.rawValue ?? StepFailure.Kind.error.rawValue
            let text = TextReport().failures(of: step, in: scenario)
            return [
                "    <testcase\(attributes)>",
                "      <failure\(Self.attributes([("message", message), ("type", kind)]))>\(MarkupText.escape(text))</failure>",
                "    </testcase>",
            ]
        }
    }

    private static func attributes(_ pairs: [(String, String)]) -> String {
        pairs.map { " \($0)=\"\(MarkupText.escape($1))\"" }.joined()
    }

    private static func seconds(_ duration: Duration) -> String {
        String(format: "%.3f", locale: Locale(identifier: "en_US_POSIX"), duration.seconds)
    }
}
