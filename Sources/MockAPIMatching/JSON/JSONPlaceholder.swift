internal import Foundation
public import MockAPICore

/// What a string of an expected JSON document may stand for, as in JsonUnit: `${json-unit.any-string}` and its like.
///
/// The placeholder is the whole string, `${json-unit.regex}` excepted, which the pattern follows. `#{...}` is another way
/// to write `${...}`.
public enum JSONPlaceholder: Sendable, Hashable {
    /// `${json-unit.ignore}`: any value, but there has to be one.
    case ignore
    /// `${json-unit.ignore-element}`: any value or none.
    case ignoreElement
    /// `${json-unit.any-string}`
    case anyString
    /// `${json-unit.any-number}`
    case anyNumber
    /// `${json-unit.any-boolean}`
    case anyBoolean
    /// `${json-unit.any-array}`
    case anyArray
    /// `${json-unit.regex}[a-z]+`: a string that matches as a whole.
    case regex(RegexPattern)

    /// The names of those that stand alone, as they are written.
    private static let plain: [(name: String, placeholder: JSONPlaceholder)] = [
        ("ignore", .ignore), ("ignore-element", .ignoreElement), ("any-string", .anyString),
        ("any-number", .anyNumber), ("any-boolean", .anyBoolean), ("any-array", .anyArray),
    ]

    /// Reads a string of an expected document; `nil` where it is plain text.
    ///
    /// - Throws: `JSONPlaceholderError` where it looks like a placeholder and is none.
    public init?(_ text: String) throws(JSONPlaceholderError) {
        guard let start = Self.start(in: text) else { return nil }
        guard start.isAtBeginning else { throw JSONPlaceholderError("a placeholder has to be the whole string") }
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "}")) else {
            throw JSONPlaceholderError("the brace of the placeholder is not closed")
        }
        let name = String(text[start.name..<end])
        let rest = String(text[text.utf8.index(after: end)...])
        if name == "regex" {
            self = .regex(try Self.regex(rest))
        } else if let found = Self.plain.first(where: { $0.name == name }) {
            guard rest.isEmpty else { throw JSONPlaceholderError("a placeholder has to be the whole string") }
            self = found.placeholder
        } else if name.utf8.starts(with: "matches:".utf8) {
            throw JSONPlaceholderError(
                "${json-unit.matches:...} is not supported", hint: "use ${json-unit.regex}, or ${json-unit.ignore}")
        } else {
            let names = Self.plain.map(\.name) + ["regex"]
            throw JSONPlaceholderError(
                "unknown placeholder \(Quoted.text("${json-unit.\(name)}"))",
                hint: Spelling.suggestion(for: name, among: names).map { "did you mean \"${json-unit.\($0)}\"?" }
                    ?? "there are \(names.joined(separator: ", "))")
        }
    }

    private static func regex(_ text: String) throws(JSONPlaceholderError) -> RegexPattern {
        do {
            return try RegexPattern(text)
        } catch {
            var plain = error
            plain.hint = nil
            throw JSONPlaceholderError(plain.description, hint: error.hint)
        }
    }

    /// Where the name of a placeholder begins, if the text has one.
    private static func start(in text: String) -> (name: String.Index, isAtBeginning: Bool)? {
        let opening = "{json-unit."
        var text = text
        // Most strings have none: a search in the bytes is quicker than one in the characters.
        guard text.withUTF8({ ByteText.contains($0, opening) }),
            let brace = text.firstRange(of: opening), brace.lowerBound > text.startIndex
        else { return nil }
        let sign = text.utf8.index(before: brace.lowerBound)
        guard "$#".utf8.contains(text.utf8[sign]) else { return nil }
        return (brace.upperBound, sign == text.startIndex)
    }
}

/// Why a string that looks like a placeholder is none.
public struct JSONPlaceholderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in one line without a full stop.
    public var message: String
    /// How to mend it, in one line without a full stop.
    public var hint: String?

    /// Makes an error.
    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// The text shown to people.
    public var description: String { message + (hint.map { "; \($0)" } ?? "") }
}

extension JSONPlaceholder: JSONMatcher {
    /// What is expected, such as `a number`.
    public var explanation: String {
        switch self {
        case .ignore: "any value"
        case .ignoreElement: "any value or nothing"
        case .anyString: "a string"
        case .anyNumber: "a number"
        case .anyBoolean: "true or false"
        case .anyArray: "an array"
        case .regex(let regex): "a string matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        }
    }

    /// Whether a member that is not there is right.
    public var acceptsAbsence: Bool { self == .ignoreElement }

    /// Whether the value found is right.
    public func matches(_ found: JSONValue, in comparison: JSONComparison) -> Bool {
        switch (self, found) {
        case (.ignore, _), (.ignoreElement, _), (.anyString, .string), (.anyNumber, .number), (.anyBoolean, .bool),
            (.anyArray, .array):
            true
        case (.regex(let regex), .string(let text)): regex.matches(text, log: comparison.log)
        default: false
        }
    }

    /// What is wrong with the value found; nothing where it is right.
    public func differences(found: JSONValue, at path: JSONPath, in comparison: JSONComparison) -> [JSONDifference] {
        if matches(found, in: comparison) { return [] }
        let isString = if case .string = found { true } else { false }
        let kind: JSONDifference.Kind = if case .regex = self, isString { .value } else { .type }
        return [JSONDifference(path: path, kind: kind, expected: nil, found: found, expectation: explanation)]
    }
}

/// The placeholders of an expected document, read once.
public struct JSONPlaceholders: Sendable, Hashable {
    private let byText: [[UInt8]: JSONPlaceholder]

    /// Reads the placeholders of a document; `nil` where there are none.
    ///
    /// - Throws: `JSONPlaceholderError` for the first string that looks like a placeholder and is none.
    public init?(in document: JSONValue) throws(JSONPlaceholderError) {
        var byText: [[UInt8]: JSONPlaceholder] = [:]
        var pending = [document]
        while let value = pending.popLast() {
            switch value {
            case .null, .bool, .number: break
            case .string(let text):
                if let placeholder = try JSONPlaceholder(text) { byText[Array(text.utf8)] = placeholder }
            case .array(let array): pending += array
            case .object(let object): pending += object.map(\.value)
            }
        }
        if byText.isEmpty { return nil }
        self.byText = byText
    }

    /// Whether one of them runs a regular expression.
    var usesRegex: Bool {
        byText.values.contains { if case .regex = $0 { true } else { false } }
    }

    /// The placeholder that an expected value stands for; `nil` where it is plain.
    func placeholder(_ expected: JSONValue) -> JSONPlaceholder? {
        guard case .string(let text) = expected else { return nil }
        let bytes = text.utf8
        guard let first = bytes.first, "$#".utf8.contains(first) else { return nil }
        return byText[Array(bytes)]
    }
}
