import MockAPICore
import MockAPIMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValuePattern {
    /// The pattern as a stub file writes it.
    var json: JSONValue {
        switch self {
        case .equalTo(let text, let ignoringCase):
            ignoringCase ? ["equalTo": .string(text), "caseInsensitive": true] : ["equalTo": .string(text)]
        case .contains(let part): ["contains": .string(part)]
        case .doesNotContain(let part): ["doesNotContain": .string(part)]
        case .matches(let regex): ["matches": .string(regex.pattern)]
        case .doesNotMatch(let regex): ["doesNotMatch": .string(regex.pattern)]
        case .matchesPathTemplate(let template): ["matchesPathTemplate": .string(template.text)]
        case .absent: ["absent": true]
        case .anything: ["anything": "anything"]
        case .equalToJSON(let document, let options) where options.isShape: ["matchesShape": document]
        case .equalToJSON(let document, let options): Self.json(document, options)
        case .binaryEqualTo(let bytes): ["binaryEqualTo": .string(Data(bytes).base64EncodedString())]
        case .and(let patterns): ["and": .array(patterns.map(\.json))]
        case .or(let patterns): ["or": .array(patterns.map(\.json))]
        case .not(let pattern): ["not": pattern.json]
        }
    }

    private static func json(_ document: JSONValue, _ options: JSONComparison.Options) -> JSONValue {
        // A string would be read as the text of a document.
        let isPlain = document.string == nil && document.canBeEmbedded
        var object: JSONObject = [:]
        object.append("equalToJson", isPlain ? document : .string(document.rendered(.compact)))
        if options.ignoreArrayOrder { object.append("ignoreArrayOrder", true) }
        if options.ignoreExtraElements { object.append("ignoreExtraElements", true) }
        if options.placeholders == nil, document.hasPlaceholders { object.append("enablePlaceholders", false) }
        return .object(object)
    }
}

extension MultiValuePattern {
    /// The pattern as a stub file writes it.
    var json: JSONValue {
        switch self {
        case .any(let pattern): pattern.json
        case .hasExactly(let patterns): ["hasExactly": .array(patterns.map(\.json))]
        case .includes(let patterns): ["includes": .array(patterns.map(\.json))]
        }
    }
}

extension JSONValue {
    /// Whether the document can stand in a stub file: no key is repeated, and it is not so deep that the file would be
    /// too deep.
    var canBeEmbedded: Bool { Self.canBeEmbedded(renderedBytes(.compact)) }

    /// Whether the bytes are a document that can stand in a stub file.
    static func canBeEmbedded(_ bytes: [UInt8]) -> Bool {
        let document = try? JSONDocument(parsing: bytes, options: JSONReadingOptions(maxDepth: 256))
        return document?.duplicateKeys.isEmpty ?? false
    }

    /// Whether a string would be read as a placeholder, be it a good one or not.
    fileprivate var hasPlaceholders: Bool {
        do { return try JSONPlaceholders(in: self) != nil } catch { return true }
    }
}
