import MockAPIStubs

/// How often each stub answered.
///
/// A hit is counted where its stub stands on its page, so that neither the stub nor its id is looked at. Not safe to use
/// from several threads at once.
final class HitCounters: @unchecked Sendable {
    private struct Slot {
        var page: StubPage?
        var counts: UnsafeMutablePointer<Int>?
    }

    private static let fewestSlots = 16

    /// Pages by their addresses, in open addressing.
    @exclusivity(unchecked) private var slots = [Slot](repeating: Slot(), count: fewestSlots)
    private var pageCount = 0
    /// The hits of stubs on pages that are gone, by id.
    private var past: [String: Int] = [:]

    init() {}

    deinit { for slot in slots { slot.counts?.deallocate() } }

    /// Counts one hit.
    func count(_ stub: StubHandle) {
        var place = Self.place(of: stub.page, in: slots.count)
        while let page = slots[place].page {
            if page === stub.page {
                slots[place].counts?[stub.place] += 1
                return
            }
            place = (place + 1) & (slots.count - 1)
        }
        add(stub.page)
        count(stub)
    }

    /// The hits by stub id.
    var byID: [String: Int] {
        var hits = past
        for slot in slots { Self.add(slot, to: &hits) }
        return hits
    }

    /// Goes over to counting by id, so that no stub is kept for being counted.
    func letGoOfStubs() {
        for slot in slots {
            Self.add(slot, to: &past)
            slot.counts?.deallocate()
        }
        slots = [Slot](repeating: Slot(), count: Self.fewestSlots)
        pageCount = 0
    }

    private func add(_ page: StubPage) {
        if (pageCount + 1) * 2 > slots.count { makeRoom() }
        let counts = UnsafeMutablePointer<Int>.allocate(capacity: page.capacity)
        counts.initialize(repeating: 0, count: page.capacity)
        put(Slot(page: page, counts: counts))
        pageCount += 1
    }

    private func put(_ slot: Slot) {
        guard let page = slot.page else { return }
        var place = Self.place(of: page, in: slots.count)
        while slots[place].page != nil { place = (place + 1) & (slots.count - 1) }
        slots[place] = slot
    }

    /// Lets go of pages that are only kept here, and makes the table larger where they were few.
    private func makeRoom() {
        var kept: [Slot] = []
        for index in slots.indices where slots[index].page != nil {
            if isKnownUniquelyReferenced(&slots[index].page) {
                Self.add(slots[index], to: &past)
                slots[index].counts?.deallocate()
            } else {
                kept.append(slots[index])
            }
        }
        let count = kept.count * 4 > slots.count ? slots.count * 2 : slots.count
        slots = [Slot](repeating: Slot(), count: count)
        for slot in kept { put(slot) }
        pageCount = kept.count
    }

    private static func add(_ slot: Slot, to hits: inout [String: Int]) {
        guard let page = slot.page, let counts = slot.counts else { return }
        for place in 0..<page.capacity where counts[place] > 0 {
            hits[page[place].id, default: 0] += counts[place]
        }
    }

    /// Where a page is looked for first; `count` is a power of two.
    @inline(__always)
    private static func place(of page: StubPage, in count: Int) -> Int {
        let address = UInt(bitPattern: Unmanaged.passUnretained(page).toOpaque())
        return Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 40) & (count - 1)
    }
}
