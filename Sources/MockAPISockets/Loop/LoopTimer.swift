/// A piece of work that a loop does at a given moment; to be used on the loop's thread only.
package final class LoopTimer {
    /// The moment in nanoseconds of the monotonic clock.
    let deadline: UInt64
    /// Tells timers of the same moment apart: first scheduled, first run.
    let order: UInt64
    /// The place in the heap, or -1 where the timer waits no longer.
    fileprivate(set) var index = -1
    fileprivate(set) var work: (() -> Void)?
    private unowned let heap: TimerHeap

    fileprivate init(deadline: UInt64, order: UInt64, heap: TimerHeap, work: @escaping () -> Void) {
        self.deadline = deadline
        self.order = order
        self.heap = heap
        self.work = work
    }

    /// Whether the work is still to come.
    package var isPending: Bool { index >= 0 }

    /// Drops the work and all that it holds; does nothing when it is done or cancelled already.
    package func cancel() { heap.remove(self) }

    fileprivate func isBefore(_ other: LoopTimer) -> Bool {
        deadline != other.deadline ? deadline < other.deadline : order < other.order
    }
}

/// The waiting timers of a loop: a binary heap in which every timer knows its place, so that a cancelled one leaves
/// at once and nothing of it stays behind.
final class TimerHeap {
    // Belongs to one thread, and nobody is let in while it is changed.
    @exclusivity(unchecked) private var timers: [LoopTimer] = []
    private var scheduled: UInt64 = 0

    /// The number of waiting timers.
    var count: Int { timers.count }

    /// The moment of the next timer.
    var nextDeadline: UInt64? { timers.first?.deadline }

    /// Adds a timer.
    func schedule(at deadline: UInt64, _ work: @escaping () -> Void) -> LoopTimer {
        scheduled &+= 1
        let timer = LoopTimer(deadline: deadline, order: scheduled, heap: self, work: work)
        timer.index = timers.count
        timers.append(timer)
        siftUp(timer.index)
        return timer
    }

    /// Takes out the first timer if its moment has come, and gives its work.
    func popDue(at now: UInt64) -> (() -> Void)? {
        guard let first = timers.first, first.deadline <= now else { return nil }
        let work = first.work
        remove(first)
        return work
    }

    fileprivate func remove(_ timer: LoopTimer) {
        let index = timer.index
        guard index >= 0 else { return }
        timer.index = -1
        timer.work = nil
        let last = timers.removeLast()
        guard index < timers.count else { return }
        timers[index] = last
        last.index = index
        siftUp(index)
        siftDown(last.index)
    }

    private func siftUp(_ start: Int) {
        var index = start
        let timer = timers[index]
        while index > 0 {
            let parent = (index - 1) / 2
            guard timer.isBefore(timers[parent]) else { break }
            move(timers[parent], to: index)
            index = parent
        }
        move(timer, to: index)
    }

    private func siftDown(_ start: Int) {
        var index = start
        let timer = timers[index]
        while true {
            var child = 2 * index + 1
            guard child < timers.count else { break }
            if child + 1 < timers.count, timers[child + 1].isBefore(timers[child]) { child += 1 }
            guard timers[child].isBefore(timer) else { break }
            move(timers[child], to: index)
            index = child
        }
        move(timer, to: index)
    }

    private func move(_ timer: LoopTimer, to index: Int) {
        timers[index] = timer
        timer.index = index
    }
}
