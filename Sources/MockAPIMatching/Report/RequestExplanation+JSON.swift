public import MockAPICore

extension RequestExplanation {
    /// The explanation as JSON: that of the report, with `answer` (`null` for a miss) and `outranked`.
    ///
    /// `{ "request": …, "answer": { "stub", "conditions", "parameters", "response" }, "outranked": [ { "stub", "rule",
    /// "reason" } ], "nearest": … }`
    public var json: JSONValue {
        let miss = report.json
        return .object([
            "request": miss["request"] ?? .null, "answer": answer?.json ?? .null,
            "outranked": .array(outranked.map { $0.json }), "nearest": miss["nearest"] ?? .array([]),
        ])
    }
}

extension RequestExplanation.Answer {
    fileprivate var json: JSONValue {
        let near = NearMiss(stub: stub, conditions: conditions).json
        return .object([
            "stub": near["stub"] ?? .null, "conditions": near["conditions"] ?? .array([]),
            "parameters": .object(JSONObject(parameters.map { (key: $0.name, value: .string($0.value)) })),
            "response": .object([
                "status": response.status.map { .integer($0) } ?? .null,
                "contentType": MatchReport.json(response.contentType),
                "length": response.length.map { .integer($0) } ?? .null, "delayMilliseconds": .integer(response.delay),
                "fault": MatchReport.json(response.fault),
            ]),
        ])
    }
}

extension RequestExplanation.Outranked {
    fileprivate var json: JSONValue {
        .object(["stub": stub.json, "rule": .string(rule.rawValue), "reason": .string(reason)])
    }
}
