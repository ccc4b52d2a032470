/// Counts the calls that are on their way, for an activity indicator.
///
/// One counter may serve several clients. Stubbed, failed and cancelled calls count as others do.
public final class ActivityCounter: ClientPlugin {
    private let number = Locked(0)
    private let announcer: Announcer<Int>

    /// Makes a counter; `onChange` gets each new number, one after the other in their order, on any thread.
    public init(onChange: @escaping @Sendable (Int) -> Void = { _ in }) { announcer = Announcer(onChange) }

    /// The number of calls that are on their way.
    public var count: Int { number.withLock { $0 } }

    /// Counts the call while it lasts.
    public func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws
        -> HTTPResponse
    {
        change(by: 1)
        defer { change(by: -1) }
        return try await next(request)
    }

    private func change(by difference: Int) {
        announcer.announce {
            number.withLock { number in
                number += difference
                return number
            }
        }
    }
}
