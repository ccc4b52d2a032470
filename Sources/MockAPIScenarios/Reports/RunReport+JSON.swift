public import MockAPICore

extension RunReport {
    /// The report as JSON: version, summary, and each scenario with its steps and failures.
    ///
    /// A step of `setup` or `teardown` has that as `phase`. `iterations` and `attempts` are numbers of those that were made;
    /// in a step that failed, the last one did. `expected` and `found` of a failure are left out where there is nothing, so that nothing and `null` are told
    /// apart. Times are seconds.
    ///
    /// With `--drift`, there are `drift`, a list of what differs, and `provider`, the scenarios as they ended there and how many steps were
    /// `compared`.
    public var json: JSONValue {
        var report: JSONObject = [
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
        if let drifts {
            report.append("drift", .array(drifts.map(\.json)))
            report.append(
                "provider",
                ["compared": .integer(comparedSteps), "scenarios": .array(providerScenarios.map(\.json))])
        }
        if let coverage { report.append("coverage", coverage.json) }
        return .object(report)
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
        if phase != .steps { object.append("phase", .string(phase.rawValue)) }
        if let iterations { object.append("iterations", .integer(iterations.run)) }
        if let attempts { object.append("attempts", .integer(attempts.count)) }
        if let skipReason { object.append("reason", .string(skipReason)) }
        object.append("failures", .array(failures.map(\.json)))
        if let rerunCommand { object.append("again", .string(rerunCommand)) }
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
        if let surroundings { object.append("surroundings", surroundings) }
        if let bodyPlace {
            object.append("bodyLine", .integer(bodyPlace.line))
            object.append("bodyColumn", .integer(bodyPlace.column))
        }
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
