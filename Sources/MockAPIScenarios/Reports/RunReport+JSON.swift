public import MockAPICore

extension RunReport {
    /// The report as JSON: version, summary, and each scenario with its steps and failures.
    ///
    /// `expected` and `found` of a failure are left out where there is nothing, so that nothing and `null` are told
    /// apart. Times are seconds.
    public var json: JSONValue {
        [
            "version": 1,
            "summary": [
                "scenarios": .integer(scenarios.count),
                "steps": .integer(stepCount),
                "passed": .integer(count(.passed)),
                "failed": .integer(count(.failed)),
                "skipped": .integer(count(.skipped)),
                "seconds": duration.json,
            ],
            "scenarios": .array(scenarios.map(\.json)),
        ]
    }
}

extension ScenarioReport {
    fileprivate var json: JSONValue {
        [
            "name": .string(name),
            "file": .string(file),
            "tags": .array(tags.map { .string($0) }),
            "status": .string(status.rawValue),
            "seconds": duration.json,
            "steps": .array(steps.map(\.json)),
        ]
    }
}

extension StepReport {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "name": .string(name),
            "line": .integer(location.line),
            "status": .string(status.rawValue),
            "seconds": duration.json,
        ]
        if let skipReason { object.append("reason", .string(skipReason)) }
        object.append("failures", .array(failures.map(\.json)))
        if !warnings.isEmpty { object.append("warnings", .array(warnings.map { .string($0.description) })) }
        return .object(object)
    }
}

extension StepFailure {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        if let path { object.append("path", .string(path)) }
        if let expected { object.append("expected", expected) }
        if let found { object.append("found", found) }
        object.append("message", .string(details.map { "\(message)\n\($0)" } ?? message))
        object.append("file", .string(location.file))
        object.append("line", .integer(location.line))
        object.append("column", .integer(location.column))
        return .object(object)
    }
}

extension Duration {
    /// Seconds, to the millisecond.
    fileprivate var json: JSONValue { JSONNumber((seconds * 1000).rounded() / 1000).map { .number($0) } ?? 0 }
}
