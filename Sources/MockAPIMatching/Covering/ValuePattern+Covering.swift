internal import MockAPICore

extension ValuePattern {
    /// Whether the pattern holds for every value, and for none.
    var isAlwaysMet: Bool {
        switch self {
        case .anything: true
        case .and(let patterns): patterns.allSatisfy(\.isAlwaysMet)
        case .or(let patterns): patterns.contains(where: \.isAlwaysMet)
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .matchesPathTemplate, .absent,
            .equalToJSON, .binaryEqualTo, .not:
            false
        }
    }

    /// Whether a condition, if there is one, holds wherever the other one does.
    static func covers(_ pattern: ValuePattern?, _ other: ValuePattern?) -> Bool {
        guard let pattern, !pattern.isAlwaysMet else { return true }
        return other.map { pattern.covers($0) } ?? false
    }

    /// Whether this pattern certainly holds for every value, or absence of one, for which `other` holds.
    func covers(_ other: ValuePattern) -> Bool {
        if isAlwaysMet || isSame(as: other) { return true }
        switch other {
        case .equalTo(let text, ignoringCase: false):
            if matches(.text(text), log: MatchLog()) { return true }
        case .binaryEqualTo(let bytes):
            if matches(.content(MatchContent(bytes)), log: MatchLog()) { return true }
        case .absent: return matches(.absent, log: MatchLog())
        case .and(let patterns):
            if patterns.contains(where: { covers($0) }) { return true }
        case .or(let patterns):
            if patterns.allSatisfy({ covers($0) }) { return true }
        case .equalTo, .contains, .doesNotContain, .matches, .doesNotMatch, .matchesPathTemplate, .anything,
            .equalToJSON, .not:
            break
        }
        switch (self, other) {
        case (.equalTo(let text, ignoringCase: true), .equalTo(let narrower, ignoringCase: true)):
            return ByteText.equalIgnoringCase(text, narrower)
        case (.contains(let part), .contains(let longer)): return ValuePattern.contains(part).matches(longer)
        case (.equalToJSON(let expected, let options), .equalToJSON(let narrower, let narrowerOptions)):
            return Self.covers(expected, options, narrower, narrowerOptions)
        case (.not(.absent), _): return !other.matches(.absent, log: MatchLog())
        case (.and(let patterns), _): return patterns.allSatisfy { $0.covers(other) }
        case (.or(let patterns), _): return patterns.contains { $0.covers(other) }
        default: return false
        }
    }

    /// Whether both are the same, their texts compared by bytes, unlike `==` of texts.
    fileprivate func isSame(as other: ValuePattern) -> Bool {
        switch (self, other) {
        case (.equalTo(let text, let ignoringCase), .equalTo(let otherText, let otherIgnoringCase)):
            return ignoringCase == otherIgnoringCase && ByteText.equal(text, otherText)
        case (.contains(let text), .contains(let otherText)),
            (.doesNotContain(let text), .doesNotContain(let otherText)):
            return ByteText.equal(text, otherText)
        case (.and(let patterns), .and(let others)), (.or(let patterns), .or(let others)):
            return Self.areSame(patterns, others)
        case (.not(let pattern), .not(let other)): return pattern.isSame(as: other)
        case (.matchesPathTemplate(let template), .matchesPathTemplate(let other)): return template.isLike(other)
        default: return self == other
        }
    }

    fileprivate static func areSame(_ patterns: [ValuePattern], _ others: [ValuePattern]) -> Bool {
        patterns.count == others.count && zip(patterns, others).allSatisfy { $0.isSame(as: $1) }
    }

    private static func covers(
        _ expected: JSONValue, _ options: JSONComparison.Options, _ narrower: JSONValue,
        _ narrowerOptions: JSONComparison.Options
    ) -> Bool {
        // With nothing that may differ, the value found is the document itself.
        if narrowerOptions == .exact { return JSONComparison(options).matches(expected: expected, found: narrower) }
        guard expected == narrower, options.placeholders == narrowerOptions.placeholders,
            options.matchers == narrowerOptions.matchers
        else { return false }
        return (options.ignoreArrayOrder || !narrowerOptions.ignoreArrayOrder)
            && (options.ignoreExtraElements || !narrowerOptions.ignoreExtraElements)
            && (options.allowsExtraMembers || !narrowerOptions.allowsExtraMembers)
    }
}

extension MultiValuePattern {
    /// Whether the pattern holds for any values, and for none.
    var isAlwaysMet: Bool {
        switch self {
        case .any(let pattern): pattern.isAlwaysMet
        case .includes(let patterns): patterns.isEmpty
        case .hasExactly: false
        }
    }

    private func isSame(as other: MultiValuePattern) -> Bool {
        switch (self, other) {
        case (.any(let pattern), .any(let other)): pattern.isSame(as: other)
        case (.hasExactly(let patterns), .hasExactly(let others)), (.includes(let patterns), .includes(let others)):
            ValuePattern.areSame(patterns, others)
        default: false
        }
    }

    /// Whether this pattern certainly holds for all values for which `other` holds.
    func covers(_ other: MultiValuePattern) -> Bool {
        if isAlwaysMet || isSame(as: other) { return true }
        switch (self, other) {
        case (.any(let pattern), .any(let narrower)): return pattern.covers(narrower)
        case (.any(let pattern), .hasExactly(let patterns)) where patterns.isEmpty:
            return pattern.matches(.absent, log: MatchLog())
        case (.any(let pattern), .hasExactly(let patterns)), (.any(let pattern), .includes(let patterns)):
            return patterns.contains { pattern.covers($0) }
        case (.includes(let patterns), .includes(let others)), (.includes(let patterns), .hasExactly(let others)):
            return patterns.allSatisfy { pattern in others.contains { pattern.covers($0) } }
        case (.includes(let patterns), .any(let narrower)):
            return !narrower.matches(.absent, log: MatchLog()) && patterns.allSatisfy { $0.covers(narrower) }
        case (.hasExactly, _): return false
        }
    }
}
