/// Hands progress on, in order, and never back: what comes late or is less than before is left out.
final class ProgressMeter: Sendable {
    private let most = Locked(-1)
    private let announcer: Announcer<TransferProgress>

    init(_ handler: @escaping @Sendable (TransferProgress) -> Void) { announcer = Announcer(handler) }

    func note(_ progress: TransferProgress) {
        announcer.announce {
            most.withLock { most in
                guard progress.count > most else { return nil }
                most = progress.count
                return progress
            }
        }
    }
}
