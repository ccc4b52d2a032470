internal import MockAPICore

/// The elements of two arrays that could not be paired.
struct ElementPairing {
    /// The indices of expected elements without a partner.
    var missing: [Int]
    /// The indices of found elements without a partner.
    var extra: [Int]
    /// The arrays were too large; nothing is known about what is not paired.
    var gaveUp = false
}

extension JSONWalker {
    /// Pairs as many elements as possible, each expected one with a found one that is as expected.
    mutating func pair(_ expected: [JSONValue], _ found: [JSONValue]) -> ElementPairing {
        var pairing = ElementPairing(missing: Array(expected.indices), extra: Array(found.indices))
        // Pairing equal values first loses nothing: whatever fits an expected value that is plain also fits its equal.
        if comparison.matcher == nil { pairing = pairAlike(expected, found) }
        guard !isEquivalence, !pairing.missing.isEmpty, !pairing.extra.isEmpty else { return pairing }
        let rows = pairing.missing
        let columns = pairing.extra
        pairing.gaveUp = rows.count > budget / columns.count
        if pairing.gaveUp { return pairing }
        let assigned = Assignment.maximum(rows: rows.count, columns: columns.count) { row, column in
            budget > 0 && isEqual(expected[rows[row]], found[columns[column]])
        }
        guard let columnOfRow = assigned else {
            pairing.gaveUp = true
            return pairing
        }
        let taken = Set(columnOfRow.compactMap(\.self))
        pairing.missing = rows.indices.filter { columnOfRow[$0] == nil }.map { rows[$0] }
        pairing.extra = columns.indices.filter { !taken.contains($0) }.map { columns[$0] }
        pairing.gaveUp = budget <= 0 && !pairing.missing.isEmpty
        return pairing
    }

    /// Whether "as expected" means equal but for the order of arrays, so that hashes alone pair all that can be.
    private var isEquivalence: Bool { comparison.matcher == nil && !options.allowsExtraMembers }

    /// Pairs equal values by their hashes, equal but for the order of arrays within them.
    private func pairAlike(_ expected: [JSONValue], _ found: [JSONValue]) -> ElementPairing {
        let depth = expected.map { BagValue.depth($0) }.max() ?? 0
        var places: [BagValue: [Int]] = [:]
        for index in found.indices.reversed() {
            places[BagValue(found[index], depth: depth), default: []].append(index)
        }
        var missing: [Int] = []
        var taken = [Bool](repeating: false, count: found.count)
        for index in expected.indices {
            if let place = places[BagValue(expected[index], depth: depth)]?.popLast() {
                taken[place] = true
            } else {
                missing.append(index)
            }
        }
        return ElementPairing(missing: missing, extra: found.indices.filter { !taken[$0] })
    }

    /// For each expected element the found one that is nearest, so that the total distance is least.
    mutating func pairNearest(_ expected: [JSONValue], _ found: [JSONValue]) -> [Int?] {
        guard expected.count <= 400_000 / max(1, found.count) else {
            return expected.indices.map { $0 < found.count ? $0 : nil }
        }
        return Assignment.cheapest(rows: expected.count, columns: found.count) { row, column in
            distance(expected[row], found[column])
        }
    }
}

/// A value that equals another one if they differ in the order of arrays only.
struct BagValue: Hashable {
    /// The value with the elements of all its arrays in one order, that of their hashes.
    private let value: JSONValue

    /// Wraps a value; what lies deeper than `depth` stays as it is, so that a peer cannot make this costly.
    init(_ value: JSONValue, depth: Int) { self.value = Self.sorted(value, depth) }

    /// How many levels of arrays and objects there are.
    static func depth(_ value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .number, .string: 0
        case .array(let array): 1 + (array.map { depth($0) }.max() ?? 0)
        case .object(let object): 1 + (object.map { depth($0.value) }.max() ?? 0)
        }
    }

    private static func sorted(_ value: JSONValue, _ depth: Int) -> JSONValue {
        guard depth > 0 else { return value }
        switch value {
        case .null, .bool, .number, .string: return value
        case .array(let array):
            let hashed = array.map { sorted($0, depth - 1) }.map { (value: $0, hash: $0.hashValue) }
            return .array(hashed.sorted { $0.hash < $1.hash }.map(\.value))
        case .object(let object):
            return .object(JSONObject(object.map { (key: $0.key, value: sorted($0.value, depth - 1)) }))
        }
    }
}
