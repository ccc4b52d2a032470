/// A subcommand: what may stand behind it, and what its help text says.
struct CommandDeclaration: Sendable {
    /// The name.
    var name: String
    /// What it does, in one sentence.
    var summary: String
    /// More about it, one element a paragraph.
    var discussion: [String] = []
    /// The arguments that are no options.
    var operands: OperandDeclaration?
    /// The options, without `--help`.
    var options: [OptionDeclaration] = []
    /// Command lines to try.
    var examples: [String] = []
    /// The exit statuses that it can end with.
    var exitCodes: [ExitCode] = []
    /// What exit statuses mean for this command, where it is not what they mean for others.
    var exitMeanings: [ExitCode: String] = [:]

    /// The options with `--help`.
    var allOptions: [OptionDeclaration] { options + [.help] }
}
