/// Memory that all connections of a loop share, one after the other: nothing stays in it between two of them.
final class LoopScratch {
    /// Where received bytes are put.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    /// Where answers are gathered before they are sent together.
    @exclusivity(unchecked) var output: [UInt8] = []
    /// The exchanges whose answers are in `output`, and where each answer ends.
    @exclusivity(unchecked) var exchanges: [(number: UInt64, end: Int)] = []

    init() { output.reserveCapacity(128 << 10) }

    deinit { input.deallocate() }

    /// Empties what was gathered.
    func clear() {
        output.removeAll(keepingCapacity: true)
        exchanges.removeAll(keepingCapacity: true)
    }
}
