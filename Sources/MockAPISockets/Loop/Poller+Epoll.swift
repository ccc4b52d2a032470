#if os(Linux) && !MOCKAPI_KQUEUE_SHIM
import CMockAPILinux
import Glibc

/// Waits for many descriptors at once: epoll here, kqueue in `Poller+Kqueue.swift`, with the same functions.
///
/// All but `wake` and `modify` belongs to one thread.
struct Poller {
    /// The token of the event that `wake` makes.
    static let wakeToken = UInt64.max

    private let epoll: Int32
    private let wakeDescriptor: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    init() throws(SocketError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw SocketError(call: "epoll_create1", errno) }
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeDescriptor >= 0 else {
            let error = SocketError(call: "eventfd", errno)
            close(epoll)
            throw error
        }
        events = .allocate(capacity: 256)
        // Edge-triggered, so that the counter need never be read: every write makes a new event.
        var event = epoll_event(
            events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data_t(u64: Self.wakeToken))
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, wakeDescriptor, &event) == 0 else {
            let error = SocketError(call: "epoll_ctl", errno)
            close(epoll)
            close(wakeDescriptor)
            events.deallocate()
            throw error
        }
    }

    /// Watches a descriptor; its events bear the token.
    func add(_ descriptor: Int32, _ interest: Interest, token: UInt64) throws(SocketError) {
        var event = epoll_event(events: Self.mask(interest), data: epoll_data_t(u64: token))
        if epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0 { throw SocketError(call: "epoll_ctl", errno) }
    }

    /// Changes what a descriptor is watched for; may be called on any thread.
    func modify(_ descriptor: Int32, from old: Interest, to new: Interest, token: UInt64) {
        var event = epoll_event(events: Self.mask(new), data: epoll_data_t(u64: token))
        epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event)
    }

    /// Watches a descriptor no longer; to be called before it is closed.
    func remove(_ descriptor: Int32, _ interest: Interest) {
        var event = epoll_event()
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// Waits for events and gives their number, 0 when the time is over.
    ///
    /// - Parameter nanoseconds: How long to wait at most, rounded up to milliseconds; below zero: without end.
    func wait(nanoseconds: Int64) -> Int {
        let milliseconds: Int32
        if nanoseconds < 0 {
            milliseconds = -1
        } else {
            milliseconds = Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
        }
        return max(0, Int(epoll_wait(epoll, events.baseAddress, Int32(events.count), milliseconds)))
    }

    /// The event at an index below the number that `wait` gave.
    func event(_ index: Int) -> (token: UInt64, readiness: Readiness) {
        let event = events[index]
        var readiness: Readiness = []
        let bits = event.events
        if bits & EPOLLIN.rawValue != 0 { readiness.insert(.read) }
        if bits & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
        if bits & EPOLLRDHUP.rawValue != 0 { readiness.insert(.end) }
        if bits & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { readiness.insert(.broken) }
        return (event.data.u64, readiness)
    }

    /// Ends the present or the next `wait`; may be called on any thread.
    func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }

    private static func mask(_ interest: Interest) -> UInt32 {
        var mask: UInt32 = 0
        if interest.contains(.read) { mask |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
        if interest.contains(.write) { mask |= EPOLLOUT.rawValue }
        if interest.contains(.end) { mask |= EPOLLRDHUP.rawValue }
        // Errors are told of in any case: once is enough where nobody looks at them for now.
        return interest.isEmpty ? EPOLLET.rawValue : mask
    }
}
#endif
