import MockAPICore
import MockAPIScenarios

/// One line on a terminal that says how far a run has come, and makes room for what is written.
final class ProgressLine: Sendable {
    private let console: Console
    private let width: Int
    private let line = Locked("")

    /// Makes a line that is `width` columns wide at most.
    init(_ console: Console, width: Int) {
        self.console = console
        self.width = width
    }

    /// Shows how far a run has come.
    func show(_ progress: RunProgress) {
        guard console.showsProgress else { return }
        let failed = progress.failedSteps > 0 ? ", \(progress.failedSteps) failed" : ""
        let name = progress.latest.map { ": \(Wording.visible($0))" } ?? ""
        let text = "\(progress.finished) of \(progress.total) scenarios, \(progress.steps) steps\(failed)\(name)"
        draw(String(text.prefix(max(0, width - 1))))
    }

    /// Writes results where the line was, and the line below them.
    func write(_ text: String) {
        let shown = line.withLock { $0 }
        clear()
        console.write(text)
        if !shown.isEmpty { draw(shown) }
    }

    /// Takes the line away.
    func clear() { draw("") }

    private func draw(_ text: String) {
        line.withLock { line in
            if line == text { return }
            line = text
            // To the first column, and away with what is there (ECMA-48, section 8.3.41).
            console.writeError("\r\u{1B}[K\(text)")
        }
    }
}
