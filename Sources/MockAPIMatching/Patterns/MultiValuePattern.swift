/// What the values of one header or query parameter, which may occur more than once, have to be like.
public enum MultiValuePattern: Sendable, Hashable {
    /// Some value matches; where there is none, the pattern looks at an absent value.
    case any(ValuePattern)
    /// As many values as patterns, and each value matches a pattern of its own, in whatever order.
    case hasExactly([ValuePattern])
    /// Each pattern is matched by some value; further values are allowed.
    case includes([ValuePattern])

    /// Whether the values, in the order sent, match.
    public func matches(_ values: [String]) -> Bool { matches(values, log: MatchLog()) }

    /// Whether the values, in the order sent, match; what matching noticed is added to `log`.
    public func matches(_ values: [String], log: MatchLog) -> Bool {
        switch self {
        case .any(let pattern):
            if values.isEmpty { return pattern.matches(.absent, log: log) }
            return values.contains { pattern.matches(.text($0), log: log) }
        case .includes(let patterns):
            return patterns.allSatisfy { pattern in values.contains { pattern.matches(.text($0), log: log) } }
        case .hasExactly(let patterns):
            guard values.count == patterns.count else { return false }
            let pairing = Assignment.maximum(rows: patterns.count, columns: values.count) { row, column in
                patterns[row].matches(.text(values[column]), log: log)
            }
            return pairing?.allSatisfy { $0 != nil } ?? false
        }
    }

    /// What is expected, such as `equal to "1"` or `exactly the values equal to "1", equal to "2"`.
    public var explanation: String {
        switch self {
        case .any(let pattern): pattern.explanation
        case .hasExactly(let patterns) where patterns.isEmpty: "exactly no values"
        case .hasExactly(let patterns): "exactly the values \(patterns.map(\.explanation).joined(separator: ", "))"
        case .includes(let patterns): "among the values \(patterns.map(\.explanation).joined(separator: ", "))"
        }
    }

    /// How many conditions this is: each pattern of a list is one.
    public var conditionCount: Int {
        switch self {
        case .any(let pattern): pattern.conditionCount
        case .includes(let patterns): patterns.reduce(0) { $0 + $1.conditionCount }
        case .hasExactly(let patterns): max(1, patterns.reduce(0) { $0 + $1.conditionCount })
        }
    }

    /// The patterns for single values.
    public var patterns: [ValuePattern] {
        switch self {
        case .any(let pattern): [pattern]
        case .hasExactly(let patterns), .includes(let patterns): patterns
        }
    }
}
