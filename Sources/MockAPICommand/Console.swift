import MockAPICore

/// Where a command writes: results to the standard output, errors and warnings to the standard error.
struct Console: Sendable {
    /// Writes to the standard output; the text carries its line ends.
    var write: @Sendable (String) -> Void
    /// Writes to the standard error; the text carries its line ends.
    var writeError: @Sendable (String) -> Void
    /// Writes commands for GitHub's runners to the standard output; `nil` where they go the way of all results.
    var writeCommands: (@Sendable (String) -> Void)?
    /// Whether results may be coloured.
    var usesColor = false
    /// Whether errors and warnings may be coloured.
    var usesColorInErrors = false
    /// Whether the standard error is a terminal, on which a line can be written over.
    var showsProgress = false

    /// Writes one line to the standard output.
    func line(_ text: String) { write(text + "\n") }

    /// Writes an error in one line, as `mockapi: error: …`.
    func error(_ message: String) { writeError("mockapi: \(paintedError("error:", .red)) \(message)\n") }

    /// Writes a warning in one line, as `mockapi: warning: …`.
    func warning(_ message: String) { writeError("mockapi: \(paintedError("warning:", .yellow)) \(message)\n") }

    /// Writes commands for GitHub's runners; the text carries its line ends.
    func commands(_ text: String) { (writeCommands ?? write)(text) }

    /// The console with errors and warnings as a rule has them, such as without secrets.
    func mappingErrors(_ rule: @escaping @Sendable (String) -> String) -> Console {
        var console = self
        let writeError = writeError
        console.writeError = { writeError(rule($0)) }
        return console
    }

    /// The console on one of GitHub's runners, which takes lines of its log for commands: only ours reach it as such.
    func onGitHub() -> Console {
        var console = mappingErrors(GitHubCommand.disarmed)
        let write = write
        console.write = { write(GitHubCommand.disarmed($0)) }
        console.writeCommands = write
        return console
    }

    /// A text in a colour, where results may be coloured.
    func painted(_ text: String, _ color: TerminalColor) -> String { usesColor ? color.paint(text) : text }

    /// A text in a colour, where errors may be coloured.
    func paintedError(_ text: String, _ color: TerminalColor) -> String {
        usesColorInErrors ? color.paint(text) : text
    }

    /// The streams of the process: coloured on a terminal unless `NO_COLOR` is set to something.
    static let standard: Console = {
        let isDumb = Platform.environment("TERM") == "dumb"
        let allowsColor = (Platform.environment("NO_COLOR") ?? "").isEmpty && !isDumb
        let console = Console(
            write: { Platform.write($0, to: Platform.standardOutput) },
            writeError: { Platform.write($0, to: Platform.standardError) },
            usesColor: allowsColor && Platform.isTerminal(Platform.standardOutput),
            usesColorInErrors: allowsColor && Platform.isTerminal(Platform.standardError),
            showsProgress: !isDumb && Platform.isTerminal(Platform.standardError))
        return (Platform.environment("GITHUB_ACTIONS") ?? "").isEmpty ? console : console.onGitHub()
    }()
}
