import MockAPIMatching

/// The place of a stub in the order in which stubs are tried; the lesser one goes first.
///
/// The lowest `priority` number; then stubs added while running, the newest first; then stubs of files: the more specific
/// path, more conditions, the later one in the order given.
struct StubOrder: Comparable, Sendable {
    private let priority: Int
    /// The place among stubs of one priority.
    ///
    /// It is below 2⁶³ for added stubs. For stubs of files, from the highest bit down: 1, two bits for the path, twenty for the
    /// conditions and the rest for the place in the order given.
    private let place: UInt64

    private static let conditionBits: UInt64 = 20
    private static let positionBits: UInt64 = 41

    /// The place after all others.
    static let last = StubOrder(priority: .max, place: .max)

    private init(priority: Int, place: UInt64) {
        self.priority = priority
        self.place = place
    }

    /// The place of the `age`th stub that was added while running.
    init(_ stub: Stub, age: Int) {
        priority = stub.priority
        place = 1 << 63 - 1 - UInt64(clamping: age)
    }

    /// The place of a stub of a file, `position` being its index in the order given.
    init(_ stub: Stub, position: Int) {
        let mostConditions = 1 << Self.conditionBits - 1
        let mostPositions = UInt64(1) << Self.positionBits - 1
        let conditions = UInt64(mostConditions - min(stub.request.rankedConditionCount, mostConditions))
        priority = stub.priority
        place =
            1 << 63 | UInt64(stub.request.pathRank) << (Self.conditionBits + Self.positionBits)
            | conditions << Self.positionBits | (mostPositions - 1 - UInt64(clamping: position))
    }

    @inline(__always)
    static func < (left: StubOrder, right: StubOrder) -> Bool {
        left.priority != right.priority ? left.priority < right.priority : left.place < right.place
    }
}
