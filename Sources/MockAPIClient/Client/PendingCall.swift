/// A handle on a call in the callback form.
public final class PendingCall: Sendable {
    /// Ends the call, if it has not ended yet; the second time nothing happens.
    public func cancel() {}
}
