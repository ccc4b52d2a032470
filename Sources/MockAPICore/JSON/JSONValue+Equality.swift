extension JSONValue: Hashable {
    /// Whether two values are equal; see the type.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        var pending: [(JSONValue, JSONValue)] = []
        guard isEqual(left, right, &pending) else { return false }
        while let (left, right) = pending.popLast() {
            guard isEqual(left, right, &pending) else { return false }
        }
        return true
    }

    /// Adds the value to a hash; equal values add the same, whatever the order of their members.
    public func hash(into hasher: inout Hasher) {
        // Each leaf is hashed with the path that leads to it, and the hashes are added up, so that no order of members
        // matters and nothing recurses.
        var sum = 0
        var pending = [(value: self, path: 0)]
        while let (value, path) = pending.popLast() {
            var own = Hasher()
            own.combine(path)
            switch value {
            case .null: own.combine(0)
            case .bool(let bool): own.combine(bool ? 2 : 1)
            case .number(let number):
                own.combine(3)
                number.hash(into: &own)
            case .string(let string):
                own.combine(4)
                JSONText.hash(string, into: &own)
            case .array(let array):
                own.combine(5)
                own.combine(array.count)
                for (index, element) in array.enumerated() {
                    var place = own
                    place.combine(index)
                    pending.append((element, place.finalize()))
                }
            case .object(let object):
                own.combine(6)
                own.combine(object.count)
                for (key, member) in object {
                    var place = own
                    JSONText.hash(key, into: &place)
                    pending.append((member, place.finalize()))
                }
            }
            sum &+= own.finalize()
        }
        hasher.combine(sum)
    }

    /// Compares all but the children, which are left for later.
    private static func isEqual(
        _ left: JSONValue, _ right: JSONValue, _ pending: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return JSONText.isSame(left, right)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for pair in zip(left, right) { pending.append(pair) }
            return true
        case (.object(let left), .object(let right)): return isEqual(left, right, &pending)
        default: return false
        }
    }

    /// Objects are equal where each key has the same values in the same order, mostly one.
    private static func isEqual(
        _ left: JSONObject, _ right: JSONObject, _ pending: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        guard left.count == right.count else { return false }
        if zip(left, right).allSatisfy({ JSONText.isSame($0.key, $1.key) }) {
            for (left, right) in zip(left, right) { pending.append((left.value, right.value)) }
            return true
        }
        for (left, right) in zip(left.inKeyOrder, right.inKeyOrder) {
            guard JSONText.isSame(left.key, right.key) else { return false }
            pending.append((left.value, right.value))
        }
        return true
    }
}

extension JSONObject {
    /// The members sorted by key, those of one key in their own order.
    fileprivate var inKeyOrder: [Element] {
        indices.sorted { left, right in
            if JSONText.precedes(self[left].key, self[right].key) { return true }
            return left < right && JSONText.isSame(self[left].key, self[right].key)
        }.map { self[$0] }
    }
}

extension JSONObject: Hashable {
    /// Whether two objects are equal, whatever the order of their members.
    public static func == (left: JSONObject, right: JSONObject) -> Bool { JSONValue.object(left) == .object(right) }

    /// Adds the members to a hash, whatever their order.
    public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }
}
