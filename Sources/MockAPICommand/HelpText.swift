/// The texts of `help` and `--help`, at most 80 columns wide.
enum HelpText {
    private static let width = 80

    /// The help text of one command.
    static func command(_ command: CommandDeclaration) -> String {
        var blocks = [wrap(command.summary)]
        let usage = ["Usage: mockapi \(command.name)", "[OPTION...]", command.operands?.spelling].compactMap(\.self)
        blocks.append(usage.joined(separator: " "))
        blocks += command.discussion.map { wrap($0) }
        if let operands = command.operands { blocks.append(table([(operands.name, operands.help)])) }
        blocks.append("Options:\n" + table(command.allOptions.map { ($0.spelling, $0.help) }))
        if !command.examples.isEmpty {
            blocks.append("Examples:\n" + command.examples.map { "  \($0)" }.joined(separator: "\n"))
        }
        if !command.exitCodes.isEmpty {
            let rows = command.exitCodes.map { ("\($0.rawValue)", command.exitMeanings[$0] ?? $0.meaning) }
            blocks.append("Exit status:\n" + table(rows))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// The help text of the whole program.
    static func overview(_ commands: [CommandDeclaration]) -> String {
        let blocks = [
            wrap("Mock HTTP APIs from JSON stub files, and check typed clients against them."),
            "Usage: mockapi COMMAND [OPTION...] [ARGUMENT...]",
            "Commands:\n"
                + table(
                    commands.map { ($0.name, lowercasedFirst($0.summary)) } + [
                        ("help [COMMAND]", "show the help text of a command")
                    ]),
            "Options:\n" + table([("--version", "show the version"), ("-h, --help", "show this text")]),
            "Exit status:\n" + table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
        ]
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func lowercasedFirst(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Rows of a term and its explanation, the explanations in one column.
    private static func table(_ rows: [(term: String, text: String)]) -> String {
        let column = min((rows.map(\.term.count).max() ?? 0) + 4, 28)
        return rows.map { row in
            let indent = String(repeating: " ", count: column)
            let term = "  \(row.term)"
            let lines = wrap(row.text, width: width - column).split(separator: "\n").map { indent + $0 }
            guard term.count + 2 <= column, let first = lines.first else {
                return ([term] + lines).joined(separator: "\n")
            }
            let padded = term + first.dropFirst(term.count)
            return ([padded] + lines.dropFirst().map { String($0) }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func wrap(_ text: String, width: Int = HelpText.width) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
