import MockAPIScenarios
import MockAPIStubs

/// `mockapi schema`: prints the JSON Schema of a kind of file.
enum SchemaCommand {
    /// The kinds of file.
    enum Kind: String, CaseIterable {
        case stub, scenario
    }

    /// The command line.
    static let declaration = CommandDeclaration(
        name: "schema",
        summary: "Print the JSON Schema of stub or scenario files, for editors.",
        discussion: [
            "With the schema, an editor completes keys, shows what they mean, and marks mistakes while they are made. Save"
                + " it, and name it in the settings of the editor or as \"$schema\" in the files. It is of draft 07."
        ],
        operands: OperandDeclaration(name: "KIND", count: .one, help: "stub or scenario"),
        examples: ["mockapi schema stub > stub.schema.json", "mockapi schema scenario > scenario.schema.json"],
        exitCodes: [.success, .usage])

    /// Prints a schema.
    static func run(
        _ arguments: ParsedArguments, _ catalog: RequestCatalog, _ console: Console
    ) throws(UsageError) -> ExitCode {
        let word = arguments.operands.first ?? ""
        switch Kind(rawValue: word) {
        case .stub: console.line(StubSchema.json.rendered(.pretty))
        case .scenario: console.line(ScenarioSchema.json(catalog).rendered(.pretty))
        case nil:
            let known = Kind.allCases.map(\.rawValue)
            throw .unknownName(
                option: "schema", name: word, suggestion: MockAPICommand.suggestion(word, known), known: known)
        }
        return .success
    }
}
