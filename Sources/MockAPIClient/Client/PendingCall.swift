/// A handle on a call in the callback form; dropping it does not end the call.
public final class PendingCall: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    /// Ends the call with an error of kind `cancelled`; nothing happens if it has ended.
    public func cancel() { onCancel() }
}
