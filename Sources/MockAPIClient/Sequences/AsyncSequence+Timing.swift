extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// Each element after which nothing came for a time, as for a search field: what was typed last, once the typing
    /// stops.
    ///
    /// The last element is given at once when the sequence ends, and left out when it fails.
    public func debounced(for time: Duration, clock: any Clock<Duration> = ContinuousClock()) -> TimedSequence<Self> {
        TimedSequence(base: self) { base, output in
            let waiting = Locked(Waiting<Element>())
            var timer: Task<Void, Never>?
            defer { timer?.cancel() }
            for try await element in base {
                let turn = waiting.withLock { $0.put(element) }
                timer?.cancel()
                timer = Task {
                    guard (try? await clock.sleep(for: time)) != nil else { return }
                    waiting.withLock { waiting in
                        if waiting.turn == turn, let element = waiting.take() { output.yield(element) }
                    }
                }
            }
            waiting.withLock { waiting in
                if let element = waiting.take() { output.yield(element) }
            }
        }
    }

    /// The first element at once, and then no more than one in each span of time.
    ///
    /// With `latest`, the newest element that came within a span is given at the span's end, also if the sequence has
    /// ended by then; without it, what comes within a span is left out.
    public func throttled(
        for time: Duration, latest: Bool = true, clock: any Clock<Duration> = ContinuousClock()
    ) -> TimedSequence<Self> {
        TimedSequence(base: self) { base, output in
            let waiting = Locked(Waiting<Element>())
            var span: Task<Void, Never>?
            defer { span?.cancel() }
            for try await element in base {
                let opens = waiting.withLock { waiting in
                    guard waiting.isInSpan else {
                        waiting.isInSpan = true
                        output.yield(element)
                        return true
                    }
                    if latest { waiting.put(element) }
                    return false
                }
                guard opens else { continue }
                span = Task {
                    while (try? await clock.sleep(for: time)) != nil {
                        let goesOn = waiting.withLock { waiting in
                            let element = waiting.take()
                            if let element { output.yield(element) }
                            waiting.isInSpan = element != nil && !waiting.hasEnded
                            return waiting.isInSpan
                        }
                        if !goesOn { break }
                    }
                }
            }
            let hasMore = waiting.withLock { waiting in
                waiting.hasEnded = true
                return waiting.element != nil
            }
            guard hasMore, let last = span else { return }
            await withTaskCancellationHandler {
                await last.value
            } onCancel: {
                last.cancel()
            }
        }
    }
}

/// The element that waits for its time.
private struct Waiting<Element> {
    private(set) var element: Element?
    /// Grows with each element.
    private(set) var turn: UInt64 = 0
    /// Whether an element was given within the last span of time.
    var isInSpan = false
    /// Whether nothing more will come.
    var hasEnded = false

    @discardableResult
    mutating func put(_ element: Element) -> UInt64 {
        self.element = element
        turn += 1
        return turn
    }

    mutating func take() -> Element? {
        defer { element = nil }
        return element
    }
}
