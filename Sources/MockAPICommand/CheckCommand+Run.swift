import MockAPICore
import MockAPIScenarios
import MockAPIStubs

extension CheckCommand {
    /// Reads the files and writes what is wrong with them.
    static func run(
        _ arguments: ParsedArguments, _ catalog: RequestCatalog, _ console: Console
    ) async throws(UsageError) -> ExitCode {
        let format = try arguments.choice("format", Format.self) ?? .text
        let report = await CheckReport(
            arguments.operands, options: arguments.hasFlag("lenient") ? .lenient : .strict,
            isStrict: arguments.hasFlag("strict"), decodesModels: arguments.hasFlag("models"), catalog: catalog)
        switch format {
        case .text: console.write(report.text(console))
        case .json: console.line(report.json.rendered(.pretty))
        case .github: console.commands(report.github)
        }
        if report.errorCount > 0 { return .badFile }
        guard report.fileCount > 0 else {
            console.error("there are no stub or scenario files in \(arguments.operands.joined(separator: ", "))")
            return .nothingToRun
        }
        return .success
    }
}
