internal import MockAPICore

/// Walks through an expected value and a found one, side by side.
struct JSONWalker {
    let comparison: JSONComparison
    /// How many pairs of values may still be compared to pair the elements of arrays without order.
    var budget = 5_000_000
    /// How many pairs of values may still be looked at to tell which elements are near each other.
    var distanceBudget = 10_000_000
    private(set) var differences: [JSONDifference] = []

    init(_ comparison: JSONComparison) { self.comparison = comparison }

    var options: JSONComparison.Options { comparison.options }
    private var isFull: Bool { differences.count >= comparison.differenceLimit }

    // MARK: Verdict

    mutating func isEqual(_ expected: JSONValue, _ found: JSONValue) -> Bool {
        budget -= 1
        if let matcher = comparison.matcher?(expected) { return matcher.matches(found, in: comparison) }
        switch (expected, found) {
        case (.object(let expected), .object(let found)): return isEqual(expected, found)
        case (.array(let expected), .array(let found)):
            guard hasRightCount(expected, found) else { return false }
            guard options.ignoreArrayOrder else {
                for (expected, found) in zip(expected, found) where !isEqual(expected, found) { return false }
                return true
            }
            return pair(expected, found).missing.isEmpty
        default: return expected == found
        }
    }

    private mutating func isEqual(_ expected: JSONObject, _ found: JSONObject) -> Bool {
        var present = 0
        for (key, value) in expected {
            if let other = found[key] {
                present += 1
                guard isEqual(value, other) else { return false }
            } else if !acceptsAbsence(value) {
                return false
            }
        }
        return options.allowsExtraMembers || present == found.count || extraMembers(expected, found).isEmpty
    }

    private func hasRightCount(_ expected: [JSONValue], _ found: [JSONValue]) -> Bool {
        options.ignoreExtraElements ? expected.count <= found.count : expected.count == found.count
    }

    private func acceptsAbsence(_ expected: JSONValue) -> Bool {
        comparison.matcher?(expected)?.acceptsAbsence ?? false
    }

    /// Members whose keys are not expected, and later ones of a repeated key.
    private func extraMembers(_ expected: JSONObject, _ found: JSONObject) -> [JSONObject.Element] {
        found.indices.filter { index in
            expected.firstIndex(of: found[index].key) == nil || found.firstIndex(of: found[index].key) != index
        }.map { found[$0] }
    }

    // MARK: Differences

    mutating func collect(
        _ expected: JSONValue, _ found: JSONValue, expectedPath: JSONPath, path: JSONPath
    ) {
        if isFull { return }
        budget -= 1
        if let matcher = comparison.matcher?(expected) {
            for difference in matcher.differences(found: found, at: path, in: comparison) { add(difference) }
            return
        }
        switch (expected, found) {
        case (.object(let expected), .object(let found)):
            collect(expected, found, expectedPath: expectedPath, path: path)
        case (.array(let expected), .array(let found)):
            if options.ignoreArrayOrder {
                collectUnordered(expected, found, expectedPath: expectedPath, path: path)
            } else {
                collectOrdered(expected, found, expectedPath: expectedPath, path: path)
            }
        default:
            guard expected != found else { return }
            let kind: JSONDifference.Kind = expected.typeName == found.typeName ? .value : .type
            add(JSONDifference(path: path, expectedPath: expectedPath, kind: kind, expected: expected, found: found))
        }
    }

    private mutating func add(_ difference: JSONDifference) {
        if !isFull { differences.append(difference) }
    }

    private mutating func collect(
        _ expected: JSONObject, _ found: JSONObject, expectedPath: JSONPath, path: JSONPath
    ) {
        for (key, value) in expected {
            let place = path.appending(.key(key))
            let expectedPlace = expectedPath.appending(.key(key))
            if let other = found[key] {
                collect(value, other, expectedPath: expectedPlace, path: place)
            } else if !acceptsAbsence(value) {
                add(missing(value, expectedPath: expectedPlace, path: place))
            }
        }
        guard !options.allowsExtraMembers else { return }
        for (key, value) in extraMembers(expected, found) {
            add(JSONDifference(path: path.appending(.key(key)), kind: .extra, expected: nil, found: value))
        }
    }

    private func missing(_ value: JSONValue, expectedPath: JSONPath, path: JSONPath) -> JSONDifference {
        JSONDifference(
            path: path, expectedPath: expectedPath, kind: .missing, expected: value, found: nil,
            expectation: comparison.matcher?(value)?.explanation)
    }

    private mutating func collectOrdered(
        _ expected: [JSONValue], _ found: [JSONValue], expectedPath: JSONPath, path: JSONPath
    ) {
        if !hasRightCount(expected, found) {
            add(
                JSONDifference(
                    path: path, expectedPath: expectedPath, kind: .length, expected: .array(expected),
                    found: .array(found)))
        }
        for (index, (value, other)) in zip(expected, found).enumerated() {
            if isFull { return }
            collect(
                value, other, expectedPath: expectedPath.appending(.index(index)), path: path.appending(.index(index)))
        }
    }

    mutating func collectUnordered(
        _ expected: [JSONValue], _ found: [JSONValue], expectedPath: JSONPath, path: JSONPath
    ) {
        let pairing = pair(expected, found)
        guard !pairing.gaveUp else {
            add(
                JSONDifference(
                    path: path, expectedPath: expectedPath, kind: .tooLarge, expected: .array(expected),
                    found: .array(found)))
            return
        }
        let nearest = pairNearest(pairing.missing.map { expected[$0] }, pairing.extra.map { found[$0] })
        var extra = Set(pairing.extra)
        for (place, index) in pairing.missing.enumerated() {
            let expectedPlace = expectedPath.appending(.index(index))
            if let other = nearest[place] {
                let foundIndex = pairing.extra[other]
                extra.remove(foundIndex)
                collect(
                    expected[index], found[foundIndex], expectedPath: expectedPlace,
                    path: path.appending(.index(foundIndex)))
            } else {
                add(missing(expected[index], expectedPath: expectedPlace, path: expectedPlace))
            }
        }
        guard !options.ignoreExtraElements else { return }
        for index in pairing.extra where extra.contains(index) {
            add(JSONDifference(path: path.appending(.index(index)), kind: .extra, expected: nil, found: found[index]))
        }
    }
}
