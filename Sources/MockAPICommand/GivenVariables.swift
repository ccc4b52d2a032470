import MockAPICore
import MockAPIScenarios

/// The variables that the command line and the environment give to all scenarios.
enum GivenVariables {
    /// What names of variables in the environment begin with.
    static let prefix = "MOCKAPI_VAR_"

    /// All variables; the command line wins over the environment.
    static func all(_ arguments: ParsedArguments) throws(UsageError) -> [String: JSONValue] {
        var variables: [String: JSONValue] = [:]
        for (name, value) in Platform.environment(withPrefix: prefix) where ScenarioVariableName.isValid(name) {
            variables[name] = json(value)
        }
        for option in ["var", "secret"] {
            for (name, value) in try pairs(arguments, option) { variables[name] = json(value) }
        }
        return variables
    }

    /// The texts that must not be written.
    static func secrets(_ arguments: ParsedArguments) throws(UsageError) -> [String] {
        try pairs(arguments, "secret").map(\.value)
    }

    /// What is left out of messages about a command line that cannot be read.
    static func redaction(ofWords words: [String]) -> ReportRedaction {
        let values = words.indices.compactMap { index -> Substring? in
            if index > 0, words[index - 1] == "--secret" { return words[index][...] }
            return words[index].hasPrefix("--secret=") ? words[index].dropFirst("--secret=".count) : nil
        }
        return ReportRedaction(secrets: values.map { String($0.drop { $0 != "=" }.dropFirst()) })
    }

    private static func pairs(
        _ arguments: ParsedArguments, _ option: String
    ) throws(UsageError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for text in arguments.values(option) {
            guard let equals = text.firstIndex(of: "="), ScenarioVariableName.isValid(String(text[..<equals])) else {
                let shown = option == "secret" ? ReportRedaction.mask : text
                throw .invalidValue(option: "--\(option)", found: shown, expected: "a name, = and a value")
            }
            pairs.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
        }
        return pairs
    }

    /// JSON where the text is JSON, and the text itself elsewhere.
    private static func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .string(text) }
}

extension VerifyCommand {
    /// What is left out of all that is written.
    static func redaction(_ arguments: ParsedArguments) throws(UsageError) -> ReportRedaction {
        ReportRedaction(names: arguments.values("redact"), secrets: try GivenVariables.secrets(arguments))
    }
}
