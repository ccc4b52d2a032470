import MockAPICore

extension Drift {
    /// The drift as an object of the report.
    var json: JSONValue {
        var object: JSONObject = ["part": .string(partName), "kind": .string(kind.rawValue)]
        if let path { object.append("path", .string(path)) }
        if moreElements > 0 { object.append("moreElements", .integer(moreElements)) }
        if let stubValue { object.append("stub", stubValue) }
        if let expectedValue { object.append("expected", expectedValue) }
        if let providerValue { object.append("provider", providerValue) }
        object.append("asked", .bool(isAsked))
        object.append("message", .string(message))
        if let location {
            object.append("file", .string(location.file))
            object.append("line", .integer(location.line))
            object.append("column", .integer(location.column))
        }
        object.append("stubName", .string(stubName))
        object.append(
            "steps",
            .array(
                steps.map { step in
                    [
                        "scenario": .string(step.scenario), "step": .string(step.title),
                        "file": .string(step.location.file), "line": .integer(step.location.line),
                    ]
                }))
        return .object(object)
    }

    private var partName: String {
        switch part {
        case .status: "status"
        case .header: "header"
        case .body: "body"
        case .outcome: "outcome"
        }
    }

    /// The drift without secrets.
    func redacted(by redaction: ReportRedaction) -> Drift {
        var drift = self
        let isHidden = path.map(redaction.hidesPath) ?? false
        drift.stubValue = redaction.value(stubValue, isHidden: isHidden)
        drift.expectedValue = redaction.value(expectedValue, isHidden: isHidden)
        drift.providerValue = redaction.value(providerValue, isHidden: isHidden)
        drift.path = path.map(redaction.text)
        drift.detail = detail.map(part == .outcome ? redaction.prose : redaction.text)
        drift.stubName = redaction.text(stubName)
        drift.steps = steps.map { step in
            var step = step
            step.scenario = redaction.text(step.scenario)
            step.title = redaction.text(step.title)
            return step
        }
        drift.target = nil
        return drift
    }
}
