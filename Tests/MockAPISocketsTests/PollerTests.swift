import Foundation
import MockAPITestSupport
import Testing

#if !MOCKAPI_KQUEUE_SHIM
@testable import MockAPISockets
#endif

/// What a poller does, whichever it is.
@Suite struct PollerTests {
    private let poller: Poller

    init() throws { poller = try Poller() }

    /// The events of one wait, by token; a poller may tell of reading and writing in two events.
    private func events(waiting nanoseconds: Int64) -> [UInt64: Readiness] {
        var events: [UInt64: Readiness] = [:]
        for index in 0..<poller.wait(nanoseconds: nanoseconds) {
            let (token, readiness) = poller.event(index)
            events[token, default: []].formUnion(readiness)
        }
        return events
    }

    private let forEver: Int64 = 60_000_000_000

    @Test func `a wait without events ends when its time is over, never earlier`() throws {
        #expect(poller.wait(nanoseconds: 0) == 0)
        for nanoseconds in [1, 999_999, 20_000_001] as [Int64] {
            let start = MonotonicClock.nanoseconds()
            #expect(poller.wait(nanoseconds: nanoseconds) == 0)
            #expect(MonotonicClock.nanoseconds() - start >= UInt64(nanoseconds))
        }
    }

    @Test func `a wake-up ends the next wait, many as one, and no wait after it`() throws {
        for _ in 0..<3 {
            for _ in 0..<5 { poller.wake() }
            #expect(Array(events(waiting: -1).keys) == [Poller.wakeToken])
            #expect(poller.wait(nanoseconds: 0) == 0)
        }
    }

    @Test func `a wake-up from another thread ends the present wait`() throws {
        nonisolated(unsafe) let poller = poller
        Thread.detachNewThread { poller.wake() }
        #expect(Array(events(waiting: forEver).keys) == [Poller.wakeToken])
    }

    @Test func `bytes are told of until they are read, and only while they are asked for`() throws {
        let (one, two) = (try SocketPair(), try SocketPair())
        let (first, second) = (0xFFFF_FFFE_0000_0001 as UInt64, 2 as UInt64)
        try poller.add(one.mine, .read, token: first)
        try poller.add(two.mine, .read, token: second)
        #expect(events(waiting: 0) == [:])
        one.send("x")
        #expect(events(waiting: forEver) == [first: .read])
        two.send("x")
        #expect(events(waiting: forEver) == [first: .read, second: .read])
        poller.modify(one.mine, from: .read, to: [], token: first)
        #expect(events(waiting: forEver) == [second: .read])
        poller.modify(one.mine, from: [], to: [.read, .write], token: first)
        #expect(events(waiting: forEver) == [first: [.read, .write], second: .read])
        poller.modify(one.mine, from: [.read, .write], to: .write, token: first)
        #expect(events(waiting: forEver) == [first: .write, second: .read])
        poller.remove(one.mine, .write)
        poller.remove(two.mine, .read)
        #expect(events(waiting: 0) == [:])
    }

    @Test func `the end of the peer's side is told beside its bytes, and without them where only the end is asked for`()
        throws
    {
        let pair = try SocketPair()
        try poller.add(pair.mine, .end, token: 1)
        pair.send("x")
        #expect(events(waiting: 0) == [:])
        pair.endSending()
        #expect(events(waiting: forEver)[1]?.contains(.end) == true)
        poller.modify(pair.mine, from: .end, to: .read, token: 1)
        #expect(events(waiting: forEver) == [1: [.read, .end]])
        poller.modify(pair.mine, from: .read, to: .write, token: 1)
        #expect(events(waiting: forEver) == [1: .write])
    }

    @Test(arguments: [Interest.read, .write, [.read, .write]])
    func `a connection that the peer has reset is broken`(interest: Interest) throws {
        let peer = try ScriptedPeer([.reset])
        let descriptor = try SocketCalls.makeSocket(AF_INET)
        defer { SocketCalls.close(descriptor) }
        let address = try #require(SocketAddress(host: "127.0.0.1", port: peer.port))
        _ = address.withSocketAddress { connect(descriptor, $0, $1) }
        try poller.add(descriptor, interest, token: 1)
        let deadline = MonotonicClock.nanoseconds() + UInt64(forEver)
        var seen: Readiness = []
        while !seen.contains(.broken), MonotonicClock.nanoseconds() < deadline {
            seen.formUnion(events(waiting: forEver)[1] ?? [])
        }
        #expect(seen.contains(.broken))
    }

    @Test func `a descriptor that is closed is told of no more, nor mistaken for the next of its number`() throws {
        var pair: SocketPair? = try SocketPair()
        let number = try #require(pair?.mine)
        try poller.add(number, [.read, .write], token: 1)
        pair?.endSending()
        pair = nil
        #expect(events(waiting: 0) == [:])
        // Most likely with the same number.
        let next = try SocketPair()
        try poller.add(next.mine, .read, token: 2)
        #expect(events(waiting: 0) == [:])
        next.send("x")
        #expect(events(waiting: forEver) == [2: .read])
    }

    @Test func `a descriptor that is none is an error`() throws {
        let error = #expect(throws: SocketError.self) { try poller.add(1_000_000, .read, token: 1) }
        #expect(error?.errno == EBADF)
    }
}
