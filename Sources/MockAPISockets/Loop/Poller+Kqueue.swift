#if canImport(Darwin)
import Darwin
#elseif MOCKAPI_KQUEUE_SHIM
import CKqueueShim
import Glibc
#endif

#if canImport(Darwin) || MOCKAPI_KQUEUE_SHIM

/// Waits for many descriptors at once: kqueue here, epoll in `Poller+Epoll.swift`, with the same functions.
///
/// All but `wake` and `modify` belongs to one thread.
struct Poller {
    /// The token of the event that `wake` makes.
    static let wakeToken = UInt64.max

    private let queue: Int32
    private let events: UnsafeMutableBufferPointer<kevent>

    init() throws(SocketError) {
        queue = kqueue()
        guard queue >= 0 else { throw SocketError(call: "kqueue", errno) }
        _ = fcntl(queue, F_SETFD, FD_CLOEXEC)
        events = .allocate(capacity: 256)
        do throws(SocketError) {
            try change(0, EVFILT_USER, EV_ADD | EV_CLEAR, token: Self.wakeToken)
        } catch {
            close(queue)
            events.deallocate()
            throw error
        }
    }

    /// Watches a descriptor; its events bear the token.
    func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) throws(SocketError) {
        try update(descriptor, from: [], to: interest, token: token)
    }

    /// Changes what a descriptor is watched for; may be called on any thread.
    func modify(_ descriptor: Int32, from old: Interest, to new: Interest, token: UInt64) {
        try? update(descriptor, from: old, to: new, token: token)
    }

    /// Watches a descriptor no longer; to be called before it is closed.
    func remove(_ descriptor: Int32, _ interest: Interest) {
        try? update(descriptor, from: interest, to: [], token: 0)
    }

    /// Waits for events and gives their number, 0 when the time is over.
    ///
    /// - Parameter nanoseconds: How long to wait at most, rounded up to milliseconds; below zero: without end.
    func wait(nanoseconds: Int64) -> Int {
        guard nanoseconds >= 0 else {
            return max(0, Int(kevent(queue, nil, 0, events.baseAddress, Int32(events.count), nil)))
        }
        let milliseconds = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1)
        // The kernel refuses waits of many years.
        let seconds = min(milliseconds / 1000, 1_000_000)
        var timeout = timespec(tv_sec: Int(seconds), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
        return max(0, Int(kevent(queue, nil, 0, events.baseAddress, Int32(events.count), &timeout)))
    }

    /// The event at an index below the number that `wait` gave.
    func event(_ index: Int) -> (token: UInt64, readiness: Readiness) {
        let event = events[index]
        var readiness: Readiness = []
        let hasEnded = event.flags & UInt16(EV_EOF) != 0
        switch Int32(event.filter) {
        case Int32(EVFILT_READ):
            readiness.insert(.read)
            if hasEnded { readiness.insert(.end) }
            // The error of a connection that was reset; a peer that only ended its side leaves it at zero.
            if hasEnded, event.fflags != 0 { readiness.insert(.broken) }
        case Int32(EVFILT_WRITE):
            readiness.insert(.write)
            if hasEnded { readiness.insert(.broken) }
        default: break
        }
        return (UInt64(UInt(bitPattern: event.udata)), readiness)
    }

    /// Ends the present or the next `wait`; may be called on any thread.
    func wake() {
        var change = kevent(
            ident: 0, filter: Int16(EVFILT_USER), flags: 0, fflags: UInt32(NOTE_TRIGGER), data: 0,
            udata: UnsafeMutableRawPointer(bitPattern: UInt(Self.wakeToken)))
        _ = kevent(queue, &change, 1, nil, 0, nil)
    }

    private func update(_ descriptor: Int32, from old: Interest, to new: Interest, token: UInt64) throws(SocketError) {
        let oldRead = old.intersection([.read, .end])
        let newRead = new.intersection([.read, .end])
        if newRead.contains(.read) {
            if oldRead != newRead || oldRead.isEmpty {
                try change(descriptor, EVFILT_READ, EV_ADD, token: token, lowWater: 1)
            }
        } else if newRead.contains(.end) {
            // The end is reported whatever the low-water mark, bytes only from that mark on.
            try change(descriptor, EVFILT_READ, EV_ADD, token: token, lowWater: Int(Int32.max))
        } else if !oldRead.isEmpty {
            try change(descriptor, EVFILT_READ, EV_DELETE, token: token)
        }
        if new.contains(.write) != old.contains(.write) {
            try change(descriptor, EVFILT_WRITE, new.contains(.write) ? EV_ADD : EV_DELETE, token: token)
        }
    }

    private func change(
        _ descriptor: Int32, _ filter: Int32, _ flags: Int32, token: UInt64, lowWater: Int = 0
    ) throws(SocketError) {
        var change = kevent(
            ident: UInt(descriptor), filter: Int16(filter), flags: UInt16(flags),
            fflags: lowWater > 0 ? UInt32(NOTE_LOWAT) : 0, data: lowWater,
            udata: UnsafeMutableRawPointer(bitPattern: UInt(token)))
        if kevent(queue, &change, 1, nil, 0, nil) != 0 { throw SocketError(call: "kevent", errno) }
    }
}
#endif
