extension StepReport {
    /// How often a step was sent that is to be repeated.
    public struct Iterations: Sendable, Hashable {
        /// How often it was sent: all times, or up to the first that failed.
        public var run: Int
        /// How often it is to be sent.
        public var total: Int
    }

    /// The attempts of a step whose expectations are waited for.
    public struct Attempts: Sendable, Hashable {
        /// Attempts that followed one another and failed alike, or the one that passed.
        public struct Outcome: Sendable, Hashable {
            /// The number of the first, counted from 1.
            public var first: Int
            /// The number of the last.
            public var last: Int
            /// What did not hold; empty where all did.
            public var failures: [StepFailure]

            /// What did not hold, in one line.
            var message: String {
                failures.isEmpty ? "all as expected" : failures.map(\.summary).joined(separator: "; ")
            }
        }

        /// How many of the different outcomes are kept at the beginning and at the end.
        private static let kept = 10

        /// How many there were.
        public private(set) var count = 0
        /// How long they took with the pauses between them.
        public private(set) var duration: Duration = .zero
        /// What came of them, in order; of very many, some in the middle are left out.
        public internal(set) var outcomes: [Outcome] = []

        /// Adds an attempt that ended a time after the beginning of the first.
        mutating func append(_ failures: [StepFailure], at duration: Duration) {
            count += 1
            self.duration = duration
            if let last = outcomes.last, last.failures == failures, last.last == count - 1 {
                outcomes[outcomes.count - 1].last = count
                return
            }
            if outcomes.count == 2 * Self.kept { outcomes.remove(at: Self.kept) }
            outcomes.append(Outcome(first: count, last: count, failures: failures))
        }
    }
}
