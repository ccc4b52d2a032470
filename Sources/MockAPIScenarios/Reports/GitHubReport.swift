import MockAPICore

/// Writes a run for GitHub's runners: an annotation for each failure, and a summary of the job in Markdown.
public struct GitHubReport: Sendable {
    /// Makes a writer.
    public init() {}

    /// One workflow command a failure, each with a line break; nothing where all is well.
    public func annotations(_ report: RunReport) -> String {
        var lines: [String] = []
        for scenario in report.scenarios {
            for step in scenario.steps {
                for failure in step.failures {
                    var message = failure.message
                    if failure.expected != nil || failure.found != nil {
                        message += "\nexpected: \(TextReport.value(failure.expected))"
                        message += "\nfound: \(TextReport.value(failure.found))"
                    }
                    lines.append(
                        GitHubCommand.annotation(
                            .error, at: failure.location, title: "\(scenario.name), \(step.fullTitle)", message))
                }
            }
        }
        for drift in report.drifts ?? [] {
            lines.append(GitHubCommand.annotation(.error, at: drift.location, title: "drift", drift.message))
        }
        lines += report.coverageProblems.map { GitHubCommand.annotation(.error, at: nil, title: "coverage", $0) }
        return lines.map { "\($0)\n" }.joined()
    }

    /// The summary in Markdown: the counts, then each failed step.
    public func summary(_ report: RunReport) -> String {
        var lines = [
            "### mockapi verify: \(report.isSuccess ? "passed" : "failed")", "",
            "| scenarios | steps | passed | failed | skipped | seconds |", "|---|---|---|---|---|---|",
            "| \(report.scenarios.count) | \(report.stepCount) | \(report.count(.passed)) | \(report.count(.failed)) |"
                + " \(report.count(.skipped)) | \(TextReport.seconds(report.duration).dropLast(2)) |",
        ]
        for scenario in report.scenarios where scenario.status == .failed {
            lines += ["", "#### \(MarkupText.escape(scenario.name)) (\(MarkupText.escape(scenario.file)))"]
            for step in scenario.steps where step.status == .failed {
                let text = TextReport().failures(of: step, in: scenario)
                lines += [
                    "", "<details><summary>\(MarkupText.escape(step.title))</summary>", "",
                    "<pre>\(MarkupText.escape(text))</pre>", "</details>",
                ]
            }
        }
        let findings = TextReport().findings(report)
        if !findings.isEmpty { lines += ["", "<pre>\(MarkupText.escape(findings))</pre>"] }
        return lines.joined(separator: "\n") + "\n"
    }
}
