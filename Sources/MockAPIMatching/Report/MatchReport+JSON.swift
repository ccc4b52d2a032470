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

extension StubReference {
    /// The reference as JSON: `id`, `name`, `file` and `line`, `null` for what there is not.
    public var json: JSONValue {
        .object([
            "id": .string(id), "name": MatchReport.json(name), "file": MatchReport.json(file),
            "line": line.map { .integer($0) } ?? .null,
        ])
    }
}

extension NearMiss {
    /// The stub and its conditions as JSON.
    public var json: JSONValue {
        .object(["stub": stub.json, "conditions": .array(conditions.map { $0.json })])
    }
}

extension MatchCondition {
    /// The condition as JSON: `part`, `verdict`, `expected`, `found` and `hint`, and `differences` where JSON was compared
    /// and is not as expected.
    public var json: JSONValue {
        var object: JSONObject = [
            "part": .string(part), "verdict": .string(verdict.rawValue), "expected": .string(expected),
            "found": MatchReport.json(found), "hint": MatchReport.json(hint),
        ]
        if !differences.isEmpty { object.append("differences", .array(differences.map { $0.json })) }
        return .object(object)
    }
}

extension JSONDifference {
    /// The difference as JSON: `path`, `kind`, `expected` and `found` as texts, `expectedPath` where an array without order
    /// puts the expected value at another place, and `hint` where there is one.
    public var json: JSONValue {
        var object: JSONObject = [
            "path": .string(path.description), "kind": .string(kind.rawValue), "expected": .string(expectedText),
            "found": .string(foundText),
        ]
        if expectedPath != path { object.append("expectedPath", .string(expectedPath.description)) }
        if let hint { object.append("hint", .string(hint)) }
        return .object(object)
    }
}
