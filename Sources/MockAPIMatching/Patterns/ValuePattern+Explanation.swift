internal import MockAPICore

extension ValuePattern {
    /// What is expected, such as `equal to "1"`.
    public var explanation: String {
        switch self {
        case .equalTo(let text, let ignoringCase):
            "equal to \(Quoted.text(text))" + (ignoringCase ? " (without letter case)" : "")
        case .contains(let part): "containing \(Quoted.text(part))"
        case .doesNotContain(let part): "not containing \(Quoted.text(part))"
        case .matches(let regex): "matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        case .doesNotMatch(let regex): "not matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        case .matchesPathTemplate(let template): "a path like \(Quoted.text(template.text))"
        case .absent: "absent"
        case .anything: "anything"
        case .equalToJSON(let expected, let options) where options.isShape:
            "JSON of the shape \(Excerpt.of(expected.rendered(.compact), limit: 200))"
        case .equalToJSON(let expected, let options):
            "equal to JSON \(Excerpt.of(expected.rendered(.compact), limit: 200))\(options.explanation)"
        case .binaryEqualTo(let bytes) where bytes.isEmpty: "empty"
        case .binaryEqualTo(let bytes): "equal to the bytes \(Base64.excerpt(bytes))"
        case .and(let patterns) where patterns.isEmpty: "anything"
        case .and(let patterns): Self.joined(patterns, by: "and")
        case .or(let patterns) where patterns.isEmpty: "something that nothing is"
        case .or(let patterns): Self.joined(patterns, by: "or")
        case .not(let pattern): "not \(pattern.wrapped)"
        }
    }

    private static func joined(_ patterns: [ValuePattern], by word: String) -> String {
        patterns.count == 1
            ? patterns[0].explanation : patterns.map(\.wrapped).joined(separator: " \(word) ")
    }

    /// The explanation, between parentheses where its extent would not be clear otherwise.
    private var wrapped: String {
        switch self {
        case .and(let patterns), .or(let patterns): patterns.count > 1 ? "(\(explanation))" : explanation
        case .not: "(\(explanation))"
        default: explanation
        }
    }
}
