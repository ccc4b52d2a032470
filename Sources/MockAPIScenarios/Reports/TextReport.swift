import MockAPICore

/// Writes reports as text for people.
///
/// A scenario that passed takes one line. A failure begins with its place, scenario and step; then come, once for a step, what
/// was sent and what came back, the path, what was expected and found, and at its end the command that runs it again.
public struct TextReport: Sendable {
    /// How words are marked; by default, not at all.
    public enum Style: Sendable, Hashable {
        /// The word for a scenario that passed.
        case passed
        /// The word for a scenario that failed.
        case failed
        /// The word for a step that was skipped.
        case skipped
        /// The line that a failure begins with.
        case headline
    }

    let paint: @Sendable (String, Style) -> String

    /// Makes a writer; `paint` may colour words.
    public init(paint: @escaping @Sendable (String, Style) -> String = { text, _ in text }) { self.paint = paint }

    /// The text of one scenario, ending with a line break.
    public func text(_ report: ScenarioReport) -> String {
        var lines = [headline(report)]
        for step in report.steps where step.status == .skipped {
            lines.append("  skipped: \(step.title)" + (step.skipReason.map { ": \(Wording.visible($0))" } ?? ""))
        }
        for step in report.steps {
            lines += step.warnings.map { "  \($0)" }
        }
        for step in report.steps where step.status == .failed {
            lines += ["", failures(of: step, in: report)]
        }
        if report.status == .failed { lines.append("") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The line that sums up a run, ending with a line break.
    public func summary(_ report: RunReport) -> String {
        let parts = [
            "\(report.count(.passed)) passed", "\(report.count(.failed)) failed", "\(report.count(.skipped)) skipped",
        ]
        let counts = "\(Self.count(report.scenarios.count, "scenario")), \(Self.count(report.stepCount, "step"))"
        let style: Style = report.isSuccess ? .passed : .failed
        let interruption = report.wasInterrupted ? ", interrupted" : ""
        return paint("\(counts): \(parts.joined(separator: ", "))", style)
            + "\(interruption) (\(Self.seconds(report.duration)))\n"
    }

    private func headline(_ report: ScenarioReport) -> String {
        let (word, style): (String, Style) =
            switch report.status {
            case .passed: ("passed ", .passed)
            case .failed: ("FAILED ", .failed)
            case .skipped: ("skipped", .skipped)
            }
        var parts = [Self.count(report.steps.count, "step")]
        for status in [StepStatus.failed, .skipped] where report.count(status) > 0 {
            parts.append("\(report.count(status)) \(status.rawValue)")
        }
        parts.append(Self.seconds(report.duration))
        let title = Wording.visible("\(report.file): \(report.name)")
        return "\(paint(word, style)) \(title) (\(parts.joined(separator: ", ")))"
    }

    /// The failures of a step, what was sent and came back, and how to run it again; does not end with a line break.
    func failures(of step: StepReport, in report: ScenarioReport) -> String {
        var lines: [String] = []
        for (index, failure) in step.failures.enumerated() {
            let place = "\(failure.location): scenario \(Wording.quoted(report.name)), \(step.fullTitle)"
            lines.append("\(paint(Wording.visible(place), .headline)): \(Wording.visibleLines(failure.message))")
            if index == 0 { lines += exchanges(of: step) }
            lines += Self.difference(failure)
        }
        if let attempts = step.attempts { lines += Self.lines(attempts) }
        if let command = step.rerunCommand { lines.append("  again:    \(command)") }
        return lines.joined(separator: "\n")
    }

    private func exchanges(of step: StepReport) -> [String] {
        if step.exchanges.isEmpty { return ["  nothing was sent"] }
        // The answer to a request that met no stub repeats what the failure says.
        let isMiss = step.failures.contains { $0.kind == .unmatched }
        return step.exchanges.flatMap { exchange in
            [
                "  sent:", Self.indented(exchange.curl, by: 4), "  received:",
                Self.indented(Wording.visibleLines(exchange.outcomeText(omittingMiss: isMiss)), by: 4),
            ]
        }
    }

    private static func difference(_ failure: StepFailure) -> [String] {
        var lines: [String] = []
        if let path = failure.path { lines.append("  path:     \(Wording.visible(path))") }
        if failure.expected != nil || failure.found != nil {
            // What cannot be sent is not compared with anything.
            if failure.kind != .parameters { lines.append("  expected: \(value(failure.expected))") }
            lines.append("  found:    \(value(failure.found))")
        }
        if let place = failure.bodyPlace { lines.append("  in body:  \(place)") }
        if let json = failure.surroundings { lines.append("  in JSON:  \(value(json, limit: 300))") }
        if let details = failure.details { lines.append(Wording.visibleLines(details)) }
        return lines
    }

    /// How often a step was tried, and what came of it.
    static func lines(_ attempts: StepReport.Attempts) -> [String] {
        let outcomes = attempts.outcomes.map { outcome in
            let numbers = outcome.first == outcome.last ? "\(outcome.first)" : "\(outcome.first) to \(outcome.last)"
            return "    \(numbers): \(Wording.visibleLines(outcome.message))"
        }
        return ["  attempts: \(attempts.count) in \(seconds(attempts.duration))"] + outcomes
    }

    /// A value, cut where it is long.
    static func value(_ value: JSONValue?, limit: Int = 2000) -> String {
        guard let text = (value?.rendered(.compact)).map(Wording.visible) else { return "nothing" }
        let count = text.unicodeScalars.count
        return count <= limit
            ? text : "\(String(text.unicodeScalars.prefix(limit)))… (\(count - limit) more characters)"
    }

    private static func indented(_ text: String, by count: Int = 2) -> String {
        let indent = String(repeating: " ", count: count)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
    }

    package static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A time such as `1.25 s`.
    static func seconds(_ duration: Duration) -> String {
        let hundredths = Int((duration.seconds * 100).rounded())
        let fraction = String(hundredths % 100)
        return "\(hundredths / 100).\(fraction.count == 1 ? "0" : "")\(fraction) s"
    }
}
