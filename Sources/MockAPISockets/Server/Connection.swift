import MockAPICore

/// One connection of a server: reads requests, has them answered one after the other, and writes the answers.
///
/// Belongs to the thread of its loop. Every entry from outside ends with `settle`, which sends what was gathered, goes on
/// with what can go on, and says to the loop what is waited for.
///
/// The properties that a request touches are not checked for overlapping accesses at run time, which would cost a third
/// of a request: no function here lets anybody else in while it changes one of them.
final class Connection: EventHandler, @unchecked Sendable {
    /// What the connection is doing.
    enum State {
        /// Requests are read, and answered as they come.
        case reading
        /// An answer is under way; bytes that come meanwhile are kept.
        case waiting
        /// The peer has to read answers before more of its requests are read.
        case draining
        /// When all is sent, the connection ends.
        case closing
        /// Our side has ended; what the peer still sends is dropped until it ends too.
        case lingering
        /// The socket is closed.
        case closed
    }

    /// What an answer under way waits for.
    enum Pending {
        /// The end of a delay.
        case delay(LoopTimer)
        /// A task.
        case task(Task<Void, Never>)
        /// Pieces of the content, or its pace.
        case body(BodySender)
        /// Nothing: it has fallen silent, as was asked for.
        case stall
    }

    /// The request that is being answered.
    struct Exchange {
        var number: UInt64 = 0
        var isHEAD = false
        var version = HTTPVersion.http11
        var keepAlive = true
        /// When the request was whole.
        var moment: UInt64 = 0
    }

    /// Which of the time limits runs.
    enum TimeLimit {
        case none, idle, head, body, write, linger
    }

    /// How many bytes of further requests are kept while an answer is under way.
    static let mostInbound = 64 << 10
    /// From which size on content is shared with its owner and not copied.
    static let largeContent = 16 << 10

    let descriptor: Int32
    let share: ServerShare
    let loop: EventLoop
    let scratch: LoopScratch
    let peerAddress: String?
    /// The place among the connections of the share.
    @exclusivity(unchecked) var index = 0

    @exclusivity(unchecked) var state = State.reading
    @exclusivity(unchecked) var parser: RequestParser
    @exclusivity(unchecked) var exchange = Exchange()
    @exclusivity(unchecked) var pending: Pending?
    /// Whether the end of the peer's side was seen.
    @exclusivity(unchecked) var peerHasEnded = false
    /// Whether the peer is known to have ended its side though bytes of it are unread.
    @exclusivity(unchecked) var endIsKnown = false
    /// Whether a reset is to be avoided at the end, because the peer may still be sending.
    @exclusivity(unchecked) var lingers = false
    /// Whether the connection turned out to be broken.
    @exclusivity(unchecked) var isBroken = false

    /// Bytes of further requests, from `inboundStart` on.
    @exclusivity(unchecked) var inbound: [UInt8] = []
    @exclusivity(unchecked) var inboundStart = 0
    /// Bytes that the system did not take yet.
    @exclusivity(unchecked) var output = OutputQueue()
    /// Whether the system takes no more bytes for now.
    @exclusivity(unchecked) var isBlocked = false
    /// The exchanges whose answers are not wholly with the system.
    @exclusivity(unchecked) var unsent: [UInt64] = []

    @exclusivity(unchecked) var timeLimit = TimeLimit.none
    @exclusivity(unchecked) var deadline = UInt64.max
    @exclusivity(unchecked) var lingerEnd = UInt64.max
    @exclusivity(unchecked) private var interest = Interest.read

    init(_ descriptor: Int32, share: ServerShare, peerAddress: String?) {
        self.descriptor = descriptor
        self.share = share
        self.peerAddress = peerAddress
        loop = share.loop
        scratch = share.loop.scratch
        parser = RequestParser(limits: share.limits.http, peerAddress: peerAddress)
        timeLimit = .idle
        deadline = loop.now.saturatingAdd(share.limits.keepAlive)
    }

    func handle(_ readiness: Readiness) {
        if readiness.contains(.broken), state != .reading || !readiness.contains(.read) {
            return state == .lingering ? close() : abandon(.peerGone)
        }
        if readiness.contains(.write) { isBlocked = false }
        if readiness.contains(.read) {
            receive()
        } else if readiness.contains(.end) {
            peerEndedBehindUnreadBytes()
        }
        settle()
    }

    /// Sends what was gathered, goes on with what can go on, and tells the loop what is waited for.
    func settle() {
        while state != .closed {
            flush()
            if isBroken { return abandon(.peerGone) }
            if !output.isEmpty {
                if state == .reading { state = .draining }
                break
            }
            if !unsent.isEmpty { unsent.removeAll(keepingCapacity: true) }
            if !goOn() { break }
        }
        guard state != .closed else { return }
        updateTimeLimit()
        updateInterest()
    }

    /// Does the next thing that is possible now that all bytes are sent; false when something must be waited for.
    private func goOn() -> Bool {
        switch state {
        case .draining:
            state = .reading
            return true
        case .reading:
            if inboundStart < inbound.count {
                parseInbound()
                return true
            }
            if peerHasEnded {
                requestsEnded()
                return true
            }
            if share.isStopping, parser.phase != .body {
                // Nothing of an answer is left to be sent.
                if share.run.configuration.resetsAtStop { reset() } else { close() }
                return false
            }
            return false
        case .waiting:
            if case .body(let sender) = pending { return sender.step() }
            // The end may have come before this answer was begun.
            if peerHasEnded || endIsKnown, peerSeemsGone {
                isBroken = true
                return true
            }
            return false
        case .closing:
            finishClosing()
            return false
        case .lingering, .closed: return false
        }
    }

    private func updateInterest() {
        var wanted: Interest
        switch state {
        case .reading, .lingering: wanted = .read
        case .waiting:
            wanted = inbound.count - inboundStart < Self.mostInbound ? .read : endIsKnown ? [] : .end
        case .draining, .closing, .closed: wanted = []
        }
        if peerHasEnded { wanted = [] }
        if !output.isEmpty { wanted.insert(.write) }
        guard wanted != interest else { return }
        interest = wanted
        loop.modify(descriptor, wanted)
    }
}
