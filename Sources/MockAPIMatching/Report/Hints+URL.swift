internal import MockAPICore

extension Hints {
    static func url(_ pattern: URLPattern, _ subject: MatchSubject) -> String? {
        let path = subject.normalizedPath
        switch pattern {
        case .any: return nil
        case .url(let wanted): return url(wanted, subject)
        case .urlPath(let wanted):
            if wanted.text.contains("?") {
                return "urlPath is compared with the path alone; use url, or queryParameters for the query"
            }
            return equalPath(wanted.normalized, path, subject)
        case .urlPathTemplate(let template):
            if template.text.contains("?") {
                return "urlPathTemplate is compared with the path alone; use queryParameters for the query"
            }
            return self.template(template, path)
        case .urlPathPattern(let regex):
            let text = subject.rawPath
            if let hint = runaway(regex, text, subject.log) { return hint }
            if subject.request.target.query != nil, regex.matches(subject.rawPathAndQuery, log: subject.log) {
                return "the regex includes the query, which urlPathPattern does not see; use urlPattern"
            }
            return variant(of: path) { regex.matches(String(decoding: $0, as: UTF8.self), log: subject.log) }
                ?? self.regex(regex, text, subject.log, whole: "path")
        case .urlPattern(let regex):
            if let hint = runaway(regex, subject.rawPathAndQuery, subject.log) { return hint }
            if subject.request.target.query != nil, regex.matches(subject.rawPath, log: subject.log) {
                return "the regex matches the path, but urlPattern is compared with the query too; use urlPathPattern"
            }
            return self.regex(regex, subject.rawPathAndQuery, subject.log, whole: "path and query")
        }
    }

    static func template(_ template: PathTemplate, _ path: ArraySlice<UInt8>) -> String? {
        if let hint = variant(of: path, where: { template.match($0) != nil }) { return hint }
        let lowercased = try? PathTemplate(template.text.lowercased())
        if lowercased?.match(path.map { HTTPToken.lowercased($0) }[...]) != nil { return caseHint }
        return segmentCount(template, path)
    }

    /// What to say of a path that is like a template as far as the shorter of the two goes.
    private static func segmentCount(_ template: PathTemplate, _ path: ArraySlice<UInt8>) -> String? {
        let slash = UInt8(ascii: "/")
        guard let wanted = template.segments, wanted.count > 2 else { return nil }
        let found = path.split(separator: slash, maxSplits: 100, omittingEmptySubsequences: false)
        let common = min(wanted.count, found.count)
        guard wanted.count != found.count, found.count > 2 else { return nil }
        let isAlike = zip(wanted, found).prefix(common).allSatisfy { segment, text in
            switch segment.first {
            case nil: text.isEmpty
            case .literal(let bytes)? where segment.count == 1: ByteText.equal(text, bytes)
            case .literal?, .parameter?, .wildcard?: !text.isEmpty
            }
        }
        return isAlike
            ? "the template has \(wanted.count - 1) segments, the request's path \(found.count - 1)" : nil
    }

    private static let caseHint = "only the letter case differs; paths are compared with case"

    private static func url(_ wanted: EncodedText, _ subject: MatchSubject) -> String? {
        let mark = UInt8(ascii: "?")
        let wantedPath = Array(wanted.normalized.prefix { $0 != mark })
        let wantedQuery =
            wanted.normalized.count > wantedPath.count ? wanted.normalized.dropFirst(wantedPath.count + 1) : nil
        let path = subject.normalizedPath
        guard ByteText.equal(path, wantedPath) else { return equalPath(wantedPath, path, subject) }
        guard let wantedQuery else { return "url is compared with path and query; use urlPath to allow any query" }
        guard subject.request.target.query != nil else { return "the request has no query" }
        let isReordered = QueryPair.parse(wantedQuery).sortedPairs == subject.query.sortedPairs
        return isReordered
            ? "only the order or the spelling of the query differs; use urlPath with queryParameters"
            : "only the query differs; urlPath with queryParameters compares single parameters"
    }

    private static func equalPath(_ wanted: [UInt8], _ path: ArraySlice<UInt8>, _ subject: MatchSubject) -> String? {
        if let hint = variant(of: path, where: { ByteText.equal($0, wanted) }) { return hint }
        if HTTPToken.equalsIgnoringCase(path, wanted) { return caseHint }
        if ByteText.equal(EncodedText.normalize(replacing("%25", by: "%", in: wanted[...]))[...], Array(path)) {
            return "the stub's path is percent-encoded twice"
        }
        if ByteText.equal(replacing("%2F", by: "/", in: wanted[...])[...], Array(path)) {
            return "%2F in the stub is part of a segment, not a separator"
        }
        if PercentCoding.decodeBytes(wanted) == PercentCoding.decodeBytes(path) {
            return "paths are compared as they are sent; write \(Quoted.text(subject.rawPath))"
        }
        if let more = prefix(of: path, before: wanted[...]) {
            return "the request's path begins with \(more), the stub's does not"
        }
        return prefix(of: wanted[...], before: path).map { "the stub's path begins with \($0), the request's does not" }
    }

    /// What a path has before another one that it ends with.
    private static func prefix(of path: ArraySlice<UInt8>, before end: ArraySlice<UInt8>) -> String? {
        guard end.count > 1, path.count > end.count, path.suffix(end.count).elementsEqual(end) else { return nil }
        return Quoted.text(String(decoding: path.dropLast(end.count), as: UTF8.self), limit: 100)
    }

    /// The first of the usual mistakes in the request's path that explains why it is not the one expected.
    private static func variant(of path: ArraySlice<UInt8>, where fits: (ArraySlice<UInt8>) -> Bool) -> String? {
        let slash = UInt8(ascii: "/")
        if path.count > 1, path.last == slash, fits(path.dropLast()) {
            return "the request's path ends with a slash, the stub's does not"
        }
        if path.last != slash, fits(path + [slash]) {
            return "the stub's path ends with a slash, the request's does not"
        }
        if let single = replaced("%25", by: "%", in: path), fits(EncodedText.normalize(single)[...]) {
            return "the request's path is percent-encoded twice"
        }
        if let split = replaced("%2F", by: "/", in: path), fits(split[...]) {
            return "%2F in the request is part of a segment, not a separator"
        }
        if let collapsed = replaced("//", by: "/", in: path), fits(collapsed[...]) {
            return "the request's path has an empty segment (//)"
        }
        return nil
    }

    private static func replaced(_ part: StaticString, by other: StaticString, in bytes: ArraySlice<UInt8>) -> [UInt8]?
    {
        let output = replacing(part, by: other, in: bytes)
        return output.count == bytes.count ? nil : output
    }

    private static func replacing(_ part: StaticString, by other: StaticString, in bytes: ArraySlice<UInt8>) -> [UInt8]
    {
        part.withUTF8Buffer { part in
            other.withUTF8Buffer { other in
                var output: [UInt8] = []
                var rest = bytes
                while let first = rest.first {
                    if rest.starts(with: part) {
                        output += other
                        rest = rest.dropFirst(part.count)
                    } else {
                        output.append(first)
                        rest = rest.dropFirst()
                    }
                }
                return output
            }
        }
    }
}

extension [QueryPair] {
    /// The pairs in an order that does not depend on how they were sent.
    fileprivate var sortedPairs: [QueryPair] {
        sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}
