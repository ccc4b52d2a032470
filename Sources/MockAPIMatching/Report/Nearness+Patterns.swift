internal import MockAPICore

extension MethodPattern {
    func distance(to subject: MatchSubject) -> Double {
        if matches(subject.methodBytes) { return 0 }
        switch self {
        case .one(let wanted) where HTTPToken.equalsIgnoringCase(subject.methodBytes, wanted.rawValue.utf8): return 0.2
        case .one(.get) where subject.methodBytes.elementsEqual("HEAD".utf8): return 0.4
        case .any, .one, .oneOf, .noneOf: return 1
        }
    }
}

extension URLPattern {
    func distance(to subject: MatchSubject) -> Double {
        switch self {
        case .any: return 0
        case .url(let wanted):
            if match(subject) != nil { return 0 }
            return max(0.02, Nearness.distance(subject.normalizedPathAndQuery, wanted.normalized))
        case .urlPath(let wanted):
            if match(subject) != nil { return 0 }
            return max(0.02, Nearness.distance(subject.normalizedPath, wanted.normalized))
        case .urlPattern(let regex): return Self.distance(regex, subject.rawPathAndQuery, subject.log)
        case .urlPathPattern(let regex): return Self.distance(regex, subject.rawPath, subject.log)
        case .urlPathTemplate(let template):
            if match(subject) != nil { return 0 }
            return max(0.02, template.distance(to: subject.normalizedPath))
        }
    }

    /// The fixed text that a regular expression begins with says whether it is near.
    private static func distance(_ regex: RegexPattern, _ text: String, _ log: MatchLog) -> Double {
        if regex.matches(text, log: log) { return 0 }
        let fixed = regex.pattern.utf8.prefix { !"\\[](){}.*+?|^$".utf8.contains($0) }
        guard fixed.count > 1 else { return 0.9 }
        let common = zip(fixed, text.utf8).prefix { $0 == $1 }.count
        return 0.9 - 0.5 * Double(common) / Double(fixed.count)
    }
}

extension PathTemplate {
    /// The mean distance of the segments, a parameter being near to anything.
    func distance(to path: ArraySlice<UInt8>) -> Double {
        let slash = UInt8(ascii: "/")
        let found = path.split(separator: slash, maxSplits: 64, omittingEmptySubsequences: false)
        let wanted =
            segments
            ?? text.utf8.split(separator: slash, omittingEmptySubsequences: false).map { [.literal(Array($0))] }
        var total = 0.0
        for index in 0..<max(found.count, wanted.count) {
            guard index < found.count, index < wanted.count else {
                total += 1
                continue
            }
            switch wanted[index].first {
            case nil: total += found[index].isEmpty ? 0 : 1
            case .literal(let bytes)? where wanted[index].count == 1: total += Nearness.distance(found[index], bytes)
            case .literal?, .parameter?, .wildcard?: total += found[index].isEmpty ? 1 : 0.2
            }
        }
        return min(1, total / Double(max(found.count, wanted.count, 2) - 1))
    }
}

extension ValuePattern {
    func distance(to input: MatchInput, log: MatchLog) -> Double {
        if matches(input, log: log) { return 0 }
        switch self {
        case .and(let patterns):
            let sum = patterns.reduce(0) { $0 + $1.distance(to: input, log: log) }
            return max(0.02, sum / Double(max(patterns.count, 1)))
        case .or(let patterns): return max(0.02, patterns.map { $0.distance(to: input, log: log) }.min() ?? 1)
        default: break
        }
        guard let text = input.text else { return 1 }
        switch self {
        case .equalTo(let wanted, _):
            if HTTPToken.equalsIgnoringCase(text, wanted) { return 0.1 }
            return 0.2 + 0.7 * Nearness.distance(text.utf8, wanted.utf8)
        case .equalToJSON(let wanted, let options):
            guard case .success(let found)? = input.json else { return 0.9 }
            return 0.2 + 0.7 * JSONComparison(options, log: log).distance(expected: wanted, found: found)
        case .binaryEqualTo(let wanted):
            return 0.2 + 0.7 * (input.withBytes { Nearness.distance($0, wanted) } ?? 1)
        case .matchesPathTemplate(let template):
            return 0.2 + 0.7 * template.distance(to: EncodedText.normalize(text.utf8)[...])
        case .contains, .doesNotContain, .matches, .doesNotMatch, .absent, .anything, .and, .or, .not: return 0.7
        }
    }

    /// How far the nearest of several values is.
    func distance(toAnyOf values: [String], log: MatchLog) -> Double {
        MultiValuePattern.any(self).distance(to: values, log: log)
    }

    /// A value as a report shows it: JSON in compact form where JSON is expected, bytes as Base64 where bytes are, any
    /// other text as it is.
    func shown(_ input: MatchInput) -> String? {
        if comparesJSON, case .success(let found)? = input.json { return found.rendered(.compact) }
        if case .binaryEqualTo = self {
            return input.withBytes { Base64.excerpt(Array($0)) }
        }
        return input.text
    }

    /// Where a JSON value is not as expected; empty for other patterns and for what is no JSON.
    func differences(_ input: MatchInput) -> [JSONDifference] {
        switch self {
        case .equalToJSON(let expected, let options):
            guard case .success(let found)? = input.json else { return [] }
            return JSONComparison(options).differences(expected: expected, found: found)
        case .and(let patterns): return patterns.flatMap { $0.differences(input) }
        default: return []
        }
    }

    /// Whether this, or one of its parts, compares JSON.
    private var comparesJSON: Bool {
        switch self {
        case .equalToJSON: true
        case .and(let patterns), .or(let patterns): patterns.contains(where: \.comparesJSON)
        case .not(let pattern): pattern.comparesJSON
        default: false
        }
    }
}

extension BasicCredentials {
    func distance(to subject: MatchSubject) -> Double {
        let found = subject.headerValues("Authorization").compactMap { BasicCredentials(authorization: $0) }
        if found.contains(self) { return 0 }
        if found.isEmpty { return 1 }
        return found.contains { $0.username.utf8.elementsEqual(username.utf8) } ? 0.3 : 0.7
    }
}

extension MultiValuePattern {
    func distance(to values: [String], log: MatchLog) -> Double {
        if matches(values, log: log) { return 0 }
        if values.isEmpty { return 1 }
        let distances = patterns.map { pattern in
            values.map { pattern.distance(to: .text($0), log: log) }.min() ?? 1
        }
        return max(0.1, distances.reduce(0, +) / Double(max(distances.count, 1)))
    }

    /// The values as a report shows them.
    func shown(_ values: [String]) -> [String] {
        guard case .any(let pattern) = self, values.count == 1 else { return values }
        return values.compactMap { pattern.shown(.text($0)) }
    }

    /// The JSON differences of a pattern on a single value.
    func differences(_ values: [String]) -> [JSONDifference] {
        guard case .any(let pattern) = self, values.count == 1 else { return [] }
        return pattern.differences(.text(values[0]))
    }
}
