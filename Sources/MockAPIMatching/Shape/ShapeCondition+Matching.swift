import MockAPICore

extension ShapeCondition {
    /// Whether the value found is right.
    func matches(_ found: JSONValue, in comparison: JSONComparison) -> Bool {
        switch self {
        case .type(let types): types.contains { $0.contains(found) }
        case .regex(let regex): found.string.map { regex.matches($0, log: comparison.log) } ?? false
        case .date(let shape): shape.contains(found)
        case .uuid: found.string.map(Self.isUUID) ?? false
        case .oneOf(let values): values.contains { comparison.matches(expected: $0, found: found) }
        case .any: true
        case .absent: false
        case .null: found.isNull
        case .each, .unordered, .literal: differences(found: found, at: JSONPath(), in: comparison).isEmpty
        case .contains(let part): Self.contains(part, found, comparison)
        case .approx(let number, let tolerance):
            found.number.map { $0 == number || abs($0.double - number.double) <= tolerance } ?? false
        case .length(let range): Self.length(of: found).map(range.contains) ?? false
        case .not(let value): !comparison.matches(expected: value, found: found)
        case .matches(let pattern):
            pattern.matches(MatchInput(found.string ?? found.rendered(.compact)), log: comparison.log)
        }
    }

    /// What is wrong with the value found; nothing where it is right.
    func differences(found: JSONValue, at path: JSONPath, in comparison: JSONComparison) -> [JSONDifference] {
        switch self {
        case .each(let element, let range):
            guard let elements = found.array else { return [difference(.type, found, path)] }
            if !range.contains(elements.count) { return [difference(.length, found, path)] }
            var differences: [JSONDifference] = []
            for (index, other) in elements.enumerated() where differences.count < comparison.differenceLimit {
                differences += comparison.differences(expected: element, found: other, at: path.appending(index))
            }
            return differences
        case .unordered(let elements):
            guard let others = found.array else { return [difference(.type, found, path)] }
            var walker = JSONWalker(comparison)
            walker.collectUnordered(elements, others, expectedPath: path, path: path)
            return walker.differences
        case .literal(let value):
            var plain = comparison
            plain.matcher = nil
            return plain.differences(expected: value, found: found, at: path)
        case .absent: return [difference(.extra, found, path)]
        default:
            if matches(found, in: comparison) { return [] }
            return [difference(isRightType(found) ? .value : .type, found, path)]
        }
    }

    private func difference(_ kind: JSONDifference.Kind, _ found: JSONValue, _ path: JSONPath) -> JSONDifference {
        JSONDifference(path: path, kind: kind, expected: nil, found: found, expectation: explanation)
    }

    /// Whether the value is of the type that the condition is about, so that only the value itself is wrong.
    private func isRightType(_ found: JSONValue) -> Bool {
        switch self {
        case .regex, .uuid: found.kind == .string
        case .date(let shape): shape.isRightType(found)
        case .approx: found.kind == .number
        case .contains, .length: Self.length(of: found) != nil
        case .oneOf(let values): values.contains { $0.kind == found.kind }
        case .not, .matches: true
        case .type, .any, .absent, .null, .each, .unordered, .literal: false
        }
    }

    private static func contains(_ part: JSONValue, _ found: JSONValue, _ comparison: JSONComparison) -> Bool {
        switch (found, part) {
        case (.array(let elements), _): elements.contains { comparison.matches(expected: part, found: $0) }
        case (.string(let text), .string(let part)): MatchInput(text).withBytes { ByteText.contains($0, part) } ?? false
        default: false
        }
    }

    /// The Unicode scalars of a string, the elements of an array or the members of an object.
    private static func length(of value: JSONValue) -> Int? {
        switch value {
        case .string(let text): text.unicodeScalars.count
        case .array(let elements): elements.count
        case .object(let object): object.count
        case .null, .bool, .number: nil
        }
    }

    /// Whether a text is `8-4-4-4-12` hexadecimal digits (RFC 9562, section 4).
    private static func isUUID(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
    }
}

extension ShapeCondition {
    /// What is expected, such as `an integer`.
    var explanation: String {
        switch self {
        case .type(let types): types.map(\.explanation).joined(separator: " or ")
        case .regex(let regex): "a string matching the regex \(Excerpt.of(regex.pattern, limit: 200))"
        case .date(let shape): shape.explanation
        case .uuid: "a UUID"
        case .oneOf(let values): "one of \(values.map(Self.text).joined(separator: ", "))"
        case .any: "any value"
        case .absent: "nothing"
        case .null: "null"
        case .each(_, let range) where range == CountRange(): "an array"
        case .each(_, let range): "an array of \(range.explanation) elements"
        case .contains(let part): "something that contains \(Self.text(part))"
        case .unordered(let elements): "an array, in any order, of \(Self.text(.array(elements)))"
        case .approx(let number, let tolerance): "\(number) ± \(tolerance)"
        case .length(let range): "a length of \(range.explanation)"
        case .not(let value): "anything but \(Self.text(value))"
        case .literal(let value): Self.text(value)
        case .matches(let pattern): pattern.explanation
        }
    }

    private static func text(_ value: JSONValue) -> String { Excerpt.of(value.rendered(.compact), limit: 120) }
}
