import MockAPICore

/// Times that a step names, in seconds.
enum StepSeconds {
    /// The longest time: a day.
    static let longest = 86400

    /// What is wrong with a value as a time; `nil` where nothing is.
    static func problem(of value: JSONValue, _ name: String) -> String? {
        guard let seconds = value.number?.double else {
            return "\"\(name)\" must be a number of seconds, found \(Wording.found(value))"
        }
        if 0...Double(longest) ~= seconds { return nil }
        return "\"\(name)\" must be from 0 to \(longest) seconds"
    }
}
