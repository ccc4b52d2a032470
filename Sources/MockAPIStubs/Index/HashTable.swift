/// Numbers by 64-bit hashes, in open addressing; nothing is ever removed.
///
/// The hash is the key. Two numbers may have one hash where the caller can tell them apart.
struct HashTable: Sendable {
    private struct Slot: Sendable {
        var hash: UInt64
        var value: UInt32
    }

    /// Stands in slots that are free, so it is no value.
    private static let none = UInt32.max

    private var slots: [Slot] = []
    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    init() {}

    /// Makes a table that has room for so many numbers.
    init(capacity: Int) {
        guard capacity > 0 else { return }
        var size = 8
        while size * 3 < capacity * 4 { size *= 2 }
        slots = Self.empty(size)
    }

    /// The first number of a hash that is the one looked for.
    @inline(__always)
    func first(_ hash: UInt64, where isWanted: (UInt32) -> Bool = { _ in true }) -> UInt32? {
        slots.withUnsafeBufferPointer { slots in
            guard !slots.isEmpty else { return nil }
            let mask = slots.count - 1
            var place = Int(truncatingIfNeeded: hash) & mask
            while true {
                let slot = slots[place]
                if slot.value == Self.none { return nil }
                if slot.hash == hash, isWanted(slot.value) { return slot.value }
                place = (place + 1) & mask
            }
        }
    }

    /// Adds a number, whether or not the hash has one.
    mutating func insert(_ hash: UInt64, _ value: UInt32) {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        Self.put(Slot(hash: hash, value: value), into: &slots)
        count += 1
    }

    /// Changes the one number of a hash that has one.
    mutating func replace(_ hash: UInt64, by value: UInt32) {
        guard !slots.isEmpty else { return }
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[place].value != Self.none {
            if slots[place].hash == hash {
                slots[place].value = value
                return
            }
            place = (place + 1) & (slots.count - 1)
        }
    }

    /// Calls with each number.
    func forEach(_ body: (UInt32) -> Void) {
        for slot in slots where slot.value != Self.none { body(slot.value) }
    }

    private mutating func grow() {
        let old = slots
        slots = Self.empty(max(8, old.count * 2))
        for slot in old where slot.value != Self.none { Self.put(slot, into: &slots) }
    }

    private static func put(_ slot: Slot, into slots: inout [Slot]) {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: slot.hash) & mask
        while slots[place].value != none { place = (place + 1) & mask }
        slots[place] = slot
    }

    private static func empty(_ size: Int) -> [Slot] { Array(repeating: Slot(hash: 0, value: none), count: size) }
}
