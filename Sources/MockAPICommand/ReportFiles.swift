import Foundation
import MockAPICore
import MockAPIScenarios

/// Writes the reports that the command line asks for, and those that GitHub's runners read.
struct ReportFiles {
    private let arguments: ParsedArguments
    private let startedAt: Double

    /// Makes a writer; `startedAt` is when the run began, in seconds since 1970.
    init(_ arguments: ParsedArguments, startedAt: Double) {
        self.arguments = arguments
        self.startedAt = startedAt
    }

    /// Writes all of them, however many cannot be written; `false` where one could not.
    func write(_ report: RunReport, _ console: Console) -> Bool {
        let host = ProcessInfo.processInfo.hostName
        let files: [(option: String, text: () -> String)] = [
            ("report-json", { report.json.rendered(.pretty) + "\n" }),
            ("report-junit", { JUnitReport(startedAt: startedAt, hostName: host).text(report) }),
            ("report-html", { HTMLReport(startedAt: startedAt).text(report) }),
        ]
        var isWritten = true
        for (option, text) in files {
            guard let file = arguments.value(option), let problem = Platform.writeAtomically(text(), to: file) else {
                continue
            }
            console.error("cannot write \(file): \(problem)")
            isWritten = false
        }
        if Platform.environment("GITHUB_ACTIONS") == "true" { writeForGitHub(report, console) }
        return isWritten
    }

    private func writeForGitHub(_ report: RunReport, _ console: Console) {
        console.commands(GitHubReport().annotations(report))
        guard let file = Platform.environment("GITHUB_STEP_SUMMARY"), !file.isEmpty else { return }
        if let problem = Platform.append(GitHubReport().summary(report), to: file) {
            console.warning("cannot write \(file): \(problem)")
        }
    }
}
