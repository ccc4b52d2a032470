public import MockAPICore

/// What stands for a value in an expected document: an object whose keys begin with `$`, such as `{"$type": "integer"}`.
///
/// All conditions of one object have to hold.
public struct ShapeMatcher: Sendable, Hashable {
    /// The object as it was written.
    public let source: JSONValue
    let conditions: [ShapeCondition]

    /// Whether a member that is not there is right.
    public var acceptsAbsence: Bool { conditions.contains { if case .absent = $0 { true } else { false } } }

    /// What the conditions `$not` rule out.
    package var excluded: [JSONValue] {
        conditions.compactMap { if case .not(let value) = $0 { value } else { nil } }
    }

    /// The matcher without its conditions `$not`; `nil` where it has no others.
    package var withoutExclusions: ShapeMatcher? {
        let others = conditions.filter { if case .not = $0 { false } else { true } }
        return others.isEmpty ? nil : ShapeMatcher(source: source, conditions: others)
    }

    /// Whether both were written alike.
    public static func == (left: ShapeMatcher, right: ShapeMatcher) -> Bool { left.source == right.source }

    /// Feeds the object as it was written.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

extension ShapeMatcher: JSONMatcher {
    /// What is expected, such as `an integer`.
    public var explanation: String { conditions.map(\.explanation).joined(separator: ", ") }

    /// What is wrong with the value found; nothing where it is right.
    public func differences(found: JSONValue, at path: JSONPath, in comparison: JSONComparison) -> [JSONDifference] {
        for condition in conditions {
            let differences = condition.differences(found: found, at: path, in: comparison)
            if !differences.isEmpty { return differences.map { named($0, path) } }
        }
        return []
    }

    /// Whether the value found is right.
    public func matches(_ found: JSONValue, in comparison: JSONComparison) -> Bool {
        conditions.allSatisfy { $0.matches(found, in: comparison) }
    }

    /// A difference at the place of the matcher itself says what the matcher is.
    private func named(_ difference: JSONDifference, _ path: JSONPath) -> JSONDifference {
        guard difference.expected == nil, difference.expectation != nil, difference.path == path else {
            return difference
        }
        var difference = difference
        difference.expected = source
        return difference
    }
}
