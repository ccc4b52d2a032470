/// A condition on the tags of a scenario: names joined by `and`, `or` and `not`, with parentheses; `not` binds closest,
/// then `and`.
public indirect enum TagExpression: Sendable, Hashable {
    /// The scenario has this tag.
    case tag(String)
    /// Both hold.
    case and(TagExpression, TagExpression)
    /// One of them holds at least.
    case or(TagExpression, TagExpression)
    /// It does not hold.
    case not(TagExpression)

    /// Why a text is no condition, in one line without a full stop.
    public struct Problem: Error, Sendable, Hashable {
        /// What is wrong.
        public var message: String
    }

    /// Reads a condition such as `github and not (slow or upload)`.
    ///
    /// - Throws: `Problem` where a name, an operator or a parenthesis is missing.
    public init(parsing text: String) throws(Problem) {
        var parser = Parser(text)
        self = try parser.alternatives()
        if let rest = parser.next() { throw Problem(message: "unexpected \"\(rest)\"") }
    }

    /// Whether the condition holds for a scenario with these tags.
    public func holds(for tags: [String]) -> Bool {
        switch self {
        case .tag(let name): tags.contains(name)
        case .and(let left, let right): left.holds(for: tags) && right.holds(for: tags)
        case .or(let left, let right): left.holds(for: tags) || right.holds(for: tags)
        case .not(let operand): !operand.holds(for: tags)
        }
    }
}

extension TagExpression {
    private struct Parser {
        private var words: ArraySlice<String>
        private var depth = 0

        init(_ text: String) {
            let spaced = text.replacing("(", with: " ( ").replacing(")", with: " ) ")
            words = spaced.split(whereSeparator: \.isWhitespace).map(String.init)[...]
        }

        mutating func next() -> String? { words.popFirst() }

        mutating func alternatives() throws(Problem) -> TagExpression {
            var left = try conditions()
            while words.first == "or" {
                words.removeFirst()
                left = .or(left, try conditions())
            }
            return left
        }

        private mutating func conditions() throws(Problem) -> TagExpression {
            var left = try operand()
            while words.first == "and" {
                words.removeFirst()
                left = .and(left, try operand())
            }
            return left
        }

        private mutating func operand() throws(Problem) -> TagExpression {
            guard let word = words.popFirst() else { throw Problem(message: "a tag is missing at the end") }
            switch word {
            case "not", "(":
                depth += 1
                defer { depth -= 1 }
                guard depth <= 100 else { throw Problem(message: "the parentheses are nested too deep") }
                if word == "not" { return .not(try operand()) }
                let inner = try alternatives()
                guard words.popFirst() == ")" else { throw Problem(message: "a closing parenthesis is missing") }
                return inner
            case "and", "or", ")": throw Problem(message: "a tag is missing before \"\(word)\"")
            default: return .tag(word)
            }
        }
    }
}
