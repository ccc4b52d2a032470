/// Memory that all connections of a loop share, one after the other: nothing stays in it between two of them.
final class LoopScratch {
    /// An exchange whose answer is gathered.
    struct Exchange: BitwiseCopyable {
        var number: UInt64
        /// Where its answer ends.
        var end: Int
    }

    /// Where received bytes are put.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    /// Where answers are gathered before they are sent together.
    @exclusivity(unchecked) var output = GatherBuffer<UInt8>(capacity: 128 << 10)
    /// The exchanges whose answers are in `output`.
    @exclusivity(unchecked) var exchanges = GatherBuffer<Exchange>(capacity: 64)
    /// What a request may be read into that comes next.
    @exclusivity(unchecked) var spare = RequestStorage()

    deinit { input.deallocate() }

    /// Empties what was gathered.
    func clear() {
        output.removeAll()
        exchanges.removeAll()
    }
}
