import MockAPICore

/// One thread that waits for descriptors and timers and does short pieces of work when they are ready.
///
/// A loop is never stopped: it belongs to the process, and all servers and transports share the few there are. All
/// functions but those marked so are to be called on the loop's own thread, which is why its state is not checked for
/// overlapping accesses at run time.
package final class EventLoop: @unchecked Sendable {
    private struct Slot {
        var handler: (any EventHandler)?
        /// Tells the present use of a descriptor's number from earlier ones, whose events may still be waiting.
        var generation: UInt32 = 0
        var interest: Interest = []
    }

    private struct Inbox {
        var work: [@Sendable () -> Void] = []
        var isWakingUp = false
    }

    /// The moment at which the present turn of the loop began, in nanoseconds of the monotonic clock.
    @exclusivity(unchecked) package private(set) var now = MonotonicClock.nanoseconds()

    private let poller: Poller
    private let timers = TimerHeap()
    private let inbox = Locked(Inbox())
    @exclusivity(unchecked) private var slots: [Slot] = []
    /// Memory for one read or one batch of answers, lent to whoever runs on the loop and empty between turns.
    let scratch = LoopScratch()

    init() throws(SocketError) { poller = try Poller() }

    // MARK: - From any thread

    /// Does the work on the loop's thread, after what was given before; many at once cost one wake-up.
    package func execute(_ work: @escaping @Sendable () -> Void) {
        let mustWake = inbox.withLock { inbox in
            inbox.work.append(work)
            defer { inbox.isWakingUp = true }
            return !inbox.isWakingUp
        }
        if mustWake { poller.wake() }
    }

    /// Has a descriptor that is registered for reading watched for nothing, until `unpause`: for a thread that reads it by
    /// itself.
    func pause(_ descriptor: Int32, token: UInt64) { poller.modify(descriptor, from: .read, to: [], token: token) }

    /// Has a descriptor watched for reading again.
    func unpause(_ descriptor: Int32, token: UInt64) { poller.modify(descriptor, from: [], to: .read, token: token) }

    /// Whether the calling thread is this loop's.
    package var isCurrent: Bool { LoopThread.isCurrent(self) }

    // MARK: - On the loop's thread

    /// The number of timers that wait.
    package var timerCount: Int { timers.count }

    /// Watches a descriptor until `unregister`; the loop keeps the handler that long.
    package func register(_ descriptor: Int32, _ interest: Interest, _ handler: any EventHandler)
        throws(SocketError)
    {
        let index = Int(descriptor)
        while slots.count <= index { slots.append(Slot()) }
        let generation = slots[index].generation &+ 1
        try poller.add(descriptor, interest, token: Self.token(descriptor, generation))
        slots[index] = Slot(handler: handler, generation: generation, interest: interest)
    }

    /// What the events of a registered descriptor bear, for `pause` and `unpause`.
    func token(of descriptor: Int32) -> UInt64 { Self.token(descriptor, slots[Int(descriptor)].generation) }

    /// Changes what a descriptor is watched for.
    package func modify(_ descriptor: Int32, _ interest: Interest) {
        let index = Int(descriptor)
        guard index < slots.count, slots[index].handler != nil, slots[index].interest != interest else { return }
        poller.modify(
            descriptor, from: slots[index].interest, to: interest,
            token: Self.token(descriptor, slots[index].generation))
        slots[index].interest = interest
    }

    /// Watches a descriptor no longer and lets its handler go; to be called before the descriptor is closed.
    package func unregister(_ descriptor: Int32) {
        let index = Int(descriptor)
        guard index < slots.count, slots[index].handler != nil else { return }
        poller.remove(descriptor, slots[index].interest)
        slots[index] = Slot(handler: nil, generation: slots[index].generation, interest: [])
    }

    /// Does the work when the time has passed, never earlier.
    @discardableResult
    package func schedule(after delay: Duration, _ work: @escaping () -> Void) -> LoopTimer {
        // The turn may have begun a while ago: a delay counts from the call.
        schedule(at: MonotonicClock.nanoseconds().saturatingAdd(MonotonicClock.nanoseconds(of: delay)), work)
    }

    /// Does the work when the monotonic clock has reached a moment.
    @discardableResult
    package func schedule(at moment: UInt64, _ work: @escaping () -> Void) -> LoopTimer {
        timers.schedule(at: moment, work)
    }

    /// Turns the loop for ever.
    func run() -> Never {
        while true { turn() }
    }

    private func turn() {
        var wait: Int64 = -1
        if let deadline = timers.nextDeadline {
            let present = MonotonicClock.nanoseconds()
            wait = deadline > present ? Int64(clamping: deadline - present) : 0
        }
        let count = poller.wait(nanoseconds: wait)
        now = MonotonicClock.nanoseconds()
        var hasMail = false
        for index in 0..<count {
            let (token, readiness) = poller.event(index)
            if token == Poller.wakeToken {
                hasMail = true
                continue
            }
            let slot = Int(token & 0xFFFF_FFFF)
            guard slot < slots.count, slots[slot].generation == UInt32(truncatingIfNeeded: token >> 32),
                let handler = slots[slot].handler
            else { continue }
            handler.handle(readiness)
        }
        while let work = timers.popDue(at: now) { work() }
        if hasMail { readMail() }
    }

    private func readMail() {
        let work = inbox.withLock { inbox in
            inbox.isWakingUp = false
            defer { inbox.work = [] }
            return inbox.work
        }
        for piece in work { piece() }
    }

    private static func token(_ descriptor: Int32, _ generation: UInt32) -> UInt64 {
        UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }
}
