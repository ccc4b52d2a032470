import MockAPICore

/// Reads the arguments behind a subcommand.
///
/// `--name value` and `--name=value` mean the same; `-n value` where a short name is declared; `--` ends the options.
/// A value that begins with a dash is given as `--name=-value`, so that a forgotten value is found.
struct ArgumentParser {
    /// The command whose arguments are read.
    var command: CommandDeclaration

    /// Sorts arguments into options and operands.
    func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.operands += rest
                break
            }
            if argument.hasPrefix("-"), argument != "-" {
                try parseOption(argument, &rest, into: &parsed)
            } else {
                parsed.operands.append(argument)
            }
        }
        if !parsed.hasFlag("help") { try check(parsed.operands) }
        return parsed
    }

    private func parseOption(
        _ argument: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let spelling = String(parts.first ?? "")
        guard let option = command.allOptions.first(where: { matches($0, spelling) }) else {
            throw .unknownOption(spelling, suggestion: suggestion(for: spelling))
        }
        let name = "--\(option.name)"
        if !option.isRepeatable, parsed.hasFlag(option.name) { throw .repeated(option: name) }
        var value = ""
        if let placeholder = option.value {
            if parts.count == 2 {
                value = String(parts[1])
            } else if let next = rest.first, next == "-" || !next.hasPrefix("-") {
                value = next
                rest.removeFirst()
            } else {
                throw .missingValue(option: name, value: placeholder)
            }
        } else if parts.count == 2 {
            throw .unexpectedValue(option: name)
        }
        parsed.options[option.name, default: []].append(value)
    }

    private func matches(_ option: OptionDeclaration, _ spelling: String) -> Bool {
        spelling == "--\(option.name)" || option.short.map { spelling == "-\($0)" } ?? false
    }

    private func suggestion(for spelling: String) -> String? {
        let word = String(spelling.drop { $0 == "-" })
        let known = command.allOptions.map(\.name)
        return Spelling.suggestion(for: word, among: known).map { "--\($0)" }
    }

    private func check(_ operands: [String]) throws(UsageError) {
        guard let declared = command.operands else {
            if let first = operands.first { throw .unexpectedOperand(first) }
            return
        }
        let needsOne = declared.count == .one || declared.count == .atLeastOne
        let takesOne = declared.count == .one || declared.count == .atMostOne
        if needsOne, operands.isEmpty { throw .missingOperand(declared.name) }
        if takesOne, operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    }
}
