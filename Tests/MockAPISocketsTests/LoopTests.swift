import Foundation
import MockAPICore
import Testing

#if !MOCKAPI_KQUEUE_SHIM
@testable import MockAPISockets
#endif

@Suite struct `Loop: turns` {
    /// Runs work on a loop and gives its result.
    private func on<Result: Sendable>(_ loop: EventLoop, _ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in loop.execute { continuation.resume(returning: work()) } }
    }

    @Test func `work given by many threads is done once each, that of one in its order`() async throws {
        let loop = try EventLoopGroup.shared.next()
        let done = Locked([[Int]](repeating: [], count: 8))
        await withTaskGroup(of: Void.self) { group in
            for giver in 0..<8 {
                group.addTask {
                    for number in 0..<500 { loop.execute { done.withLock { $0[giver].append(number) } } }
                    await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
                }
            }
        }
        #expect(done.withLock { $0 } == [[Int]](repeating: Array(0..<500), count: 8))
    }

    @Test func `work given on the loop itself is done in a later turn`() async throws {
        let loop = try EventLoopGroup.shared.next()
        let order = Locked([Int]())
        await withCheckedContinuation { continuation in
            loop.execute {
                loop.execute {
                    order.withLock { $0.append(2) }
                    continuation.resume()
                }
                order.withLock { $0.append(1) }
            }
        }
        #expect(order.withLock { $0 } == [1, 2])
        #expect(await on(loop) { loop.isCurrent })
        #expect(!loop.isCurrent)
    }

    @Test func `a delay of days is kept and can be cancelled`() async throws {
        let loop = try EventLoopGroup(count: 1).next()
        let before = await on(loop) { loop.timerCount }
        let counts = await on(loop) {
            let timers = (0..<1000).map { loop.schedule(after: .seconds(86400 * (1 + $0))) {} }
            let most = loop.timerCount
            for timer in timers { timer.cancel() }
            return [most, loop.timerCount]
        }
        #expect(counts == [before + 1000, before])
    }

    @Test func `a timer is never early`() async throws {
        let loop = try EventLoopGroup.shared.next()
        for milliseconds in [0, 1, 7, 20] {
            let start = ContinuousClock.now
            await withCheckedContinuation { continuation in
                loop.execute { loop.schedule(after: .milliseconds(milliseconds)) { continuation.resume() } }
            }
            #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
        }
    }

    @Test func `a handler is told of bytes, of room and of the end, as it asked for`() async throws {
        let loop = try EventLoopGroup.shared.next()
        let pair = try SocketPair()
        let handler = Handler()
        await on(loop) { try? loop.register(pair.mine, .read, handler) }
        pair.send("x")
        try await eventually { handler.seen.contains(.read) }
        #expect(!handler.seen.contains(.write))

        await on(loop) { loop.modify(pair.mine, .write) }
        try await eventually { handler.seen.contains(.write) }

        handler.forget()
        await on(loop) { loop.modify(pair.mine, .end) }
        pair.send("y")
        _ = await on(loop) { true }
        #expect(!handler.seen.contains(.read))
        pair.endSending()
        try await eventually { handler.seen.contains(.end) }

        await on(loop) { loop.unregister(pair.mine) }
    }

    @Test func `a handler that was taken away is told of nothing more`() async throws {
        let loop = try EventLoopGroup.shared.next()
        let pair = try SocketPair()
        let handler = Handler()
        await on(loop) {
            try? loop.register(pair.mine, .read, handler)
            loop.unregister(pair.mine)
            loop.modify(pair.mine, .read)
        }
        pair.send("x")
        _ = await on(loop) { true }
        #expect(handler.seen.isEmpty)
    }

    @Test func `an event of an earlier owner of a descriptor number reaches nobody`() async throws {
        let loop = try EventLoopGroup.shared.next()
        let (first, second) = (try SocketPair(), try SocketPair())
        let late = Handler()
        // Both are ready in the same turn; whoever is told first takes the other's descriptor away.
        let one = Handler()
        let two = Handler()
        one.onReady = {
            loop.unregister(first.mine)
            loop.unregister(second.mine)
            try? loop.register(second.mine, [], late)
        }
        two.onReady = {
            loop.unregister(first.mine)
            loop.unregister(second.mine)
            try? loop.register(first.mine, [], late)
        }
        await on(loop) {
            first.send("x")
            second.send("x")
            try? loop.register(first.mine, .read, one)
            try? loop.register(second.mine, .read, two)
        }
        try await eventually { !one.seen.isEmpty || !two.seen.isEmpty }
        _ = await on(loop) { true }
        #expect(one.seen.isEmpty != two.seen.isEmpty)
        #expect(late.seen.isEmpty)
        await on(loop) {
            loop.unregister(first.mine)
            loop.unregister(second.mine)
        }
    }

    @Test func `blocking work runs beside the loops, some of it at once`() async throws {
        let queue = BlockingQueue(threads: 3)
        let running = Locked((now: 0, most: 0, done: 0))
        for _ in 0..<12 {
            queue.submit {
                running.withLock { state in
                    state.now += 1
                    state.most = max(state.most, state.now)
                }
                usleep(20_000)
                running.withLock { state in
                    state.now -= 1
                    state.done += 1
                }
            }
        }
        try await eventually { running.withLock { $0.done } == 12 }
        #expect(running.withLock { $0.most } <= 3)
    }
}

private final class Handler: EventHandler, @unchecked Sendable {
    private let state = Locked(Readiness())
    var onReady: (() -> Void)?

    var seen: Readiness { state.withLock { $0 } }

    func forget() { state.withLock { $0 = [] } }

    func handle(_ readiness: Readiness) {
        state.withLock { $0.formUnion(readiness) }
        onReady?()
    }
}
