import MockAPICore
import MockAPIMatching

/// A part of a request that stubs ask to be equal to something, by which many stubs on one path are told apart.
///
/// A stub is found under the hash of the value that it asks for. That is never more than a hint: the stub's own pattern
/// has the last word.
enum Discriminator: Sendable, Hashable {
    /// The method.
    case method
    /// A segment of the path, decoded; counted from 0, which is what stands before the first slash.
    case segment(Int)
    /// The whole query in its normal form, or that there is none.
    case query
    /// A value of a query parameter, decoded.
    case queryValue(String)
    /// A value of a header, the name in lower case.
    case header(String)
    /// The value of a cookie.
    case cookie(String)
    /// The host, in lower case and without its port.
    case host
    /// A value of a parameter in a form, decoded.
    case formValue(String)
    /// The bytes of the body.
    case bodyBytes
    /// A string, number, truth value or null in the JSON of the body, inside of objects.
    case bodyField([String])
    /// The JSON of the body.
    case bodyJSON

    /// Whether the JSON of a body is needed.
    var readsJSON: Bool {
        switch self {
        case .bodyField, .bodyJSON: true
        case .method, .segment, .query, .queryValue, .header, .cookie, .host, .formValue, .bodyBytes: false
        }
    }

    /// The cheaper ones are taken where two are as good.
    var cost: Int {
        switch self {
        case .method: 0
        case .query: 1
        case .segment: 2
        case .queryValue, .header: 3
        case .host: 4
        case .cookie: 5
        case .bodyBytes: 6
        case .formValue: 7
        case .bodyField: 8
        case .bodyJSON: 9
        }
    }

    /// The hash of "no query".
    static let noQuery: UInt64 = 1
}

// MARK: - What a stub asks for

extension RequestPattern {
    /// The most fields of one JSON body that are looked at.
    private static let mostFields = 32
    private static let deepestField = 4

    /// The hash of the value that a request must have there, and the value as a text; `nil` where several would do.
    ///
    /// The text is empty where there is none to show.
    func key(for discriminator: Discriminator) -> (hash: UInt64, text: String)? {
        switch discriminator {
        case .query:
            guard case .url(let wanted) = url else { return nil }
            guard let mark = wanted.normalized.firstIndex(of: UInt8(ascii: "?")) else {
                return (Discriminator.noQuery, "")
            }
            let query = wanted.normalized[(mark + 1)...]
            return (ByteHash.hash(query), String(decoding: query, as: UTF8.self))
        case .bodyField(let path):
            for pattern in bodyPatterns {
                if let value = pattern.requiredJSON?.scalar(at: path[...]), let hash = value.fieldKey {
                    return (hash, value.scalarText)
                }
            }
            return nil
        case .bodyJSON: return bodyPatterns.lazy.compactMap(\.wholeJSON).first.map { ($0.indexKey, "") }
        case .bodyBytes:
            return bodyPatterns.lazy.compactMap(\.requiredBytes).first
                .map { (ByteHash.hash($0), String(decoding: $0, as: UTF8.self)) }
        case .method, .segment, .queryValue, .header, .cookie, .host, .formValue:
            return text(for: discriminator).map { (ByteHash.hash($0), $0) }
        }
    }

    private func text(for discriminator: Discriminator) -> String? {
        switch discriminator {
        case .method: if case .one(let method) = method { method.rawValue } else { nil }
        case .segment(let index):
            pathParameters.lazy.filter { segment(of: $0.name) == index }.compactMap(\.pattern.requiredText).first
        case .queryValue(let name):
            queryParameters.first { $0.name.utf8.elementsEqual(name.utf8) && $0.pattern.requiredText != nil }?
                .pattern.requiredText
        case .header(let name):
            headers.first { HTTPToken.equalsIgnoringCase($0.name.utf8, name.utf8) && $0.pattern.requiredText != nil }?
                .pattern.requiredText
        case .cookie(let name):
            cookies.first { $0.name.utf8.elementsEqual(name.utf8) && $0.pattern.requiredText != nil }?
                .pattern.requiredText
        case .host: host?.requiredText
        case .formValue(let name):
            formParameters.first { $0.name.utf8.elementsEqual(name.utf8) && $0.pattern.requiredText != nil }?
                .pattern.requiredText
        case .query, .bodyBytes, .bodyField, .bodyJSON: nil
        }
    }

    /// Calls with every discriminator that has a key.
    func forEachDiscriminator(_ body: (Discriminator) -> Void) {
        if case .one = method { body(.method) }
        if case .url = url { body(.query) }
        for named in pathParameters where named.pattern.requiredText != nil {
            if let index = segment(of: named.name) { body(.segment(index)) }
        }
        for named in queryParameters where named.pattern.requiredText != nil { body(.queryValue(named.name)) }
        for named in headers where named.pattern.requiredText != nil { body(.header(named.name.asciiLowercased)) }
        for named in cookies where named.pattern.requiredText != nil { body(.cookie(named.name)) }
        if host?.requiredText != nil { body(.host) }
        for named in formParameters where named.pattern.requiredText != nil { body(.formValue(named.name)) }
        for pattern in bodyPatterns {
            if pattern.requiredBytes != nil { body(.bodyBytes) }
            guard let value = pattern.requiredJSON else { continue }
            if pattern.wholeJSON != nil { body(.bodyJSON) }
            var count = 0
            value.forEachField(depth: Self.deepestField) { path in
                count += 1
                if count <= Self.mostFields { body(.bodyField(path)) }
                return count < Self.mostFields
            }
        }
    }

    /// The index of the segment that is a parameter and nothing else.
    private func segment(of parameter: String) -> Int? {
        guard case .urlPathTemplate(let template) = url else { return nil }
        return template.segments?.firstIndex { $0.count == 1 && $0.first == .parameter(parameter) }
    }
}

extension String {
    /// The text with the letters of ASCII in lower case.
    fileprivate var asciiLowercased: String {
        String(decoding: utf8.map { HTTPToken.lowercased($0) }, as: UTF8.self)
    }
}

extension MultiValuePattern {
    /// A text that some value must be equal to.
    fileprivate var requiredText: String? {
        switch self {
        case .any(let pattern): pattern.requiredText
        case .hasExactly(let patterns), .includes(let patterns): patterns.lazy.compactMap(\.requiredText).first
        }
    }
}

extension ValuePattern {
    /// The text that a value must be equal to, byte by byte.
    fileprivate var requiredText: String? {
        switch self {
        case .equalTo(let text, ignoringCase: false): text
        case .and(let patterns): patterns.lazy.compactMap(\.requiredText).first
        default: nil
        }
    }

    /// The bytes that a body must be.
    fileprivate var requiredBytes: [UInt8]? {
        switch self {
        case .equalTo(let text, ignoringCase: false): Array(text.utf8)
        case .binaryEqualTo(let bytes): bytes
        case .and(let patterns): patterns.lazy.compactMap(\.requiredBytes).first
        default: nil
        }
    }

    /// JSON whose scalars a value must have at the same places.
    fileprivate var requiredJSON: JSONValue? {
        switch self {
        // Where matchers stand for values, the document is not what is found.
        case .equalToJSON(let value, let options): options.matchers == nil ? value : nil
        case .and(let patterns): patterns.lazy.compactMap(\.requiredJSON).first
        default: nil
        }
    }

    /// JSON that a value must be equal to.
    fileprivate var wholeJSON: JSONValue? {
        switch self {
        case .equalToJSON(let value, .exact): value
        case .and(let patterns): patterns.lazy.compactMap(\.wholeJSON).first
        default: nil
        }
    }
}
