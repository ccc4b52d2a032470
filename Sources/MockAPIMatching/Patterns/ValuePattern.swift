public import MockAPICore

/// What one text, or one body, has to be like.
///
/// Texts are compared by their Unicode scalars, never by canonical equivalence. On a value that is absent the positive
/// forms fail and the negative ones hold, as in WireMock. An empty body counts as absent; an empty header or parameter
/// does not.
public indirect enum ValuePattern: Sendable, Hashable {
    /// The text itself.
    case equalTo(String, ignoringCase: Bool = false)
    /// The text has this part.
    case contains(String)
    /// The text has no such part, or is absent.
    case doesNotContain(String)
    /// The whole text matches a regular expression.
    case matches(RegexPattern)
    /// The whole text does not match a regular expression, or is absent; where it can't be told in time, it does not hold.
    case doesNotMatch(RegexPattern)
    /// There is no such value.
    case absent
    /// The text is JSON and has this value.
    case equalToJSON(JSONValue, JSONComparison.Options = JSONComparison.Options())
}

extension ValuePattern {
    /// Whether a text matches; `nil` is an absent value.
    public func matches(_ value: String?) -> Bool { matches(MatchInput(value), log: MatchLog()) }

    /// Whether a value matches; what matching noticed is added to `log`.
    public func matches(_ input: MatchInput, log: MatchLog) -> Bool {
        switch self {
        case .equalTo(let text, ignoringCase: false):
            input.withBytes { ByteText.equal($0, text) } ?? false
        case .equalTo(let text, ignoringCase: true):
            input.text.map { ByteText.equalIgnoringCase($0, text) } ?? false
        case .contains(let part): input.withBytes { ByteText.contains($0, part) } ?? false
        case .doesNotContain(let part): !(input.withBytes { ByteText.contains($0, part) } ?? false)
        case .matches(let regex): input.text.map { regex.matches($0, log: log) } ?? false
        case .doesNotMatch(let regex): input.text.map { regex.verdict(on: $0, log: log) == false } ?? true
        case .absent: input.isAbsent
        case .equalToJSON(let expected, let options):
            if case .success(let found) = input.json {
                JSONComparison(options).matches(expected: expected, found: found)
            } else {
                false
            }
        }
    }

    /// What is expected, such as `equal to "1"`.
    public var explanation: String {
        switch self {
        case .equalTo(let text, let ignoringCase):
            "equal to \(Quoted.text(text))" + (ignoringCase ? " (without letter case)" : "")
        case .contains(let part): "containing \(Quoted.text(part))"
        case .doesNotContain(let part): "not containing \(Quoted.text(part))"
        case .matches(let regex): "matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        case .doesNotMatch(let regex): "not matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        case .absent: "absent"
        case .equalToJSON(let expected, let options):
            "equal to JSON \(Excerpt.of(expected.rendered(.compact), limit: 200))\(options.explanation)"
        }
    }

    /// Whether a regular expression is run, which may take long on a long text.
    public var usesRegex: Bool {
        switch self {
        case .matches, .doesNotMatch: true
        case .equalTo, .contains, .doesNotContain, .absent, .equalToJSON: false
        }
    }
}
