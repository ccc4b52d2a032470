public import MockAPICore

extension MatchReport {
    /// The report as JSON: the request, and the nearest stubs with all their conditions.
    ///
    /// A header that was sent once is a string, one that was sent more than once an array of strings.
    public var json: JSONValue {
        .object([
            "request": .object([
                "method": .string(request.method), "target": .string(request.target),
                "headers": Self.json(request.headers), "body": Self.json(request.body),
            ]),
            "nearest": .array(nearest.map { $0.json }),
        ])
    }

    private static func json(_ fields: HTTPFields) -> JSONValue {
        var object = JSONObject()
        var seen: Set<String> = []
        for field in fields where seen.insert(field.name.lowercased()).inserted {
            let values = fields[values: field.name]
            object.append(field.name, values.count == 1 ? .string(field.value) : .array(values.map { .string($0) }))
        }
        return .object(object)
    }

    static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension NearMiss {
    /// The stub and its conditions as JSON.
    public var json: JSONValue {
        .object([
            "stub": .object([
                "id": .string(stub.id), "name": MatchReport.json(stub.name), "file": MatchReport.json(stub.file),
                "line": stub.line.map { .integer($0) } ?? .null,
            ]),
            "conditions": .array(conditions.map { $0.json }),
        ])
    }
}

extension MatchCondition {
    /// The condition as JSON: `part`, `verdict`, `expected`, `found` and `hint`.
    public var json: JSONValue {
        .object([
            "part": .string(part), "verdict": .string(verdict.rawValue), "expected": .string(expected),
            "found": MatchReport.json(found), "hint": MatchReport.json(hint),
        ])
    }
}
