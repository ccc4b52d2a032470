import MockAPICore

extension StepChecker {
    func statusFailures() -> [StepFailure] {
        let status = evidence.response.map { JSONValue.integer($0.status.code) }
        return [equal(.status, expect.status, status, "the status differs")].compactMap(\.self)
    }

    func headerFailures() -> [StepFailure] {
        expect.headers.compactMap { header in
            fieldFailure(.headers, header, evidence.response?.headers[values: header.name] ?? [], path: header.name)
        }
    }

    /// Compares the values of one name: any of them with a scalar, all of them with a list, none with `null`.
    func fieldFailure(
        _ kind: StepFailure.Kind, _ expected: ExpectedMember, _ found: [String], path: String
    ) -> StepFailure? {
        let value = expected.value.expected(variables)
        let wanted: ExpectedValue
        do { wanted = try read(expected.value) } catch {
            return failures(of: error, kind, expected.value).first
        }
        let isEqual =
            switch value {
            case _ where wanted.isMatcher: wanted.holds(anyOf: found)
            case .null: found.isEmpty
            case .array where wanted.hasMatchers: wanted.holds(.array(found.map { .string($0) }))
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
            found.isEmpty ? "there is no \(expected.name)" : "\(expected.name) differs")
    }

    /// The values as one field line (RFC 9110, section 5.3), since URLSession tells them no other way.
    private static func combined(_ values: [String]) -> String {
        values.joined(separator: ",").replacing(", ", with: ",")
    }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.rendered(.compact) }
    }

    func contentFailures() -> [StepFailure] {
        var failures: [StepFailure] = []
        if let model = expect.model, case .model(let found) = evidence.outcome {
            failures += compare(.model, model.value, with: found, exactly: model.isExact, noun: "the model")
        }
        if let values = expect.values, case .values(let found, _) = evidence.outcome {
            failures += compare(.values, values, with: .array(found), noun: "the list of values")
        }
        if let json = expect.json {
            switch evidence.bodyJSON {
            case .success(let found): failures += compare(.json, json, with: found, noun: "the body")
            case .failure(let error):
                failures.append(
                    StepFailure(
                        .json, at: json.location, expected: json.expected(variables),
                        found: evidence.response.map { _ in .string(evidence.bodyText) },
                        bodyPlace: evidence.response?.body.bytes.flatMap { BodyPlace(of: error, in: $0) },
                        evidence.response == nil ? "no response came" : "the body is no JSON: \(error.message)"))
            }
        }
        let text = evidence.response.map { _ in JSONValue.string(evidence.bodyText) }
        failures += [equal(.body, expect.body, text, "the body differs")].compactMap(\.self)
        return failures
    }

    func elapsedFailures() -> [StepFailure] {
        guard let elapsed = expect.elapsed else { return [] }
        let seconds = evidence.duration.seconds
        let found = JSONNumber((seconds * 1000).rounded() / 1000).map { JSONValue.number($0) }
        func failure(_ bound: ScenarioValue?, _ path: String, _ message: String, _ fails: (Double) -> Bool)
            -> StepFailure?
        {
            guard let bound else { return nil }
            let limit = bound.expected(variables)
            let problem = StepSeconds.problem(of: limit, path)
            guard problem != nil || limit.number.map({ fails($0.double) }) ?? false else { return nil }
            return StepFailure(
                .elapsed, at: bound.location, path: path, expected: limit, found: found, problem ?? message)
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
