/// Memory that all connections of a loop share, one after the other: nothing stays in it between two turns.
final class LoopScratch {
    /// Where received bytes are put.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    /// Where answers are gathered before they are sent together.
    var output: [UInt8] = []

    init() { output.reserveCapacity(64 << 10) }

    deinit { input.deallocate() }
}
