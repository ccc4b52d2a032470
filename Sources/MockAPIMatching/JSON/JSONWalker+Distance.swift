internal import MockAPICore

extension JSONWalker {
    /// About how many values would have to change; 0 where nothing would.
    ///
    /// Nothing is listed and no array without order is paired: its elements are counted by value. Once
    /// `distanceBudget` is used up everything is at the same distance.
    mutating func distance(_ expected: JSONValue, _ found: JSONValue) -> Int {
        distanceBudget -= 1
        if distanceBudget < 0 { return 1 }
        if let matcher = comparison.matcher?(expected) { return matcher.matches(found, in: comparison) ? 0 : 2 }
        switch (expected, found) {
        case (.object(let expected), .object(let found)):
            var total = 0
            var present = 0
            for (place, (key, value)) in expected.enumerated() {
                // Most often the members stand in one order.
                let isThere = place < found.count && found[place].key == key
                guard let other = isThere ? found[place].value : found[key] else {
                    total += weight(value)
                    continue
                }
                present += 1
                total += distance(value, other)
            }
            if !options.allowsExtraMembers, present < found.count {
                for (key, value) in found where expected.firstIndex(of: key) == nil { total += weight(value) }
            }
            return total
        case (.array(let expected), .array(let found)):
            if options.ignoreArrayOrder {
                distanceBudget -= expected.count + found.count
                return bagDistance(expected, found)
            }
            var total = 0
            for (value, other) in zip(expected, found) { total += distance(value, other) }
            for value in expected.dropFirst(found.count) { total += weight(value) }
            if !options.ignoreExtraElements {
                for value in found.dropFirst(expected.count) { total += weight(value) }
            }
            return total
        default:
            if expected == found { return 0 }
            return expected.typeName == found.typeName ? 1 : max(weight(expected), weight(found)) + 1
        }
    }

    /// How much a value that is missing or extra counts; large ones are not walked through.
    func weight(_ value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .number, .string: 2
        case .array(let array): 2 + min(array.count, 100)
        case .object(let object): 2 + min(object.count, 100)
        }
    }

    /// Arrays and objects among the elements are only counted.
    private func bagDistance(_ expected: [JSONValue], _ found: [JSONValue]) -> Int {
        var counts: [JSONValue: Int] = [:]
        for value in expected where !value.isComposite { counts[value, default: 0] += 1 }
        var extra = 0
        for value in found where !value.isComposite {
            if let count = counts[value], count > 0 {
                counts[value] = count - 1
            } else {
                extra += 1
            }
        }
        let missing = counts.values.reduce(0, +)
        let composites = found.count { $0.isComposite } - expected.count { $0.isComposite }
        if options.ignoreExtraElements { return 2 * (missing + max(0, -composites)) }
        return 2 * (max(missing, extra) + abs(composites))
    }
}

extension JSONValue {
    fileprivate var isComposite: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}
