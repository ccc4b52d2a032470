/// A measure while it is measured: how often the work is done in a round, and what the rounds took.
struct Running {
    /// How long one round of a measure shall last at least.
    private static let roundTime = Duration.milliseconds(100)

    /// What is measured.
    let measure: Measure
    private let subject: Measure.Subject
    private let count: Int
    /// Nanoseconds for one operation, by round.
    private(set) var rounds: [Double] = []

    /// Makes the subject ready, warms it up, and finds out how often the work fits into a round.
    init(_ measure: Measure) async throws {
        self.measure = measure
        subject = try await measure.prepare()
        var count = 1
        while true {
            let time = try await Self.time(subject, count)
            if time >= Self.roundTime { break }
            // At most ten times as much at once: the first operations may be slow.
            let factor = min(10, max(1.2, 1.1 * (Self.roundTime / max(time, .nanoseconds(1)))))
            count = Int((Double(count) * factor).rounded(.up))
        }
        self.count = count
    }

    /// Does one round.
    mutating func round() async throws {
        let time = try await Self.time(subject, count)
        rounds.append(time / .nanoseconds(1) / Double(count))
    }

    /// Lets go of the subject.
    func finish() async { await subject.finish() }

    private static func time(_ subject: Measure.Subject, _ count: Int) async throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        try await subject.work(count)
        return clock.now - start
    }
}
