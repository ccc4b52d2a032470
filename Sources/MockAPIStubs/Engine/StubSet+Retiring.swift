extension StubSet {
    /// Sets with fewer stubs are let go where they are.
    private static let fewest = 256

    /// Lets the set go on a thread of its own, once no request uses it any more, so that none has to take it apart.
    ///
    /// Somebody who keeps the set for longer than a minute takes it apart himself.
    func retire() {
        guard count >= Self.fewest else { return }
        let retired = RetiredSet(self)
        Task.detached(priority: .background) {
            for _ in 0..<600 {
                if retired.isUnused { return }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}

/// A set that waits for its end; used by one task at a time.
private final class RetiredSet: @unchecked Sendable {
    private var stubs: StubSet

    init(_ stubs: StubSet) { self.stubs = stubs }

    /// Whether the set is only kept here.
    var isUnused: Bool { stubs.isLastReference() }
}
