import MockAPICore
import MockAPIMatching
import MockAPISockets

/// The live journal of a server: a ring of entries behind a lock, and the observers that see each entry as it comes.
final class JournalRecorder: Sendable {
    /// What an observer is told.
    enum Event: Sendable {
        case request(JournalEntry)
        case refusal(Refusal)
    }

    typealias Observer = @Sendable (Event) -> Void

    fileprivate struct State {
        var ring: [JournalEntry] = []
        /// The place of the oldest entry once the ring is full.
        var oldest = 0
        var dropped = 0
        var count = 0
        var session = 1
        var hits: [String: Int] = [:]
        var refusals: [Refusal] = []
        var observers: [Int: Observer] = [:]
        var observerCount = 0
    }

    private static let maximumRefusals = 100
    private let limits: JournalLimits
    private let time: TimeSource
    private let state = Locked(State())

    init(limits: JournalLimits, time: TimeSource) {
        self.limits = limits
        self.time = time
    }

    /// The session that a request arriving now belongs to.
    var session: Int { state.withLock { $0.session } }

    /// Records a request; one that belongs to an earlier session is shown to observers only.
    ///
    /// `session` is `nil` for a request that arrived just now.
    func record(
        _ request: ReceivedRequest, session: Int? = nil, stub: StubReference? = nil, report: MatchReport? = nil,
        status: HTTPStatus?, fault: Fault? = nil
    ) {
        let now = time.unixTime()
        let bodyLength = request.body.count
        let kept = bodyLength > limits.bodyBytes ? request.cut(to: limits.bodyBytes) : request
        let (entry, observers) = state.withLock { state in
            state.count += 1
            let entry = JournalEntry(
                number: state.count, session: session ?? state.session, time: now, request: kept,
                bodyLength: bodyLength, stub: stub, report: report, status: status, fault: fault)
            if entry.session == state.session {
                if let stub { state.hits[stub.id, default: 0] += 1 }
                state.append(entry, limit: limits.entries)
            }
            return (entry, state.observers.isEmpty ? nil : Array(state.observers.values))
        }
        guard let observers else { return }
        for observer in observers { observer(.request(entry)) }
    }

    /// Notes that the answer of an exchange was not sent whole.
    func markUnfinished(exchange: UInt64, because reason: UnfinishedReason) {
        state.withLock { state in
            guard let place = state.ring.lastIndex(where: { $0.request.exchange == exchange }) else { return }
            state.ring[place].unfinished = reason
        }
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
                entries: Array(state.ring[state.oldest...] + state.ring[..<state.oldest]),
                droppedCount: state.dropped, session: state.session, refusals: state.refusals)
        }
    }

    /// How often each stub answered in this session, by stub id.
    var hits: [String: Int] { state.withLock { $0.hits } }

    /// Forgets everything and begins a new session.
    func reset() {
        let forgotten = state.withLock { state in
            let forgotten = state.ring
            state.ring = []
            state.oldest = 0
            state.dropped = 0
            state.hits = [:]
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

extension JournalRecorder.State {
    fileprivate mutating func append(_ entry: JournalEntry, limit: Int) {
        if ring.count < limit {
            ring.append(entry)
            return
        }
        dropped += 1
        guard limit > 0 else { return }
        ring[oldest] = entry
        oldest = oldest + 1 == limit ? 0 : oldest + 1
    }
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
