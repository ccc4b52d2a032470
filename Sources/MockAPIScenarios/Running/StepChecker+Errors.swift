import MockAPIClient
import MockAPICore

extension StepChecker {
    func outcomeFailures() -> [StepFailure] {
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
                .error, expected.reason, error.reason.map { .string($0) }, path: "reason", "the reason differs"),
            equal(
                .error, expected.status, error.status.map { .integer($0) }, path: "status", "the status differs"),
            equal(
                .error, expected.path, (error.mismatch?.path).map { .string($0) }, path: "path",
                "the model does not fit at another place"),
            equal(
                .error, expected.expected, (error.mismatch?.expected).map { .string($0) }, path: "expected",
                "the model needs another type"),
            mismatchFound(expected.found, error),
        ].compactMap(\.self) + errorBody(expected.body, error) + errorModel(expected.model, error)
    }

    private func unexpectedError() -> [StepFailure] {
        guard let error = evidence.outcome.error else { return [] }
        if error.kind == "statusCode", let status = error.status,
            let wanted = expect.status, equal(.status, wanted, .integer(status), "") == nil
        {
            return []
        }
        guard let mismatch = error.mismatch else {
            return [
                StepFailure(
                    .error, at: step.send.location, found: error.json, "the call failed: \(error.message)")
            ]
        }
        return [undecodable(mismatch, error)]
    }

    /// The failure of a body that does not fit the model: where, and the JSON that stands there.
    private func undecodable(_ mismatch: ModelMismatch, _ error: ErrorDescription) -> StepFailure {
        let path = (try? JSONPath(parsing: mismatch.path)) ?? JSONPath()
        let body = try? JSONValue(parsing: error.body ?? [])
        let found = body.flatMap { path.value(in: $0) }
        let around = body.flatMap { JSONPath(path.components.dropLast()).value(in: $0) }
        return StepFailure(
            .error, at: step.send.location, path: mismatch.path, expected: .string(mismatch.expected), found: found,
            bodyPlace: evidence.place(of: path, found: found), surroundings: around,
            "the call failed: \(error.message)")
    }

    /// What stands where the model does not fit: its type, its type and value, or its value as JSON.
    private func mismatchFound(_ expected: ScenarioValue?, _ error: ErrorDescription) -> StepFailure? {
        guard let expected, let mismatch = error.mismatch else { return nil }
        let value = expected.expected(variables)
        let texts = [mismatch.found, mismatch.foundType, mismatch.foundValue]
        if expected.isMatcher {
            let failure = equal(
                .error, expected, .string(mismatch.found), path: "found",
                "another value stands where the model does not fit")
            return texts.contains { equal(.error, expected, .string($0), "") == nil } ? nil : failure
        }
        if case .string(let text) = value {
            if texts.contains(text) { return nil }
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

    private func errorModel(_ expected: ScenarioValue?, _ error: ErrorDescription) -> [StepFailure] {
        guard let expected else { return [] }
        guard let model = error.model else {
            return [
                StepFailure(
                    .error, at: expected.location, path: "model", expected: expected.expected(variables),
                    "the error has no object of the service")
            ]
        }
        return compare(.error, expected, with: model, noun: "the error object")
    }

    /// Compares content with a text exactly, or with any other JSON as a subset.
    private func compareBody(
        _ kind: StepFailure.Kind, _ expected: ScenarioValue, _ body: [UInt8], path: String
    ) -> [StepFailure] {
        let text = String(decoding: body, as: UTF8.self)
        if case .string = expected.expected(variables) {
            return [equal(kind, expected, .string(text), path: path, "the body differs")].compactMap(\.self)
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: body) } catch {
            if expected.isMatcher {
                return [equal(kind, expected, .string(text), path: path, "the body differs")].compactMap(\.self)
            }
            return [
                StepFailure(
                    kind, at: expected.location, path: path, expected: expected.expected(variables),
                    found: .string(text), bodyPlace: BodyPlace(of: error, in: body),
                    "the body is no JSON: \(error.message)")
            ]
        }
        return compare(kind, expected, with: json, noun: "the body", body: body)
    }
}
