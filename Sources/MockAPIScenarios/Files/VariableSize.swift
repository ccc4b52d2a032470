import MockAPICore

/// How large variables may become: each may hold others several times, and so on.
enum VariableSize {
    /// The most bytes that one variable takes as JSON: 8 MiB.
    static let most = 8 << 20
    /// The most bytes that a step takes with its variables replaced: 64 MiB.
    static let mostOfStep = 64 << 20

    /// What is wrong with a variable that is larger.
    static func problem(of name: String) -> String { "the value of \"\(name)\" is larger than 8 MiB" }

    /// About how many bytes a value takes as JSON.
    static func of(_ value: JSONValue) -> Int {
        switch value {
        case .string(let text): text.utf8.count + 2
        case .number(let number): number.literal.utf8.count
        case .array(let elements): elements.reduce(2) { $0 + of($1) + 1 }
        case .object(let object): object.reduce(2) { $0 + $1.key.utf8.count + of($1.value) + 4 }
        case .null, .bool: 5
        }
    }

    /// About how many bytes a value takes with its variables replaced.
    static func of(_ value: ScenarioValue, _ variables: [String: JSONValue]) -> Int {
        value.node.text.count + of(value.variables, variables)
    }

    /// About how many bytes come by variables, each as often as it is used.
    static func of(_ uses: [ScenarioValue.VariableUse], _ variables: [String: JSONValue]) -> Int {
        var sizes: [String: Int] = [:]
        return uses.reduce(0) { sum, use in
            let size = sizes[use.name] ?? variables[use.name].map { of($0) } ?? 0
            sizes[use.name] = size
            return sum + size
        }
    }
}
