/// Whether calls are answered without a network.
public enum StubMode: Sendable, Hashable {
    /// Calls go to the transport.
    case never
    /// Calls are answered by their sample, or else by the stub transport.
    case immediate
    /// As `immediate`, but not before this time has passed.
    case delayed(Duration)

    /// As `immediate`, but not before so many seconds have passed.
    public static func delayed(seconds: Double) -> StubMode { .delayed(.seconds(seconds)) }
}
