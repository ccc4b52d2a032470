import Dispatch
import MockAPICore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the mappings of a long text on several threads while the text is still scanned, and puts the stubs together in
/// the order of the text.
///
/// Mappings are handed over in batches. Each thread keeps the answers that it knows from one batch to the next.
final class StubBatches: Sendable {
    /// A mapping with the identity that its stub has where it brings none.
    typealias Mapping = (node: JSONNode, position: Int)

    /// Mappings in a batch: few enough for their tokens to be small beside the text.
    private static let batchSize = 128
    /// Shorter texts are read by the thread that scans them.
    private static let shortestText = 256 << 10
    /// More threads have nothing to do, since one thread scans.
    private static let mostThreads = 8

    private struct State {
        var batch: [Mapping] = []
        var begunCount = 0
        var parts: [Int: (reader: StubReader, stubs: [Stub])] = [:]
    }

    private let reader: StubReader
    private let read: @Sendable (inout StubReader, Mapping) -> Stub?
    private let threads: [(queue: DispatchQueue, known: Locked<KnownAnswers>)]
    /// Bounds how many batches wait, so that their tokens need not all be in memory.
    private let room: DispatchSemaphore
    private let group = DispatchGroup()
    private let state = Locked(State())

    /// Makes a reader of batches; `nil` where the text is short or there is one processor only.
    ///
    /// - Parameters:
    ///   - reader: says how to read.
    ///   - byteCount: the length of the text.
    ///   - read: reads one mapping.
    init?(
        _ reader: StubReader, byteCount: Int, read: @escaping @Sendable (inout StubReader, Mapping) -> Stub?
    ) {
        let count = min(ProcessInfo.processInfo.activeProcessorCount, Self.mostThreads)
        guard byteCount >= Self.shortestText, count > 1 else { return nil }
        self.reader = StubReader(options: reader.options, bodyFiles: reader.bodyFiles)
        self.read = read
        threads = (0..<count).map { number in
            (DispatchQueue(label: "mockapi.stub-reading.\(number)"), Locked(KnownAnswers()))
        }
        room = DispatchSemaphore(value: count * 4)
    }

    /// Takes the next mapping of the text.
    func add(_ mapping: Mapping) {
        let isFull = state.withLock { state in
            state.batch.append(mapping)
            return state.batch.count == Self.batchSize
        }
        if isFull { begin() }
    }

    /// Waits for all mappings; their stubs, and what was found, are added in the order of the text.
    func finish(into stubs: inout [Stub], _ reader: inout StubReader) {
        begin()
        group.wait()
        let parts = state.withLock { state in
            defer { state = State() }
            return state.parts
        }
        for number in 0..<parts.count {
            guard let part = parts[number] else { continue }
            stubs += part.stubs
            reader.take(part.reader)
        }
    }

    /// Forgets all mappings so far.
    func discard() {
        group.wait()
        state.withLock { $0 = State() }
    }

    private func begin() {
        let (batch, number) = state.withLock { state in
            defer {
                state.batch = []
                state.begunCount += 1
            }
            return (state.batch, state.begunCount)
        }
        let (queue, known) = threads[number % threads.count]
        room.wait()
        queue.async(group: group) { [self] in
            var reader = self.reader
            reader.knownAnswers = known.withLock { $0 }
            known.withLock { $0 = KnownAnswers() }
            let stubs = batch.compactMap { read(&reader, $0) }
            let answers = reader.knownAnswers
            reader.knownAnswers = KnownAnswers()
            known.withLock { $0 = answers }
            state.withLock { $0.parts[number] = (reader, stubs) }
            room.signal()
        }
    }
}
