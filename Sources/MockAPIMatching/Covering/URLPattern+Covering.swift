internal import MockAPICore

extension URLPattern {
    /// The one path that matches, in its normal form; `nil` where there may be several.
    package var fixedPath: ArraySlice<UInt8>? {
        switch self {
        case .url(let wanted): wanted.normalized.prefix { $0 != UInt8(ascii: "?") }
        case .urlPath(let wanted): wanted.normalized[...]
        case .any, .urlPattern, .urlPathPattern, .urlPathTemplate: nil
        }
    }

    /// Whether every target that matches `other` certainly matches this pattern as well.
    func covers(_ other: URLPattern) -> Bool {
        switch self {
        case .any: return true
        case .url: return self == other
        case .urlPath(let wanted):
            return other.fixedPath.map { ByteText.equal($0, wanted.normalized) } ?? (self == other)
        case .urlPathTemplate(let template):
            if let path = other.fixedPath { return template.match(path) != nil }
            guard case .urlPathTemplate(let narrower) = other else { return false }
            return template.covers(narrower)
        case .urlPattern(let regex), .urlPathPattern(let regex):
            // Regular expressions see the target as it was sent, so what a path is in its normal form does not help.
            return self == other || regex.pattern == ".*" || regex.pattern == "/.*" && other.beginsWithSlash
        }
    }

    private var beginsWithSlash: Bool {
        let slash = UInt8(ascii: "/")
        switch self {
        case .url(let wanted), .urlPath(let wanted): return wanted.normalized.first == slash
        case .urlPathTemplate(let template):
            if case .literal(let bytes)? = template.tokens.first { return bytes.first == slash }
            return false
        case .any, .urlPattern, .urlPathPattern: return false
        }
    }
}

extension PathTemplate {
    /// Whether both differ in the names of their parameters only.
    func isLike(_ other: PathTemplate) -> Bool {
        tokens.count == other.tokens.count && zip(tokens, other.tokens).allSatisfy { Self.areLike($0, $1) }
    }

    /// Whether every path like `other` is certainly like this template.
    func covers(_ other: PathTemplate) -> Bool {
        if isLike(other) || tokens == [.wildcard] { return true }
        if tokens.count == 2, case .literal(let prefix) = tokens[0], tokens[1] == .wildcard {
            guard case .literal(let bytes)? = other.tokens.first else { return false }
            return bytes.starts(with: prefix)
        }
        guard let segments, let others = other.segments, segments.count == others.count else { return false }
        return zip(segments, others).allSatisfy { segment, other in
            // A parameter alone stands for any segment that is not empty.
            if segment.count == 1, case .parameter = segment[0] { return !other.isEmpty }
            return segment.count == other.count && zip(segment, other).allSatisfy { Self.areLike($0, $1) }
        }
    }

    private static func areLike(_ left: Token, _ right: Token) -> Bool {
        switch (left, right) {
        case (.parameter, .parameter): true
        default: left == right
        }
    }
}
