internal import MockAPICore

extension JSONWalker {
    /// About how many values would have to change; 0 where nothing would.
    ///
    /// Nothing is listed and no array without order is paired: its elements are counted by value.
    func distance(_ expected: JSONValue, _ found: JSONValue) -> Int {
        if let matcher = comparison.matcher?(expected) { return matcher.matches(found, in: comparison) ? 0 : 2 }
        switch (expected, found) {
        case (.object(let expected), .object(let found)):
            var total = 0
            var present = 0
            for (key, value) in expected {
                guard let other = found[key] else {
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
            if options.ignoreArrayOrder { return bagDistance(expected, found) }
            var total = zip(expected, found).reduce(0) { $0 + distance($1.0, $1.1) }
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

    private func bagDistance(_ expected: [JSONValue], _ found: [JSONValue]) -> Int {
        var counts: [JSONValue: Int] = [:]
        for value in expected { counts[value, default: 0] += 1 }
        var extra = 0
        for value in found {
            if let count = counts[value], count > 0 {
                counts[value] = count - 1
            } else {
                extra += 1
            }
        }
        let missing = counts.values.reduce(0, +)
        return options.ignoreExtraElements ? missing * 2 : max(missing, extra) * 2
    }
}
