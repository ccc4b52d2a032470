/// What is wrong with a command line.
enum UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, suggestion: String?)
    case unknownName(option: String, name: String, suggestion: String?, known: [String])
    case missingValue(option: String, value: String)
    case unexpectedValue(option: String)
    case repeated(option: String)
    case invalidValue(option: String, found: String, expected: String)
    case missingOperand(String)
    case missingOption(String, for: String)
    case contradiction(String, String, reason: String)
    case unexpectedOperand(String)

    /// One line without a full stop.
    var description: String {
        switch self {
        case .unknownCommand(let name, let suggestion):
            "unknown command \"\(name)\"" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
        case .unknownOption(let name, let suggestion):
            "unknown option \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
        case .unknownName(let option, let name, let suggestion, let known):
            "\(option) knows no \"\(name)\"; "
                + (suggestion.map { "did you mean \"\($0)\"? All names: " } ?? "the names are ")
                + known.joined(separator: ", ")
        case .missingValue(let option, let value):
            "\(option) needs a value: \(option) \(value) or \(option)=\(value)"
        case .unexpectedValue(let option): "\(option) takes no value"
        case .repeated(let option): "\(option) is given twice"
        case .invalidValue(let option, let found, let expected):
            "\(option) is \(found.isEmpty ? "empty" : "\"\(found)\""), which is not \(expected)"
        case .missingOperand(let name): "\(name) is missing"
        case .missingOption(let option, let other): "\(other) needs \(option)"
        case .contradiction(let one, let other, let reason): "\(one) does not go with \(other), \(reason)"
        case .unexpectedOperand(let text): "unexpected argument \"\(text)\""
        }
    }
}
