/// Numbers by hashes, in open addressing; nothing is ever removed.
///
/// Of a hash 32 bits are kept, so that eight numbers lie in one line of the processor's cache. Numbers of several hashes
/// may therefore be taken for those of one: whoever looks something up compares what it leads to.
struct HashTable: Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        var hash: UInt32
        var value: UInt32
    }

    /// Stands in slots that are free, so it is no value.
    private static let none = UInt32.max

    private var slots = FlatArray<Slot>()
    /// The first bits of a hash are its place: it is what is left when it is shifted by so much.
    private var shift: UInt32 = 32
    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    init() {}

    /// Makes a table that has room for so many numbers.
    init(capacity: Int) {
        guard capacity > 0 else { return }
        var size = 8
        while size * 3 < capacity * 4 { size *= 2 }
        makeSlots(size)
    }

    /// The first number of a hash that is the one looked for.
    @inline(__always)
    func first(_ hash: UInt64, where isWanted: (UInt32) -> Bool = { _ in true }) -> UInt32? {
        slots.withUnsafeBufferPointer { slots in
            guard !slots.isEmpty else { return nil }
            let hash = Self.shortened(hash)
            var place = Int(hash &>> shift)
            while true {
                let slot = slots[place]
                if slot.value == Self.none { return nil }
                if slot.hash == hash, isWanted(slot.value) { return slot.value }
                place = (place + 1) & (slots.count - 1)
            }
        }
    }

    /// Adds a number, whether or not the hash has one.
    mutating func insert(_ hash: UInt64, _ value: UInt32) {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        put(Slot(hash: Self.shortened(hash), value: value))
        count += 1
    }

    /// Puts a number in the place of one that the hash has.
    mutating func replace(_ hash: UInt64, _ value: UInt32, by new: UInt32) {
        guard slots.count > 0 else { return }
        let hash = Self.shortened(hash)
        var place = Int(hash &>> shift)
        while slots[place].value != Self.none {
            if slots[place].hash == hash, slots[place].value == value {
                slots[place].value = new
                return
            }
            place = (place + 1) & (slots.count - 1)
        }
    }

    /// Calls with each number.
    func forEach(_ body: (UInt32) -> Void) {
        slots.withUnsafeBufferPointer { slots in
            for slot in slots where slot.value != Self.none { body(slot.value) }
        }
    }

    private mutating func grow() {
        let old = slots
        makeSlots(max(8, old.count * 2))
        old.withUnsafeBufferPointer { old in
            for slot in old where slot.value != Self.none { put(slot) }
        }
    }

    private mutating func put(_ slot: Slot) {
        var place = Int(slot.hash &>> shift)
        while slots[place].value != Self.none { place = (place + 1) & (slots.count - 1) }
        slots[place] = slot
    }

    private mutating func makeSlots(_ size: Int) {
        slots = FlatArray(repeating: Slot(hash: 0, value: Self.none), count: size)
        shift = UInt32(32 - size.trailingZeroBitCount)
    }

    /// Small numbers serve as hashes as well, so the bits are mixed once more.
    @inline(__always)
    private static func shortened(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}
