public import MockAPIScenarios

/// The command-line program as a library, so that an executable can offer it with request types of its own.
public enum MockAPICommand {
    /// The version that `--version` shows.
    public static let version = "0.1.0"

    /// Runs the command line of the process with a catalog of request types, and ends the process.
    public static func main(catalog: RequestCatalog) async -> Never {
        let code = await run(Array(CommandLine.arguments.dropFirst()), catalog: catalog)
        Platform.exit(code.rawValue)
    }

    /// Runs a command line, which begins with the name of a subcommand.
    public static func run(_ arguments: [String], catalog: RequestCatalog) async -> ExitCode {
        await run(arguments, catalog: catalog, console: .standard)
    }

    static let commands = [
        ServeCommand.declaration, VerifyCommand.declaration, CheckCommand.declaration, ExplainCommand.declaration,
        CatalogCommand.declaration, SchemaCommand.declaration,
    ]

    static func run(_ arguments: [String], catalog: RequestCatalog, console: Console) async -> ExitCode {
        await run(arguments, console) { try await dispatch(arguments, catalog, console) }
    }

    /// What a command ends with; an error that is not about the command line is one of ours.
    static func run(
        _ arguments: [String], _ console: Console, _ command: () async throws -> ExitCode
    ) async -> ExitCode {
        do {
            return try await command()
        } catch let error as UsageError {
            let command = arguments.first.flatMap { name in commands.first { $0.name == name } }
            console.error(GivenVariables.redaction(ofWords: arguments).text(error.description))
            console.writeError("See mockapi help\(command.map { " \($0.name)" } ?? "").\n")
            return .usage
        } catch {
            let text = GivenVariables.redaction(ofWords: arguments).text("\(error)")
            console.error("internal error: \(text); this is a fault of mockapi itself, please report it")
            return .internalError
        }
    }

    private static func dispatch(
        _ arguments: [String], _ catalog: RequestCatalog, _ console: Console
    ) async throws -> ExitCode {
        guard let name = arguments.first else {
            console.writeError(HelpText.overview(commands))
            return .usage
        }
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--version":
            if let extra = rest.first { throw UsageError.unexpectedOperand(extra) }
            console.line("mockapi \(version)")
            return .success
        case "--help", "-h", "help": return try help(rest, console)
        default: break
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            if name.hasPrefix("-") {
                throw UsageError.unknownOption(name, suggestion: suggestion(name, ["--version", "--help"]))
            }
            throw UsageError.unknownCommand(name, suggestion: suggestion(name, commands.map(\.name) + ["help"]))
        }
        let parsed = try ArgumentParser(command: command).parse(rest)
        if parsed.hasFlag("help") {
            console.write(HelpText.command(command))
            return .success
        }
        switch name {
        case ServeCommand.declaration.name: return try await ServeCommand.run(parsed, console)
        case VerifyCommand.declaration.name: return try await VerifyCommand.run(parsed, catalog, console)
        case ExplainCommand.declaration.name: return try ExplainCommand.run(parsed, console)
        case CatalogCommand.declaration.name: return try CatalogCommand.run(parsed, catalog, console)
        case SchemaCommand.declaration.name: return try SchemaCommand.run(parsed, catalog, console)
        default: return try await CheckCommand.run(parsed, catalog, console)
        }
    }
}
