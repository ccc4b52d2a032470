import Testing

@testable import MockAPISockets

@Suite struct `Loop: timers` {
    @Test func `timers come in the order of their moments, equal ones in the order they were set`() {
        let heap = TimerHeap()
        var ran: [Int] = []
        let moments: [UInt64] = [50, 10, 30, 10, 20, 40, 30, 0]
        var timers: [LoopTimer] = []
        for (number, moment) in moments.enumerated() {
            timers.append(heap.schedule(at: moment) { ran.append(number) })
        }
        timers[4].cancel()
        timers[4].cancel()
        #expect(heap.count == 7)
        while let work = heap.popDue(at: 30) { work() }
        #expect(ran == [7, 1, 3, 2, 6])
        #expect(heap.nextDeadline == 40)
        while let work = heap.popDue(at: .max) { work() }
        #expect(ran == [7, 1, 3, 2, 6, 5, 0])
        #expect(!timers[0].isPending)
    }

    @Test func `any order of setting and cancelling gives the order of a sort`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            let heap = TimerHeap()
            var expected: [UInt64] = []
            var ran: [UInt64] = []
            var timers: [(UInt64, LoopTimer)] = []
            for _ in 0..<200 {
                let moment = UInt64.random(in: 0..<100, using: &random)
                timers.append((moment, heap.schedule(at: moment) { ran.append(moment) }))
            }
            for (moment, timer) in timers.shuffled(using: &random) {
                if Bool.random(using: &random) { timer.cancel() } else { expected.append(moment) }
            }
            while let work = heap.popDue(at: .max) { work() }
            #expect(ran == expected.sorted())
        }
    }

    @Test func `a cancelled timer leaves nothing behind`() {
        final class Held {}
        let heap = TimerHeap()
        weak var held: Held?
        let timer: LoopTimer
        do {
            let object = Held()
            held = object
            timer = heap.schedule(at: 10) { _ = object }
        }
        #expect(held != nil)
        timer.cancel()
        #expect(held == nil)
        #expect(heap.count == 0)
    }

    @Test func `durations become nanoseconds without a trap`() {
        #expect(MonotonicClock.nanoseconds(of: .seconds(86400)) == 86_400_000_000_000)
        #expect(MonotonicClock.nanoseconds(of: .nanoseconds(1)) == 1)
        #expect(MonotonicClock.nanoseconds(of: .zero) == 0)
        #expect(MonotonicClock.nanoseconds(of: .seconds(-5)) == 0)
        #expect(MonotonicClock.nanoseconds(of: .seconds(Int64.max)) == UInt64(Int64.max / 2))
    }
}
