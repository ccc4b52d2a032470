import MockAPICore
import MockAPIMatching
import MockAPISockets
import MockAPIStubs

/// The live journal of a server: a ring of entries behind a lock, and the observers that see each entry as it comes.
final class JournalRecorder: Sendable {
    /// What an observer is told.
    enum Event: Sendable {
        case request(JournalEntry)
        case refusal(Refusal)
    }

    typealias Observer = @Sendable (Event) -> Void

    fileprivate struct State {
        var ring: JournalRing
        var count = 0
        var session = 1
        var hits = HitCounters()
        var refusals: [Refusal] = []
        var observers: [Int: Observer] = [:]
        var observerCount = 0
        /// The requests that are matched and not recorded yet, and who waits for there to be none.
        var pending = 0
        var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ limits: JournalLimits) { ring = JournalRing(limits) }
    }

    private static let maximumRefusals = 100
    private let limits: JournalLimits
    private let time: TimeSource
    private let state: Locked<State>

    init(limits: JournalLimits, time: TimeSource) {
        self.limits = limits
        self.time = time
        state = Locked(State(limits))
    }

    /// Announces a request that is recorded later; the session that it belongs to, to be handed to `record`.
    func announce() -> Int {
        state.withLock { state in
            state.pending += 1
            return state.session
        }
    }

    /// Waits until every request that was announced is recorded and shown to the observers.
    func settle() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.pending > 0 { state.waiting.append(continuation) }
                return state.pending == 0
            }
            if isSettled { continuation.resume() }
        }
    }

    private func endAnnouncement() {
        let waiting = state.withLock { state in
            state.pending -= 1
            guard state.pending == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Records a request; one that belongs to an earlier session is shown to observers only.
    ///
    /// `session` is what `announce` gave, `nil` for a request that arrived just now.
    func record(
        _ request: ReceivedRequest, session: Int? = nil, stub: StubHandle? = nil, status: HTTPStatus?,
        rarities: JournalRing.Rarities? = nil
    ) {
        let now = time.unixTime()
        let observed: (number: Int, session: Int, observers: [Observer])? = state.withLock { state in
            state.count += 1
            let present = session ?? state.session
            if present == state.session {
                if let stub { state.hits.count(stub) }
                state.ring.append(
                    request, number: state.count, session: present, time: now, stub: stub, status: status,
                    rarities: rarities)
            }
            return state.observers.isEmpty ? nil : (state.count, present, Array(state.observers.values))
        }
        if let observed {
            let kept = request.body.count > limits.bodyBytes ? request.cut(to: limits.bodyBytes) : request
            let entry = JournalEntry(
                number: observed.number, session: observed.session, time: now, request: kept,
                bodyLength: request.body.count, stub: stub?.stub.reference, report: rarities?.report, status: status,
                fault: rarities?.fault, diagnostics: rarities?.diagnostics ?? [])
            for observer in observed.observers { observer(.request(entry)) }
        }
        if session != nil { endAnnouncement() }
    }

    /// Notes that the answer of an exchange was not sent whole.
    func markUnfinished(exchange: UInt64, because reason: UnfinishedReason) {
        state.withLock { $0.ring.markUnfinished(exchange: exchange, because: reason) }
    }

    /// Records what was refused before it became a request.
    func recordRefusal(status: HTTPStatus, message: String, peerAddress: String?) {
        let refusal = Refusal(time: time.unixTime(), status: status, message: message, peerAddress: peerAddress)
        let observers = state.withLock { state in
            if state.refusals.count == Self.maximumRefusals { state.refusals.removeFirst() }
            state.refusals.append(refusal)
            return Array(state.observers.values)
        }
        for observer in observers { observer(.refusal(refusal)) }
    }

    /// The entries of the session.
    func snapshot() -> Journal {
        state.withLock { state in
            Journal(
                entries: state.ring.entries, droppedCount: state.ring.dropped, session: state.session,
                refusals: state.refusals)
        }
    }

    /// How often each stub answered in this session, by stub id.
    var hits: [String: Int] { state.withLock { $0.hits.byID } }

    /// Keeps no more stubs in memory than those that entries of the journal name; for when others take their place.
    func letGoOfStubs() {
        state.withLock { state in
            state.hits.letGoOfStubs()
            state.ring.letGoOfStubs()
        }
    }

    /// Forgets everything and begins a new session.
    func reset() {
        let fresh = JournalRing(limits)
        let forgotten = state.withLock { state in
            let forgotten = (state.ring, state.hits)
            state.ring = fresh
            state.hits = HitCounters()
            state.refusals = []
            state.session += 1
            return forgotten
        }
        // The entries are let go here, outside the lock.
        _ = forgotten
    }

    /// Has an observer called for each event from now on, on the thread that recorded it; it must not block.
    func observe(_ observer: @escaping Observer) -> Int {
        state.withLock { state in
            state.observerCount += 1
            state.observers[state.observerCount] = observer
            return state.observerCount
        }
    }

    /// Ends what `observe` began.
    func removeObserver(_ id: Int) { state.withLock { _ = $0.observers.removeValue(forKey: id) } }
}

extension ReceivedRequest {
    /// The request with only the beginning of its body.
    fileprivate func cut(to count: Int) -> ReceivedRequest {
        var request = ReceivedRequest(
            head: head, methodRange: methodRange, target: target, version: version, fields: fields,
            body: Array(body.prefix(count)), peerAddress: peerAddress)
        request.exchange = exchange
        return request
    }
}
