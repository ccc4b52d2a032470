import MockAPICore
import MockAPIMatching

/// Compares what a step expects with what is known after its call.
struct StepChecker {
    let step: ScenarioStep
    let variables: [String: JSONValue]
    let evidence: StepEvidence
    private let readings = ExpectationReadings()

    init(step: ScenarioStep, variables: [String: JSONValue], evidence: StepEvidence) {
        self.step = step
        self.variables = variables
        self.evidence = evidence
    }

    /// The expectation with its matchers, which are read once however often it is compared.
    func read(_ expected: ScenarioValue) throws(ShapeProblems) -> ExpectedValue {
        try readings.value(expected, variables)
    }

    var expect: StepExpectation { step.expect }

    /// Everything that does not hold, in the order in which a person asks: did it fail, what came, what was sent.
    func failures() -> [StepFailure] {
        let misses = missFailures()
        if !misses.isEmpty { return misses }
        return outcomeFailures() + statusFailures() + headerFailures() + contentFailures() + progressFailures()
            + sentFailures() + elapsedFailures()
    }

    /// What was compared and could not fail: arrays that were empty where each element is looked at, and what is said of
    /// requests of which there may be none.
    func warnings() -> [Finding] { arrayWarnings() + sentWarnings() }

    private func arrayWarnings() -> [Finding] {
        var compared: [(expected: ScenarioValue, found: JSONValue)] = []
        if let model = expect.model, case .model(let found) = evidence.outcome { compared.append((model.value, found)) }
        if let json = expect.json, let found = try? evidence.bodyJSON.get() { compared.append((json, found)) }
        return compared.flatMap { expected, found in
            let places = (try? read(expected))?.uncheckedArrays(in: found) ?? []
            return places.map { path in
                Finding(
                    .warning, at: expected.location(of: path), "\(path) is empty, so \"$each\" checked nothing",
                    hint: "add \"$min\": 1, or 0 if that is right")
            }
        }
    }

    /// The failures of comparing JSON, each at the place of its expectation.
    func compare(
        _ kind: StepFailure.Kind, _ expected: ScenarioValue, with found: JSONValue, exactly: Bool = false,
        noun: String, body: [UInt8]? = nil
    ) -> [StepFailure] {
        let wanted: ExpectedValue
        do { wanted = try read(expected) } catch { return failures(of: error, kind, expected) }
        let comparison = wanted.comparison(exactly: exactly)
        let differences = comparison.differences(expected: wanted.value, found: found)
        if differences.isEmpty { return [] }
        let body = body ?? (kind == .sent ? nil : evidence.response?.body.bytes)
        let root = body.flatMap { BodyPlace.root(of: $0) }
        return differences.map { difference in
            var failure = StepFailure(
                kind, at: expected.location(of: difference.expectedPath), path: difference.path.description,
                expected: difference.kind == .length ? difference.expected.map(Self.count) : difference.expected,
                found: difference.kind == .length ? difference.found.map(Self.count) : difference.found,
                bodyPlace: root.flatMap { BodyPlace(of: difference.path, found: difference.found, in: $0) },
                Self.message(difference, noun))
            let count = wanted.depthOfUnordered(on: difference.expectedPath)
            failure.list = count.map { JSONPath(Array(difference.path.components.prefix($0))) }
            return failure
        }
    }

    private static func count(_ array: JSONValue) -> JSONValue { .integer(array.array?.count ?? 0) }

    private static func message(_ difference: JSONDifference, _ noun: String) -> String {
        let path = difference.path
        if let expectation = difference.expectation, difference.kind != .missing, difference.kind != .extra {
            return "\(path) in \(noun) is not \(expectation)"
        }
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
        do {
            if try read(expected).holds(found) { return nil }
        } catch {
            return failures(of: error, kind, expected).first
        }
        return StepFailure(
            kind, at: expected.location, path: path, expected: expected.expected(variables), found: found, message)
    }

    /// The failures of an expectation that became none when its variables were known.
    func failures(of problems: ShapeProblems, _ kind: StepFailure.Kind, _ expected: ScenarioValue) -> [StepFailure] {
        problems.problems.map { problem in
            StepFailure(
                kind, at: expected.location(of: problem.path), path: problem.path.description,
                expected: expected.expected(variables), problem.message + (problem.hint.map { "; \($0)" } ?? ""))
        }
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
                .map { $0.isEmpty ? "" : "  \($0)" }
            return StepFailure(
                .unmatched, at: step.send.location,
                "\(arrival.request.method) \(arrival.request.rawTarget) matches no stub"
                    + (nearest.isEmpty ? "; there are none to compare with" : ""),
                details: nearest.isEmpty ? nil : (["  nearest:"] + nearest).joined(separator: "\n"))
        }
    }
}
