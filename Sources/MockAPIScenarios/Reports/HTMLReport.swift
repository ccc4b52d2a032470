import Foundation
import MockAPICore

/// Writes a run as one HTML page that needs nothing else: an overview, a filter, each step with its differences and times.
public struct HTMLReport: Sendable {
    private let startedAt: Date

    /// Makes a writer; `startedAt` is when the run began, in seconds since 1970.
    public init(startedAt: Double) { self.startedAt = Date(timeIntervalSince1970: startedAt) }

    /// The page.
    public func text(_ report: RunReport) -> String {
        let slowest = report.scenarios.flatMap(\.steps).map(\.duration.seconds).max() ?? 0
        return [
            "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<title>mockapi verify: \(report.isSuccess ? "passed" : "failed")</title>",
            "<style>\(HTMLReportStyle.css)</style>", "</head>", "<body>", header(report),
            findings(report),
            report.scenarios.map { scenario($0, slowest: slowest) }.joined(separator: "\n"),
            "<p id=\"none\" hidden>No step is like that.</p>", "<script>\(HTMLReportStyle.script)</script>", "</body>",
            "</html>",
        ].joined(separator: "\n") + "\n"
    }

    private func header(_ report: RunReport) -> String {
        let counts = StepStatus.allCases.map { status in
            "<label class=\"\(status.rawValue)\"><input type=\"checkbox\" data-status=\"\(status.rawValue)\" checked>"
                + " \(report.count(status)) \(status.rawValue)</label>"
        }
        let interruption = report.wasInterrupted ? " It was interrupted." : ""
        return """
            <header>
            <h1 class="\(report.isSuccess ? "passed" : "failed")">mockapi verify: \
            \(report.isSuccess ? "passed" : "failed")</h1>
            <p>\(TextReport.count(report.scenarios.count, "scenario")), \(TextReport.count(report.stepCount, "step")) in \(TextReport.seconds(report.duration)), \
            begun at \(startedAt.inUTC("yyyy-MM-dd HH:mm:ss 'UTC'")).\(interruption)</p>
            <p class="filter">\(counts.joined(separator: "\n")) <input type="search" id="text" \
            placeholder="name, file or tag" aria-label="name, file or tag"></p>
            </header>
            """
    }

    /// Drift and coverage, as the console tells them.
    private func findings(_ report: RunReport) -> String {
        let text = TextReport().findings(report)
        if text.isEmpty { return "" }
        let isOpen = report.drifts?.isEmpty ?? true && report.coverageProblems.isEmpty ? "" : " open"
        let title = report.drifts.map { "\($0.count) drifts, coverage" } ?? "coverage"
        return
            "<details class=\"findings\"\(isOpen)><summary>\(title)</summary><pre>\(MarkupText.escape(text))</pre></details>"
    }

    private func scenario(_ scenario: ScenarioReport, slowest: Double) -> String {
        let isOpen = scenario.status == .failed ? " open" : ""
        let tags = scenario.tags.map { "<span class=\"tag\">\(MarkupText.escape($0))</span>" }.joined(separator: " ")
        let words = MarkupText.escape(([scenario.name, scenario.file] + scenario.tags).joined(separator: " "))
        return """
            <details class="scenario"\(isOpen) data-words="\(words)">
            <summary><span class="mark \(scenario.status.rawValue)">\(scenario.status.rawValue)</span> \
            <b>\(MarkupText.escape(scenario.name))</b> <span class="file">\(MarkupText.escape(scenario.file))</span> \(tags) \
            <span class="time">\(TextReport.seconds(scenario.duration))</span></summary>
            \(scenario.steps.map { step($0, slowest: slowest) }.joined(separator: "\n"))
            </details>
            """
    }

    private func step(_ step: StepReport, slowest: Double) -> String {
        let share = slowest > 0 ? Int((step.duration.seconds / slowest * 100).rounded()) : 0
        let reason = step.skipReason.map { "<p class=\"reason\">\(MarkupText.escape($0))</p>" } ?? ""
        return """
            <section class="step" data-status="\(step.status.rawValue)" data-words="\(MarkupText.escape(step.title))">
            <h2><span class="mark \(step.status.rawValue)">\(step.status.rawValue)</span> \(MarkupText.escape(step.title)) \
            <span class="file">line \(step.location.line)</span> \
            <span class="bar"><i style="width:\(share)%"></i></span> \
            <span class="time">\(TextReport.seconds(step.duration))</span></h2>
            \(reason)\(counts(step))\(step.failures.map(failure).joined())\(step.exchanges.map(exchange).joined())\(again(step))
            </section>
            """
    }

    /// How often a step was repeated and tried, where it could be more than once.
    private func counts(_ step: StepReport) -> String {
        var lines = step.iterations.map { ["iterations: \($0.run) of \($0.total)"] } ?? []
        if let attempts = step.attempts { lines += TextReport.lines(attempts).map { $0.dropFirst(2).description } }
        return lines.isEmpty ? "" : "<pre>\(MarkupText.escape(lines.joined(separator: "\n")))</pre>\n"
    }

    private func again(_ step: StepReport) -> String {
        step.rerunCommand.map { "<p class=\"again\">again: <code>\(MarkupText.escape($0))</code></p>" } ?? ""
    }

    private func failure(_ failure: StepFailure) -> String {
        var rows: [(String, String)] = [("place", failure.location.description)]
        if let path = failure.path { rows.append(("path", path)) }
        if failure.expected != nil || failure.found != nil {
            rows += [("expected", TextReport.value(failure.expected)), ("found", TextReport.value(failure.found))]
        }
        if let place = failure.bodyPlace { rows.append(("in body", place.description)) }
        let cells = rows.map { "<tr class=\"\($0)\"><th>\($0)</th><td>\(MarkupText.escape($1))</td></tr>" }.joined()
        let details = failure.details.map { "<pre>\(MarkupText.escape($0))</pre>" } ?? ""
        return
            "<div class=\"failure\"><p>\(MarkupText.escape(failure.message))</p><table>\(cells)</table>\(details)</div>\n"
    }

    private func exchange(_ exchange: Exchange) -> String {
        """
        <details class="exchange"><summary>\(MarkupText.escape(exchange.request.method.rawValue)) \
        \(MarkupText.escape(exchange.request.url.absoluteString))</summary>
        <pre>\(MarkupText.escape(exchange.curl))</pre>
        <pre>\(MarkupText.escape(exchange.outcomeText(omittingMiss: false)))</pre>
        </details>
        """
    }
}
