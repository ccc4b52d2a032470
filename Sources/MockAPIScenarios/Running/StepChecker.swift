import MockAPICore
import MockAPIMatching

/// Compares what a step expects with what is known after its call.
struct StepChecker {
    let step: ScenarioStep
    let variables: [String: JSONValue]
    let evidence: StepEvidence

    var expect: StepExpectation { step.expect }

    /// Everything that does not hold, in the order in which a person asks: did it fail, what came, what was sent.
    func failures() -> [StepFailure] {
        let misses = missFailures()
        if !misses.isEmpty { return misses }
        return outcomeFailures() + statusFailures() + headerFailures() + contentFailures() + sentFailures()
            + elapsedFailures()
    }

    /// The failures of comparing JSON, each at the place of its expectation.
    func compare(
        _ kind: StepFailure.Kind, _ expected: ScenarioValue, with found: JSONValue, exactly: Bool = false,
        noun: String
    ) -> [StepFailure] {
        let comparison = JSONComparison(exactly ? .exact : .subset)
        return comparison.differences(expected: expected.expected(variables), found: found).map { difference in
            StepFailure(
                kind, at: expected.location(of: difference.expectedPath), path: difference.path.description,
                expected: difference.kind == .length ? difference.expected.map(Self.count) : difference.expected,
                found: difference.kind == .length ? difference.found.map(Self.count) : difference.found,
                Self.message(difference, noun))
        }
    }

    private static func count(_ array: JSONValue) -> JSONValue { .integer(array.array?.count ?? 0) }

    private static func message(_ difference: JSONDifference, _ noun: String) -> String {
        let path = difference.path
        let message =
            switch difference.kind {
            case .missing: "\(noun) has no \(path)"
            case .extra: "\(noun) has \(path), which is not expected"
            case .length: "the number of elements of \(path) in \(noun) differs"
            case .type: "the type of \(path) in \(noun) differs"
            case .value, .tooLarge: "\(path) in \(noun) differs"
            }
        return difference.hint.map { "\(message) (\($0))" } ?? message
    }

    /// The failure of a value that is compared as a whole; `nil` where it holds.
    func equal(
        _ kind: StepFailure.Kind, _ expected: ScenarioValue?, _ found: JSONValue?, path: String? = nil,
        _ message: String
    ) -> StepFailure? {
        guard let expected else { return nil }
        let value = expected.expected(variables)
        if value == found { return nil }
        return StepFailure(kind, at: expected.location, path: path, expected: value, found: found, message)
    }
}

extension StepChecker {
    /// One failure for each request that met no stub, unless the step expects status 404.
    func missFailures() -> [StepFailure] {
        if [expect.status, expect.error?.status].contains(where: { $0?.resolved(variables) == 404 }) { return [] }
        return evidence.arrivals.compactMap { arrival in
            guard let miss = arrival.miss else { return nil }
            // The first line of the report says what the message says.
            let nearest = miss.text(color: false).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
            return StepFailure(
                .unmatched, at: step.send.location,
                "\(arrival.request.method) \(arrival.request.rawTarget) matches no stub; "
                    + (nearest.isEmpty ? "there are none to compare with" : "the nearest:"),
                details: nearest.isEmpty ? nil : nearest.joined(separator: "\n"))
        }
    }
}
