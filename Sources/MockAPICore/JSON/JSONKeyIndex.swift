/// Where the keys of a large object stand: a hash table that is made when somebody first looks for one.
final class JSONKeyIndex: Sendable {
    /// Open addressing; an entry is the index of a member plus 1, or 0.
    private let table = Locked<[UInt32]>([])

    /// Forgets the table, since the members changed.
    func clear() { table.withLock { if !$0.isEmpty { $0 = [] } } }

    /// The index of the first member with this key.
    func firstIndex(of key: String, in members: [JSONObject.Member]) -> Int? {
        table.withLock { table in
            if table.isEmpty { table = Self.table(of: members) }
            var place = Self.place(of: key, in: table.count)
            while table[place] != 0 {
                let index = Int(table[place]) - 1
                if JSONText.isSame(members[index].key, key) { return index }
                place = (place + 1) & (table.count - 1)
            }
            return nil
        }
    }

    private static func table(of members: [JSONObject.Member]) -> [UInt32] {
        var size = 64
        while size < members.count * 2 { size *= 2 }
        var table = [UInt32](repeating: 0, count: size)
        for (index, member) in members.enumerated() {
            var place = place(of: member.key, in: size)
            while table[place] != 0, !JSONText.isSame(members[Int(table[place]) - 1].key, member.key) {
                place = (place + 1) & (size - 1)
            }
            if table[place] == 0 { table[place] = UInt32(truncatingIfNeeded: index + 1) }
        }
        return table
    }

    private static func place(of key: String, in size: Int) -> Int {
        var hasher = Hasher()
        JSONText.hash(key, into: &hasher)
        return hasher.finalize() & (size - 1)
    }
}

/// A set of keys, compared by Unicode scalars.
struct JSONKeySet {
    private struct Key: Hashable {
        let text: String

        static func == (left: Key, right: Key) -> Bool { JSONText.isSame(left.text, right.text) }

        func hash(into hasher: inout Hasher) { JSONText.hash(text, into: &hasher) }
    }

    private var keys: Set<Key> = []

    /// Adds a key; false where it was there.
    mutating func insert(_ key: String) -> Bool { keys.insert(Key(text: key)).inserted }
}
