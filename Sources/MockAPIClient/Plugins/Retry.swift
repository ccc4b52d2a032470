import Foundation

/// Sends a request again where that may help: after a failure of the network, or a status that says "later".
///
/// By default only idempotent methods are sent again (RFC 9110, section 9.2.2), since nobody knows what became of the
/// first attempt. The wait doubles from attempt to attempt, a random part of it being taken off so that clients do not
/// come back all at once; `Retry-After` makes it longer (RFC 9110, section 10.2.3). A cancelled call is not sent again.
public struct Retry: ClientPlugin {
    /// Where time and chance come from, so that tests can bring their own.
    public struct Surroundings: Sendable {
        /// The clocks.
        public var time: TimeSource
        /// Waits; throws `CancellationError` where the task is cancelled.
        public var sleep: @Sendable (Duration) async throws -> Void
        /// A number from 0 up to 1.
        public var random: @Sendable () -> Double

        /// Makes surroundings.
        public init(
            time: TimeSource, sleep: @escaping @Sendable (Duration) async throws -> Void,
            random: @escaping @Sendable () -> Double
        ) {
            self.time = time
            self.sleep = sleep
            self.random = random
        }

        /// The machine's clocks and random numbers.
        public static let system = Surroundings(
            time: .system, sleep: { try await Task.sleep(for: $0) }, random: { Double.random(in: 0..<1) })
    }

    /// How often a request is sent at most; at least 1.
    public var attempts: Int
    /// The status codes after which it is sent again.
    public var statusCodes: Set<Int>
    /// The failures after which it is sent again.
    public var reasons: Set<TransportError.Reason>
    /// The wait before the second attempt, which doubles with each one.
    public var firstDelay: Duration
    /// The longest wait; a response that asks for a longer one is final.
    public var longestDelay: Duration
    /// The share of a wait, from 0 to 1, that chance may take off.
    public var jitter: Double
    private let surroundings: Surroundings
    private let mayRepeat: @Sendable (HTTPRequest) -> Bool

    /// Makes a plugin.
    ///
    /// - Parameter mayRepeat: whether a request may be sent twice; by default by its method.
    public init(
        attempts: Int = 3, statusCodes: Set<Int> = [408, 429, 502, 503, 504],
        reasons: Set<TransportError.Reason> = [.refused, .unreachable, .dns, .reset, .timedOut, .truncated],
        firstDelay: Duration = .milliseconds(500), longestDelay: Duration = .seconds(30), jitter: Double = 0.5,
        surroundings: Surroundings = .system,
        mayRepeat: @escaping @Sendable (HTTPRequest) -> Bool = { $0.method.isIdempotent }
    ) {
        self.attempts = attempts
        self.statusCodes = statusCodes
        self.reasons = reasons
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.jitter = jitter
        self.surroundings = surroundings
        self.mayRepeat = mayRepeat
    }

    /// Sends the request until an attempt is good, or is the last one.
    public func intercept(_ request: HTTPRequest, context: CallContext, next: @escaping Next) async throws
        -> HTTPResponse
    {
        guard attempts > 1, mayRepeat(request) else { return try await next(request) }
        for attempt in 1..<attempts {
            let wait: Duration
            do {
                let response = try await next(request)
                guard statusCodes.contains(response.status.code), let delay = delay(after: attempt, response) else {
                    return response
                }
                wait = delay
            } catch let error as APIError {
                guard case .network(let reason) = error.kind, reasons.contains(reason) else { throw error }
                wait = delay(after: attempt)
            }
            try Task.checkCancellation()
            try await surroundings.sleep(wait)
        }
        return try await next(request)
    }

    /// The wait after an attempt, counted from 1.
    private func delay(after attempt: Int) -> Duration {
        let factor = Double(sign: .plus, exponent: min(attempt - 1, 60), significand: 1)
        let whole = min(longestDelay.inSeconds, firstDelay.inSeconds * factor)
        let share = min(max(jitter, 0), 1)
        return .seconds(max(0, whole) * (1 - share * surroundings.random()))
    }

    /// The wait that a response asks for, if that is longer; `nil` where it is too long.
    private func delay(after attempt: Int, _ response: HTTPResponse) -> Duration? {
        let own = delay(after: attempt)
        guard let wanted = response.retryAfter(now: surroundings.time.unixTime()) else { return own }
        return wanted > longestDelay ? nil : max(own, wanted)
    }
}
