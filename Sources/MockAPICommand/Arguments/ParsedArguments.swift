/// The arguments of a command, sorted into options and operands.
struct ParsedArguments: Sendable, Hashable {
    /// The values of each option given, by name; a flag has an empty value.
    var options: [String: [String]] = [:]
    /// The arguments that are no options, in order.
    var operands: [String] = []

    /// Whether a flag is given.
    func hasFlag(_ name: String) -> Bool { options[name] != nil }

    /// The value of an option.
    func value(_ name: String) -> String? { options[name]?.last }

    /// The values of a repeatable option, in order.
    func values(_ name: String) -> [String] { options[name] ?? [] }

    /// The value of an option as a whole number within a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), range ~= number else {
            let bounds =
                range.upperBound == .max ? "from \(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
            throw .invalidValue(option: "--\(name)", found: text, expected: "a whole number \(bounds)")
        }
        return number
    }

    /// The value of an option that is one of a few words.
    func choice<Choice>(_ name: String, _ type: Choice.Type = Choice.self) throws(UsageError) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        guard let text = value(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
            throw .invalidValue(option: "--\(name)", found: text, expected: words)
        }
        return choice
    }
}
