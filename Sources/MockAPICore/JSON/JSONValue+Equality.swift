extension JSONValue: Hashable {
    /// Whether two values are equal; see the type.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        var pending: [(JSONValue, JSONValue)] = []
        guard isEqual(left, right, &pending) else { return false }
        while let (left, right) = pending.popLast() {
            guard hasEqualChildren(left, right, &pending) else { return false }
        }
        return true
    }

    /// Compares two values; arrays and objects are left for later, so that nothing recurses.
    private static func isEqual(
        _ left: JSONValue, _ right: JSONValue, _ pending: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return JSONText.isSame(left, right)
        case (.array(let leftArray), .array(let rightArray)):
            guard leftArray.count == rightArray.count else { return false }
            if !leftArray.isEmpty { pending.append((left, right)) }
            return true
        case (.object(let leftObject), .object(let rightObject)):
            guard leftObject.count == rightObject.count else { return false }
            if !leftObject.isEmpty { pending.append((left, right)) }
            return true
        default: return false
        }
    }

    /// Compares what is in two arrays or two objects of the same size.
    ///
    /// Objects are equal where each key has the same values in the same order, mostly one.
    private static func hasEqualChildren(
        _ left: JSONValue, _ right: JSONValue, _ pending: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        switch (left, right) {
        case (.array(let left), .array(let right)):
            for index in left.indices {
                guard isEqual(left[index], right[index], &pending) else { return false }
            }
        case (.object(let left), .object(let right)):
            for index in left.indices {
                let (mine, other) = (left.members[index], right.members[index])
                guard JSONText.isSame(mine.key, other.key) else {
                    return hasEqualMembers(left.inKeyOrder, right.inKeyOrder, &pending)
                }
                guard isEqual(mine.value, other.value, &pending) else { return false }
            }
        default: break
        }
        return true
    }

    private static func hasEqualMembers(
        _ left: [JSONObject.Member], _ right: [JSONObject.Member], _ pending: inout [(JSONValue, JSONValue)]
    ) -> Bool {
        for (left, right) in zip(left, right) {
            guard JSONText.isSame(left.key, right.key), isEqual(left.value, right.value, &pending) else { return false }
        }
        return true
    }

    /// Adds the value to a hash; equal values add the same, whatever the order of their members.
    public func hash(into hasher: inout Hasher) {
        // Each value is hashed with the path that leads to it, and the hashes are added up, so that no order of members
        // matters and nothing recurses.
        var pending: [(value: JSONValue, path: Int)] = []
        var sum = Self.hash(self, at: 0, &pending)
        while let (value, path) = pending.popLast() {
            switch value {
            case .array(let array):
                for (index, element) in array.enumerated() {
                    sum &+= Self.hash(element, at: path &+ index &* 0x9E37_79B9_7F4A_7C1, &pending)
                }
            case .object(let object):
                for member in object.members {
                    var place = Hasher()
                    place.combine(path)
                    JSONText.hash(member.key, into: &place)
                    sum &+= Self.hash(member.value, at: place.finalize(), &pending)
                }
            default: break
            }
        }
        hasher.combine(sum)
    }

    /// The hash of a value without what is in it, which is left for later.
    private static func hash(_ value: JSONValue, at path: Int, _ pending: inout [(value: JSONValue, path: Int)]) -> Int
    {
        var hasher = Hasher()
        hasher.combine(path)
        switch value {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool ? 2 : 1)
        case .number(let number):
            hasher.combine(3)
            number.hash(into: &hasher)
        case .string(let string):
            hasher.combine(4)
            JSONText.hash(string, into: &hasher)
        case .array(let array):
            hasher.combine(5)
            hasher.combine(array.count)
            if !array.isEmpty { pending.append((value, hasher.finalize())) }
        case .object(let object):
            hasher.combine(6)
            hasher.combine(object.count)
            if !object.isEmpty { pending.append((value, hasher.finalize())) }
        }
        return hasher.finalize()
    }
}

extension JSONObject {
    /// The members sorted by key, those of one key in their own order.
    fileprivate var inKeyOrder: [Member] {
        indices.sorted { left, right in
            if JSONText.precedes(members[left].key, members[right].key) { return true }
            return left < right && JSONText.isSame(members[left].key, members[right].key)
        }.map { members[$0] }
    }
}

extension JSONObject: Hashable {
    /// Whether two objects are equal, whatever the order of their members.
    public static func == (left: JSONObject, right: JSONObject) -> Bool { JSONValue.object(left) == .object(right) }

    /// Adds the members to a hash, whatever their order.
    public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }
}
