import Dispatch
import MockAPICore
import MockAPIServer

/// Writes a line for each request, off the threads that answer, many lines at a time when requests come fast.
///
/// Where the reader of the output is too slow, requests are left out and counted, so that memory does not grow.
final class RequestLog: Sendable {
    private struct State {
        var pending: [Event] = []
        var leftOut = 0
        var isScheduled = false
    }

    private enum Event: Sendable {
        case request(JournalEntry)
        case refusal(Refusal)
    }

    private static let maximumPending = 10_000
    private let console: Console
    private let format: RequestLogFormat
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "mockapi.request-log")

    init(console: Console, format: RequestLogFormat) {
        self.console = console
        self.format = format
    }

    /// Has a request written soon; does not wait.
    func append(_ entry: JournalEntry) { append(.request(entry)) }

    /// Has a refusal written soon; does not wait.
    func append(_ refusal: Refusal) { append(.refusal(refusal)) }

    /// Writes what is left; returns when it is written, or when a time is over in which the reader of the output took
    /// nothing.
    func finish(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            let isOver = Locked(false)
            let end: @Sendable () -> Void = {
                let isFirst = isOver.withLock { isOver in
                    defer { isOver = true }
                    return !isOver
                }
                if isFirst { continuation.resume() }
            }
            queue.async {
                self.flush()
                end()
            }
            let (seconds, attoseconds) = limit.components
            let time = Double(seconds) + Double(attoseconds) / 1e18
            DispatchQueue.global().asyncAfter(deadline: .now() + time, execute: end)
        }
    }

    private func append(_ event: Event) {
        let mustSchedule = state.withLock { state in
            if state.pending.count < Self.maximumPending {
                state.pending.append(event)
            } else {
                state.leftOut += 1
            }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { self.flush() } }
    }

    private func flush() {
        while true {
            let (events, leftOut) = state.withLock { state in
                defer {
                    state.isScheduled = !state.pending.isEmpty
                    state.pending = []
                    state.leftOut = 0
                }
                return (state.pending, state.leftOut)
            }
            if events.isEmpty { return }
            var text = ""
            for event in events {
                switch event {
                case .request(let entry): text += format.text(entry)
                case .refusal(let refusal): text += format.text(refusal)
                }
            }
            if leftOut > 0 { text += "(\(leftOut) more requests, too many to write)\n" }
            console.write(text)
        }
    }
}
