import MockAPICore

extension CheckReport {
    /// A workflow command for each finding, which GitHub shows as an annotation of the line, and the summary.
    var github: String {
        let commands = findings.map { finding in
            GitHubCommand.annotation(
                finding.severity, at: finding.location, finding.message + (finding.hint.map { "; \($0)" } ?? ""))
        }
        return (commands + [summary]).map { "\($0)\n" }.joined()
    }
}
