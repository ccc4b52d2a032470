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
    /// The text is a path like a template.
    case matchesPathTemplate(PathTemplate)
    /// There is no such value.
    case absent
    /// Anything, even nothing.
    case anything
    /// The text is JSON and has this value.
    case equalToJSON(JSONValue, JSONComparison.Options = JSONComparison.Options())
    /// The bytes are these; no bytes equal an empty body.
    case binaryEqualTo([UInt8])
    /// All of them hold.
    case and([ValuePattern])
    /// One of them holds at least.
    case or([ValuePattern])
    /// It does not hold; where that can't be told in time, this does not hold either.
    case not(ValuePattern)
}

extension ValuePattern {
    /// JSON as a stub file asks for it: strings such as `${json-unit.any-string}` are placeholders.
    ///
    /// - Throws: `JSONPlaceholderError` for a string that looks like a placeholder and is none.
    public static func equalToJSON(
        reading document: JSONValue, ignoringArrayOrder: Bool = false, ignoringExtraElements: Bool = false
    ) throws(JSONPlaceholderError) -> ValuePattern {
        .equalToJSON(
            document,
            JSONComparison.Options(
                ignoreArrayOrder: ignoringArrayOrder, ignoreExtraElements: ignoringExtraElements,
                placeholders: try JSONPlaceholders(in: document)))
    }

    /// JSON with this shape, as `matchesShape` of stub files: objects may have more members, and matchers such as
    /// `{"$type": "integer"}` stand for values.
    public static func matchesShape(_ document: JSONValue, _ matchers: ShapeMatchers? = nil) -> ValuePattern {
        .equalToJSON(document, JSONComparison.Options(objectsMayHaveMore: true, matchers: matchers))
    }
}

extension ValuePattern {
    /// Whether a text matches; `nil` is an absent value.
    public func matches(_ value: String?) -> Bool { matches(MatchInput(value), log: MatchLog()) }

    /// Whether a value matches; what matching noticed is added to `log`.
    public func matches(_ input: MatchInput, log: MatchLog) -> Bool { verdict(on: input, log: log) ?? false }

    /// Whether a value matches; `nil` where a regular expression ran out of time, so that no negation makes it hold.
    func verdict(on input: MatchInput, log: MatchLog) -> Bool? {
        switch self {
        case .equalTo(let text, ignoringCase: false):
            return input.withBytes { ByteText.equal($0, text) } ?? false
        case .equalTo(let text, ignoringCase: true):
            return input.text.map { ByteText.equalIgnoringCase($0, text) } ?? false
        case .contains(let part): return input.withBytes { ByteText.contains($0, part) } ?? false
        case .doesNotContain(let part): return !(input.withBytes { ByteText.contains($0, part) } ?? false)
        case .matches(let regex):
            guard let text = input.text else { return false }
            return regex.verdict(on: text, log: log)
        case .doesNotMatch(let regex):
            guard let text = input.text else { return true }
            return regex.verdict(on: text, log: log).map { !$0 }
        case .matchesPathTemplate(let template): return input.text.map { template.match($0) != nil } ?? false
        case .absent: return input.isAbsent
        case .anything: return true
        case .equalToJSON(let expected, let options): return jsonVerdict(expected, options, input, log)
        case .binaryEqualTo(let bytes): return input.hasBytes(bytes)
        case .and(let patterns):
            return Self.verdict(deciding: false, patterns.lazy.map { $0.verdict(on: input, log: log) })
        case .or(let patterns):
            return Self.verdict(deciding: true, patterns.lazy.map { $0.verdict(on: input, log: log) })
        case .not(let pattern): return pattern.verdict(on: input, log: log).map { !$0 }
        }
    }

    private func jsonVerdict(
        _ expected: JSONValue, _ options: JSONComparison.Options, _ input: MatchInput, _ log: MatchLog
    ) -> Bool? {
        guard case .success(let found)? = input.json else { return false }
        let undecided = log.undecidedCount
        if JSONComparison(options, log: log).matches(expected: expected, found: found) { return true }
        return log.undecidedCount == undecided ? false : nil
    }

    /// The first verdict that decides, else `nil` where one is not known, else the opposite.
    private static func verdict(deciding: Bool, _ verdicts: some Sequence<Bool?>) -> Bool? {
        var isKnown = true
        for verdict in verdicts {
            if verdict == deciding { return deciding }
            if verdict == nil { isKnown = false }
        }
        return isKnown ? !deciding : nil
    }
}

extension ValuePattern {
    /// Whether a regular expression is run, which may take long on a long text.
    public var usesRegex: Bool {
        switch self {
        case .matches, .doesNotMatch: true
        case .equalToJSON(_, let options): options.usesRegex
        case .and(let patterns), .or(let patterns): patterns.contains(where: \.usesRegex)
        case .not(let pattern): pattern.usesRegex
        case .equalTo, .contains, .doesNotContain, .matchesPathTemplate, .absent, .anything, .binaryEqualTo: false
        }
    }

    /// How many conditions this is: `and` is as many as it has, `anything` is none.
    public var conditionCount: Int {
        switch self {
        case .and(let patterns): patterns.reduce(0) { $0 + $1.conditionCount }
        case .anything: 0
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .matchesPathTemplate, .absent,
            .equalToJSON, .binaryEqualTo, .or, .not:
            1
        }
    }
}
