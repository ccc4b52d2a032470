import MockAPIClient
import Testing

@Suite struct `Sequences in time` {
    private struct Oops: Error {}

    private let clock = TestClock()
    private let feed = Feed<Int>()

    /// An iteration in a task of its own.
    private struct Elements {
        let stream: AsyncStream<Int>
        let task: Task<Void, any Error>

        func next() async -> Int? {
            for await element in stream { return element }
            return nil
        }
    }

    private func iterate(_ sequence: TimedSequence<Feed<Int>>) -> Elements {
        let (stream, elements) = AsyncStream<Int>.makeStream()
        let task = Task {
            defer { elements.finish() }
            for try await element in sequence { elements.yield(element) }
        }
        return Elements(stream: stream, task: task)
    }

    @Test func `give, debounced, what nothing followed for a time`() async throws {
        let elements = iterate(feed.debounced(for: .seconds(1), clock: clock))
        await feed.send(1)
        await clock.sleeps(1)
        clock.advance(by: .milliseconds(900))
        await feed.send(2)
        await clock.sleeps(2)
        clock.advance(by: .milliseconds(900))
        await feed.send(3)
        await clock.sleeps(3)
        clock.advance(by: .milliseconds(1000))
        #expect(await elements.next() == 3)
        await feed.send(4)
        await feed.finish()
        #expect(await elements.next() == 4)
        #expect(await elements.next() == nil)
        try await elements.task.value
    }

    @Test func `leave out, debounced, what waits when the base fails`() async throws {
        let elements = iterate(feed.debounced(for: .seconds(1), clock: clock))
        await feed.send(1)
        await feed.fail(Oops())
        #expect(await elements.next() == nil)
        await #expect(throws: Oops.self) { try await elements.task.value }
    }

    @Test func `give, throttled, one element in a span, and the newest at its end`() async throws {
        let elements = iterate(feed.throttled(for: .seconds(1), clock: clock))
        await feed.send(1)
        #expect(await elements.next() == 1)
        await clock.sleeps(1)
        await feed.send(2)
        await feed.send(3)
        clock.advance(by: .seconds(1))
        #expect(await elements.next() == 3)
        await clock.sleeps(2)
        clock.advance(by: .seconds(1))
        await feed.send(4)
        await feed.send(5)
        await feed.finish()
        // Whether 4 came within the last span or after it, 5 is the last one, and comes in a span of its own.
        let next = await elements.next()
        #expect(next == 4 || next == 5)
        if next == 4 {
            await clock.sleeps(3)
            clock.advance(by: .seconds(1))
            #expect(await elements.next() == 5)
        }
        try await elements.task.value
    }

    @Test func `give, throttled without the latest, the first element of each span`() async throws {
        let elements = iterate(feed.throttled(for: .seconds(1), latest: false, clock: clock))
        await feed.send(1)
        await feed.send(2)
        await feed.finish()
        #expect(await elements.next() == 1)
        #expect(await elements.next() == nil)
        try await elements.task.value
    }

    @Test func `pass on, throttled, the error of the base`() async throws {
        let elements = iterate(feed.throttled(for: .seconds(1), clock: clock))
        await feed.send(1)
        await feed.fail(Oops())
        #expect(await elements.next() == 1)
        await #expect(throws: Oops.self) { try await elements.task.value }
    }

    @Test func `do nothing until they are iterated, and end with their consumer`() async throws {
        let debounced = feed.debounced(for: .seconds(1), clock: clock)
        let throttled = feed.throttled(for: .seconds(1), clock: clock)
        _ = (debounced.makeAsyncIterator(), throttled.makeAsyncIterator())
        #expect(feed.iterations == 0)
        let elements = iterate(debounced)
        await feed.send(1)
        #expect(feed.iterations == 1)
        elements.task.cancel()
        await feed.cancelled()
        await #expect(throws: CancellationError.self) { try await elements.task.value }
    }

    @Test func `leave out, without duplicates, what is equal to the element before`() async throws {
        let stream = AsyncStream<Int> { output in
            for element in [1, 1, 2, 2, 2, 1] { output.yield(element) }
            output.finish()
        }
        var elements: [Int] = []
        for try await element in stream.removeDuplicates() { elements.append(element) }
        #expect(elements == [1, 2, 1])
        let words = AsyncStream<String> { output in
            for word in ["a", "A", "b"] { output.yield(word) }
            output.finish()
        }
        var kept: [String] = []
        for try await word in words.removeDuplicates(by: { $0.lowercased() == $1.lowercased() }) { kept.append(word) }
        #expect(kept == ["a", "b"])
    }
}
