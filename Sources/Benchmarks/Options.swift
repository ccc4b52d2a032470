/// What is wrong with the command line.
struct UsageProblem: Error, CustomStringConvertible {
    var description: String
}

/// The command line: options with a value, flags, and words.
struct Options {
    private var values: [String: String] = [:]
    /// What is no option.
    private(set) var words: [String] = []

    /// Sorts arguments; `known` has the options, the value saying whether one takes a value.
    init(_ arguments: [String], known: [String: Bool]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            guard let takesValue = known[argument] else {
                throw UsageProblem(
                    description: "unknown option \(argument): known are \(known.keys.sorted().joined(separator: " "))")
            }
            if takesValue, rest.isEmpty { throw UsageProblem(description: "\(argument) needs a value") }
            values[argument] = takesValue ? rest.removeFirst() : ""
        }
    }

    /// Whether a flag is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option.
    func text(_ name: String) -> String? { values[name] }

    /// The value of an option as a number from 1 on.
    func number(_ name: String, default standard: Int) throws -> Int {
        guard let text = values[name] else { return standard }
        guard let number = Int(text), number > 0 else {
            throw UsageProblem(description: "\(name) is \"\(text)\", which is no number from 1 on")
        }
        return number
    }
}
