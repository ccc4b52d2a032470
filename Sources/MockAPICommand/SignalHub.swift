import Foundation
import MockAPICore

/// Hands the signals of the process to all who watch for them.
///
/// A handler is there from the call that begins a watch on. It writes the signal into a pipe, from which a thread reads;
/// sources of Dispatch are set up a little later on Linux, and a signal that comes before is lost.
final class SignalHub: Sendable {
    typealias Observer = @Sendable (Int32) -> Void

    private struct State {
        var observers: [Int: Observer] = [:]
        var count = 0
        var isReading = false
    }

    /// The one of the process.
    static let shared = SignalHub()

    private let state = Locked(State())

    private init() {}

    /// Has a function called for each signal from now on, on a thread of its own.
    ///
    /// - Returns: what `remove` takes.
    func add(_ observer: @escaping Observer) -> Int {
        state.withLock { state in
            state.count += 1
            state.observers[state.count] = observer
            if !state.isReading, let descriptor = Platform.openSignalPipe() {
                state.isReading = true
                Thread.detachNewThread { [self] in read(descriptor) }
            }
            if state.isReading, state.observers.count == 1 { Platform.catchSignals() }
            return state.count
        }
    }

    /// Ends what `add` began; without anyone who watches the signals have their default effect again.
    func remove(_ id: Int) {
        state.withLock { state in
            guard state.observers.removeValue(forKey: id) != nil, state.observers.isEmpty else { return }
            Platform.releaseSignals()
        }
    }

    private func read(_ descriptor: Int32) {
        while let number = Platform.nextSignal(descriptor) {
            for observer in state.withLock({ Array($0.observers.values) }) { observer(number) }
        }
    }
}
