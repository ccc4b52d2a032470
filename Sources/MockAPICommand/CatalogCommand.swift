import MockAPIScenarios

/// `mockapi catalog`: lists the typed requests that scenarios may send.
enum CatalogCommand {
    /// How the list is written.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The command line.
    static let declaration = CommandDeclaration(
        name: "catalog",
        summary: "List the typed requests of the program, with their parameters and responses.",
        discussion: [
            "A parameter is a key of \"with\" in a step. Types are found by decoding each Swift type from nothing, so names are"
                + " those that the type asks for: a key strategy of a decoder is not seen, and of a type that decodes itself in"
                + " some other way only the name is shown."
        ],
        operands: OperandDeclaration(
            name: "NAME", count: .any, help: "the name of a request or its beginning, such as github (default: all)"),
        options: [.value("format", "FORMAT", "text or json (default: text)")],
        examples: ["mockapi catalog", "mockapi catalog github", "mockapi catalog --format json"],
        exitCodes: [.success, .usage, .nothingToRun])

    /// Lists the requests.
    static func run(
        _ arguments: ParsedArguments, _ catalog: RequestCatalog, _ console: Console
    ) throws(UsageError) -> ExitCode {
        let format = try arguments.choice("format", Format.self) ?? .text
        var listing = CatalogListing(catalog)
        for name in arguments.operands where !catalog.names.contains(where: { $0.hasPrefix(name) }) {
            throw .unknownName(
                option: "catalog", name: name, suggestion: MockAPICommand.suggestion(name, catalog.names),
                known: catalog.names)
        }
        if !arguments.operands.isEmpty {
            listing.requests.removeAll { request in !arguments.operands.contains { request.name.hasPrefix($0) } }
        }
        switch format {
        case .text: console.write(listing.text)
        case .json: console.line(listing.json.rendered(.pretty))
        }
        guard listing.requests.isEmpty else { return .success }
        console.error("the program has no typed requests")
        return .nothingToRun
    }
}
