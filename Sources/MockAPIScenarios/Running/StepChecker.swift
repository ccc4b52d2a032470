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
            case .length: "the number of elements of \(path) in \(noun) is another one"
            case .type: "the type of \(path) in \(noun) is another one"
            case .value, .tooLarge: "\(path) in \(noun) is another one"
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

// MARK: - Requests that met no stub

extension StepChecker {
    /// One failure for each request that met no stub, unless the step expects status 404.
    private func missFailures() -> [StepFailure] {
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

// MARK: - Errors

extension StepChecker {
    private func outcomeFailures() -> [StepFailure] {
        guard let expected = expect.error else { return unexpectedError() }
        guard let error = evidence.outcome.error else {
            let kind = expected.kind.expected(variables)
            return [
                StepFailure(.error, at: expected.location, path: "kind", expected: kind, "the call did not fail")
            ]
        }
        if let failure = equal(
            .error, expected.kind, .string(error.kind), path: "kind", "the error is of another kind: \(error.message)")
        {
            return [failure]
        }
        return [
            equal(
                .error, expected.reason, error.reason.map { .string($0) }, path: "reason", "the reason is another one"),
            equal(
                .error, expected.status, error.status.map { .integer($0) }, path: "status", "the status is another one"),
            equal(
                .error, expected.path, (error.mismatch?.path).map { .string($0) }, path: "path",
                "the model does not fit at another place"),
            equal(
                .error, expected.expected, (error.mismatch?.expected).map { .string($0) }, path: "expected",
                "the model needs another type"),
            mismatchFound(expected.found, error),
        ].compactMap(\.self) + errorBody(expected.body, error)
    }

    private func unexpectedError() -> [StepFailure] {
        guard let error = evidence.outcome.error else { return [] }
        if error.kind == "statusCode", let status = error.status,
            expect.status?.expected(variables) == .integer(status)
        {
            return []
        }
        return [
            StepFailure(
                .error, at: step.send.location, found: error.json, "the call failed: \(error.message)")
        ]
    }

    /// What stands where the model does not fit: its type, its type and value, or its value as JSON.
    private func mismatchFound(_ expected: ScenarioValue?, _ error: ErrorDescription) -> StepFailure? {
        guard let expected, let mismatch = error.mismatch else { return nil }
        let value = expected.expected(variables)
        let accepted: [String]
        if case .string(let text) = value {
            accepted = [mismatch.found, mismatch.foundType, mismatch.foundValue]
            if accepted.contains(text) { return nil }
        } else if value.rendered(.compact) == mismatch.foundValue || value == .null && mismatch.foundType == "null" {
            return nil
        }
        return StepFailure(
            .error, at: expected.location, path: "found", expected: value, found: .string(mismatch.found),
            "another value stands where the model does not fit")
    }

    private func errorBody(_ expected: ScenarioValue?, _ error: ErrorDescription) -> [StepFailure] {
        guard let expected else { return [] }
        return compareBody(.error, expected, error.body ?? [], path: "body")
    }

    /// Compares content with a text exactly, or with any other JSON as a subset.
    private func compareBody(
        _ kind: StepFailure.Kind, _ expected: ScenarioValue, _ body: [UInt8], path: String
    ) -> [StepFailure] {
        let text = String(decoding: body, as: UTF8.self)
        if case .string = expected.expected(variables) {
            return [equal(kind, expected, .string(text), path: path, "the body is another one")].compactMap(\.self)
        }
        guard let json = try? JSONValue(parsing: body) else {
            return [
                StepFailure(
                    kind, at: expected.location, path: path, expected: expected.expected(variables),
                    found: .string(text), "the body is no JSON")
            ]
        }
        return compare(kind, expected, with: json, noun: "the body")
    }
}

// MARK: - Responses

extension StepChecker {
    private func statusFailures() -> [StepFailure] {
        let status = evidence.response.map { JSONValue.integer($0.status.code) }
        return [equal(.status, expect.status, status, "the status is another one")].compactMap(\.self)
    }

    private func headerFailures() -> [StepFailure] {
        expect.headers.compactMap { header in
            fieldFailure(.headers, header, evidence.response?.headers[values: header.name] ?? [], path: header.name)
        }
    }

    /// Compares the values of one name: any of them with a scalar, all of them with a list, none with `null`.
    func fieldFailure(
        _ kind: StepFailure.Kind, _ expected: ExpectedMember, _ found: [String], path: String
    ) -> StepFailure? {
        let value = expected.value.expected(variables)
        let isEqual =
            switch value {
            case .null: found.isEmpty
            case .array(let values): Self.combined(values.map { Self.text($0) }) == Self.combined(found)
            default: found.contains { JSONValue.string($0) == .string(Self.text(value)) }
            }
        if isEqual { return nil }
        let shown: JSONValue? =
            switch found.count {
            case 0: nil
            case 1: .string(found[0])
            default: .array(found.map { .string($0) })
            }
        return StepFailure(
            kind, at: expected.value.location, path: path, expected: value.isNull ? Optional.none : value, found: shown,
            found.isEmpty ? "there is no \(expected.name)" : "\(expected.name) is another one")
    }

    /// The values as one field line (RFC 9110, section 5.3), since URLSession tells them no other way.
    private static func combined(_ values: [String]) -> String {
        values.joined(separator: ",").replacing(", ", with: ",")
    }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.rendered(.compact) }
    }

    private func contentFailures() -> [StepFailure] {
        var failures: [StepFailure] = []
        if let model = expect.model, case .model(let found) = evidence.outcome {
            failures += compare(.model, model.value, with: found, exactly: model.isExact, noun: "the model")
        }
        if let json = expect.json {
            switch evidence.bodyJSON {
            case .success(let found): failures += compare(.json, json, with: found, noun: "the body")
            case .failure(let error):
                failures.append(
                    StepFailure(
                        .json, at: json.location, expected: json.expected(variables),
                        found: evidence.response.map { _ in .string(evidence.bodyText) },
                        evidence.response == nil ? "no response came" : "the body is no JSON: \(error.message)"))
            }
        }
        let text = evidence.response.map { _ in JSONValue.string(evidence.bodyText) }
        failures += [equal(.body, expect.body, text, "the body is another one")].compactMap(\.self)
        return failures
    }

    private func elapsedFailures() -> [StepFailure] {
        guard let elapsed = expect.elapsed else { return [] }
        let seconds = evidence.duration.seconds
        let found = JSONNumber((seconds * 1000).rounded() / 1000).map { JSONValue.number($0) }
        func failure(_ bound: ScenarioValue?, _ path: String, _ message: String, _ fails: (Double) -> Bool)
            -> StepFailure?
        {
            guard let bound, let limit = bound.expected(variables).number, fails(limit.double) else { return nil }
            return StepFailure(
                .elapsed, at: bound.location, path: path, expected: .number(limit), found: found, message)
        }
        return [
            failure(elapsed.atLeast, "atLeast", "the call took too short a time, in seconds") { seconds < $0 },
            failure(elapsed.atMost, "atMost", "the call took too long, in seconds") { seconds > $0 },
        ].compactMap(\.self)
    }
}

extension Duration {
    /// The time in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
