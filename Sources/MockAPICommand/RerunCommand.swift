import MockAPICore
import MockAPIScenarios

/// The command that runs one step again, with the flags of this run that matter to it and without secrets.
struct RerunCommand: Sendable {
    /// The flags that change what a step sends or what it is compared with, or what must not be shown.
    private static let flags: Set = [
        "stubs", "base-url", "transport", "state-url", "ca-file", "allow-writes", "header", "var", "secret", "redact",
    ]

    private let words: [String]

    /// Takes the flags of a run.
    init(_ arguments: ParsedArguments, _ redaction: ReportRedaction) {
        words = VerifyCommand.declaration.options.filter { Self.flags.contains($0.name) }.flatMap { option in
            arguments.values(option.name).flatMap { value in
                option.value == nil
                    ? ["--\(option.name)"] : ["--\(option.name)", Self.shown(value, option.name, redaction)]
            }
        }
    }

    /// The command for the step at a place, for a POSIX shell.
    func text(_ location: FileLocation) -> String {
        let file = location.file.hasPrefix("-") ? "./\(location.file)" : location.file
        let all = ["mockapi", "verify", file, "--filter", "\(file):\(location.line):\(location.column)"] + words
        return all.map { ShellWord.quoted($0) }.joined(separator: " ")
    }

    /// The value of an option; a secret one is left out and has to be given anew.
    private static func shown(_ value: String, _ option: String, _ redaction: ReportRedaction) -> String {
        let separator: Character = option == "header" ? ":" : "="
        guard ["header", "var", "secret"].contains(option), let place = value.firstIndex(of: separator) else {
            return redaction.text(value)
        }
        let name = String(value[..<place])
        let isHidden = option == "secret" || redaction.hides(name)
        return isHidden ? "\(name)\(separator)\(ReportRedaction.mask)" : redaction.text(value)
    }
}
