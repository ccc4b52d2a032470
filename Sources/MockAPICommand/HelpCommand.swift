import MockAPICore

extension MockAPICommand {
    /// Shows the help text of the program or of one command.
    static func help(_ arguments: [String], _ console: Console) throws(UsageError) -> ExitCode {
        guard let name = arguments.first else {
            console.write(HelpText.overview(commands))
            return .success
        }
        guard arguments.count == 1 else { throw .unexpectedOperand(arguments[1]) }
        if name == "help" {
            console.write(HelpText.overview(commands))
            return .success
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            throw .unknownCommand(name, suggestion: suggestion(name, commands.map(\.name)))
        }
        console.write(HelpText.command(command))
        return .success
    }

    /// The known word that a misspelled one is nearest to.
    static func suggestion(_ word: String, _ known: [String]) -> String? {
        Spelling.suggestion(for: word, among: known)
    }
}
