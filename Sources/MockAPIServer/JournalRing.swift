import MockAPICore
import MockAPIMatching
import MockAPISockets
import MockAPIStubs

/// The latest requests of a session, each in a slot that is written over when its turn comes.
///
/// The bytes of a request's head and the places of its fields are copied into memory that the slot keeps: to hold on to the
/// request itself would have every request free memory that has long left the processor's caches, which costs more than
/// all else that is done for the journal. The slot that is written next is asked for in time, for the same reason.
///
/// Not safe to use from several threads at once, which is why its state is not checked for overlapping accesses at run time.
final class JournalRing: @unchecked Sendable {
    /// What few entries have.
    final class Rarities: Sendable {
        let report: MatchReport?
        let fault: Fault?
        let diagnostics: [MatchDiagnostic]
        let unfinished: UnfinishedReason?

        init(
            report: MatchReport? = nil, fault: Fault? = nil, diagnostics: [MatchDiagnostic] = [],
            unfinished: UnfinishedReason? = nil
        ) {
            self.report = report
            self.fault = fault
            self.diagnostics = report?.diagnostics ?? diagnostics
            self.unfinished = unfinished
        }
    }

    /// One request that was answered.
    private struct Slot {
        var number = 0
        var session = 0
        var time = 0.0
        var status: HTTPStatus?
        var stub: StubHandle?
        var rarities: Rarities?
        /// The request without its fields and its head, which are in `memory`.
        var methodRange = 0..<0
        var target: RequestTarget
        var version: HTTPVersion
        var peerAddress: String?
        var exchange: UInt64 = 0
        var body: [UInt8] = []
        var bodyLength = 0
        /// The places of the fields, then the bytes of the head.
        var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        var fieldCount = 0
        var headCount = 0

        init(of request: ReceivedRequest) {
            target = request.target
            version = request.version
        }
    }

    /// The memory of a slot is a multiple of this, so that it seldom has to grow.
    private static let granularity = 256
    /// Larger memory is not kept for a smaller request.
    private static let mostKept = 4096

    private let limits: JournalLimits
    @exclusivity(unchecked) private var slots: [Slot] = []
    /// The place of the oldest entry once the ring is full.
    @exclusivity(unchecked) private var oldest = 0
    /// How many entries were written over, or had no place.
    @exclusivity(unchecked) private(set) var dropped = 0

    init(_ limits: JournalLimits) { self.limits = limits }

    deinit { for slot in slots { slot.memory.deallocate() } }

    /// Writes an entry, over the oldest one if the ring is full.
    func append(
        _ request: ReceivedRequest, number: Int, session: Int, time: Double, stub: StubHandle?, status: HTTPStatus?,
        rarities: Rarities?
    ) {
        var place = oldest
        if slots.count < limits.entries {
            place = slots.count
            slots.append(Slot(of: request))
        } else {
            dropped += 1
            if slots.isEmpty { return }
            oldest = oldest + 1 == slots.count ? 0 : oldest + 1
        }
        slots[place].number = number
        slots[place].session = session
        slots[place].time = time
        slots[place].status = status
        slots[place].stub = stub
        slots[place].rarities = rarities
        write(request, into: &slots[place])
        fetchNext()
    }

    /// Has the memory that is written next brought near: the next slot's own, and the one after it, by which that one's
    /// own is found a turn later.
    private func fetchNext() {
        guard slots.count == limits.entries else { return }
        slots.withUnsafeBufferPointer { slots in
            guard let base = slots.baseAddress else { return }
            let memory = base[oldest].memory
            CacheLines.fetch(memory.baseAddress, min(memory.count, Self.granularity * 2))
            CacheLines.fetch(base + (oldest + 1 == slots.count ? 0 : oldest + 1), MemoryLayout<Slot>.size)
        }
    }

    private func write(_ request: ReceivedRequest, into slot: inout Slot) {
        slot.methodRange = request.methodRange
        slot.target = request.target
        slot.version = request.version
        slot.peerAddress = request.peerAddress
        slot.exchange = request.exchange
        slot.bodyLength = request.body.count
        slot.body = request.body.count > limits.bodyBytes ? Array(request.body.prefix(limits.bodyBytes)) : request.body
        slot.fieldCount = request.fields.count
        slot.headCount = request.head.count
        request.fields.withUnsafeBytes { fields in
            request.head.withUnsafeBytes { head in
                let count = fields.count + head.count
                if count > slot.memory.count || slot.memory.count > Self.mostKept { Self.makeRoom(count, in: &slot) }
                slot.memory.copyMemory(from: fields)
                UnsafeMutableRawBufferPointer(rebasing: slot.memory[fields.count...]).copyMemory(from: head)
            }
        }
    }

    private static func makeRoom(_ count: Int, in slot: inout Slot) {
        slot.memory.deallocate()
        slot.memory = .allocate(
            byteCount: (count + granularity - 1) / granularity * granularity,
            alignment: MemoryLayout<ReceivedRequest.FieldPlace>.alignment)
    }

    /// The entries, the oldest first.
    var entries: [JournalEntry] { (slots[oldest...] + slots[..<oldest]).map(Self.entry) }

    private static func entry(of slot: Slot) -> JournalEntry {
        let headStart = slot.fieldCount * MemoryLayout<ReceivedRequest.FieldPlace>.stride
        let fields = slot.memory[..<headStart].withMemoryRebound(to: ReceivedRequest.FieldPlace.self) { Array($0) }
        var request = ReceivedRequest(
            head: Array(slot.memory[headStart..<headStart + slot.headCount]), methodRange: slot.methodRange,
            target: slot.target, version: slot.version, fields: fields, body: slot.body,
            peerAddress: slot.peerAddress)
        request.exchange = slot.exchange
        return JournalEntry(
            number: slot.number, session: slot.session, time: slot.time, request: request,
            bodyLength: slot.bodyLength, stub: slot.stub?.stub.reference, report: slot.rarities?.report,
            status: slot.status, fault: slot.rarities?.fault,
            diagnostics: slot.rarities?.diagnostics ?? [], unfinished: slot.rarities?.unfinished)
    }

    /// Notes that the answer of an exchange was not sent whole.
    func markUnfinished(exchange: UInt64, because reason: UnfinishedReason) {
        guard let place = slots.lastIndex(where: { $0.exchange == exchange }) else { return }
        let known = slots[place].rarities
        slots[place].rarities = Rarities(
            report: known?.report, fault: known?.fault, diagnostics: known?.diagnostics ?? [], unfinished: reason)
    }

    /// Keeps no other stubs in memory than those that entries name.
    func letGoOfStubs() {
        let places = slots.indices.filter { slots[$0].stub != nil }
        let handles = StubHandle.detached(places.compactMap { slots[$0].stub })
        for (place, handle) in zip(places, handles) { slots[place].stub = handle }
    }
}
