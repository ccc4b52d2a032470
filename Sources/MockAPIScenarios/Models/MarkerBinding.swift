import Foundation
import MockAPICore
import MockAPIMatching

/// Finds what stands in the place of markers in a text that ought to be the same.
struct MarkerBinding {
    let markers: [ParameterSample.Marker]
    /// What was found.
    private(set) var values: [ParameterSample.Marker: String] = [:]

    init(markers: [ParameterSample.Marker]) { self.markers = markers }

    /// Compares a text that may hold one marker with the text that it ought to be.
    @discardableResult
    mutating func bind(_ text: String, to wanted: String, isEncoded: Bool = false) -> Bool {
        guard
            let (marker, range) = markers.lazy.compactMap({ marker in text.range(of: marker.text).map { (marker, $0) } }
            )
            .first
        else { return text == wanted }
        let prefix = text[..<range.lowerBound]
        let suffix = text[range.upperBound...]
        guard wanted.hasPrefix(prefix), wanted.hasSuffix(suffix), wanted.count > prefix.count + suffix.count else {
            return false
        }
        let value = String(wanted.dropFirst(prefix.count).dropLast(suffix.count))
        values[marker] = isEncoded ? PercentCoding.decode(value, plusIsSpace: false) : value
        return true
    }

    /// Compares a path, or a path with its query, piece by piece.
    mutating func bind(pieces text: ArraySlice<UInt8>, to wanted: ArraySlice<UInt8>) -> Bool {
        let (own, other) = (Self.pieces(text), Self.pieces(wanted))
        guard own.count == other.count, own.map(\.end) == other.map(\.end) else { return false }
        for (piece, wanted) in zip(own, other) where !bind(piece.text, to: wanted.text, isEncoded: true) {
            return false
        }
        return true
    }

    /// Compares a path with the segments of a template.
    mutating func bind(pieces text: ArraySlice<UInt8>, to segments: [[PathTemplate.Token]]) -> Bool {
        let own = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard own.count == segments.count else { return false }
        for (segment, tokens) in zip(own, segments) {
            var wanted: [UInt8] = []
            for token in tokens {
                switch token {
                case .literal(let bytes): wanted += bytes
                case .parameter, .wildcard: wanted.append(UInt8(ascii: "1"))
                }
            }
            let isFree = tokens.allSatisfy { if case .parameter = $0 { true } else { false } }
            if isFree, !tokens.isEmpty { continue }
            let isFixed = tokens.allSatisfy { if case .literal = $0 { true } else { false } }
            let text = String(decoding: segment, as: UTF8.self)
            let isSame = bind(text, to: String(decoding: wanted, as: UTF8.self), isEncoded: true)
            if isFixed, !isSame { return false }
        }
        return true
    }

    /// The pieces of a path and a query, each with the byte that ends it.
    private static func pieces(_ text: ArraySlice<UInt8>) -> [(text: String, end: UInt8?)] {
        var pieces: [(text: String, end: UInt8?)] = []
        var start = text.startIndex
        for index in text.indices where "/?&=".utf8.contains(text[index]) {
            pieces.append((String(decoding: text[start..<index], as: UTF8.self), text[index]))
            start = index + 1
        }
        pieces.append((String(decoding: text[start...], as: UTF8.self), nil))
        return pieces
    }
}

/// Words of the patterns of a stub that a parameter may have to be.
enum StubWords {
    static func all(of pattern: RequestPattern) -> [String] {
        var words: [String] = []
        switch pattern.url {
        case .urlPattern(let regex), .urlPathPattern(let regex): words += split(regex.pattern)
        case .any, .url, .urlPath, .urlPathTemplate: break
        }
        for named in pattern.queryParameters + pattern.headers {
            for pattern in named.pattern.patterns { words += all(of: pattern) }
        }
        for named in pattern.pathParameters { words += all(of: named.pattern) }
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }

    private static func all(of pattern: ValuePattern) -> [String] {
        switch pattern {
        case .equalTo(let text, _), .contains(let text): [text]
        case .matches(let regex): split(regex.pattern)
        case .and(let patterns), .or(let patterns): patterns.flatMap { all(of: $0) }
        case .matchesPathTemplate(let template): [template.text]
        case .doesNotContain, .doesNotMatch, .absent, .anything, .equalToJSON, .binaryEqualTo, .not: []
        }
    }

    /// The runs of letters, digits, `-` and `_` in a regular expression.
    private static func split(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.map(String.init)
    }
}
