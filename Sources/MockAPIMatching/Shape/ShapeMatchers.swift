public import MockAPICore

/// The matchers of an expected document, read once.
public struct ShapeMatchers: Sendable, Hashable {
    /// The names of all keys that make an object a matcher.
    public static let names = ShapeReader.keys.map(\.name)

    private let bySource: [JSONValue: ShapeMatcher]

    /// Reads the matchers of a document; `nil` where there are none.
    ///
    /// `readPattern` reads what stands under `$matches`.
    ///
    /// - Throws: `ShapeProblems` for objects that look like matchers and are none.
    public init?(
        in document: JSONValue,
        readPattern: @escaping (JSONValue) throws(ShapeProblem) -> ValuePattern
    ) throws(ShapeProblems) {
        var reader = ShapeReader(readPattern: readPattern)
        reader.read(document, at: JSONPath())
        if !reader.problems.isEmpty { throw ShapeProblems(problems: reader.problems) }
        if reader.matchers.isEmpty { return nil }
        bySource = reader.matchers
    }

    /// The matcher that an expected value stands for; `nil` where it is a plain value.
    public func matcher(_ expected: JSONValue) -> ShapeMatcher? {
        guard case .object(let object) = expected, let first = object.first, first.key.utf8.first == UInt8(ascii: "$")
        else { return nil }
        return bySource[expected]
    }

    /// Whether one of them runs a regular expression.
    var usesRegex: Bool { bySource.values.contains { $0.conditions.contains(where: \.usesRegex) } }
}

/// Why an object that looks like a matcher is none.
public struct ShapeProblem: Error, Sendable, Hashable {
    /// The place of what is wrong, in the document.
    public var path: JSONPath
    /// What is wrong, in one line without a full stop.
    public var message: String
    /// How to mend it.
    public var hint: String?

    /// Makes a problem.
    public init(at path: JSONPath = JSONPath(), _ message: String, hint: String? = nil) {
        self.path = path
        self.message = message
        self.hint = hint
    }
}

/// All that is wrong with the matchers of a document.
public struct ShapeProblems: Error, Sendable, Hashable {
    /// One problem at least.
    public var problems: [ShapeProblem]
}

extension ShapeMatchers {
    /// The places of arrays that were found empty where `$each` looks at elements, so that nothing was checked.
    ///
    /// A `$min` says that this is known, and right or wrong.
    public func uncheckedArrays(expected: JSONValue, found: JSONValue) -> [JSONPath] {
        var places: [JSONPath] = []
        collectUnchecked(expected, found, JSONPath(), &places)
        return places
    }

    private func collectUnchecked(
        _ expected: JSONValue, _ found: JSONValue, _ path: JSONPath, _ places: inout [JSONPath]
    ) {
        if let matcher = matcher(expected) {
            for case .each(let element, let range) in matcher.conditions {
                let elements = found.array ?? []
                if elements.isEmpty, !range.namesLeast, found.array != nil { places.append(path) }
                for (index, other) in elements.enumerated() {
                    collectUnchecked(element, other, path.appending(index), &places)
                }
            }
            return
        }
        switch (expected, found) {
        case (.object(let expected), .object(let found)):
            for (key, value) in expected {
                if let other = found[key] { collectUnchecked(value, other, path.appending(key), &places) }
            }
        case (.array(let expected), .array(let found)):
            for (index, (value, other)) in zip(expected, found).enumerated() {
                collectUnchecked(value, other, path.appending(index), &places)
            }
        default: break
        }
    }
}
