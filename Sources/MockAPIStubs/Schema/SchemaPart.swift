package import MockAPICore

/// Parts of a JSON Schema of draft 07, the one that editors know best.
///
/// <https://json-schema.org/draft-07/json-schema-release-notes>
package enum SchemaPart {
    /// The URI of the draft.
    package static let draft: JSONValue = "http://json-schema.org/draft-07/schema#"

    /// A text; `pattern` is a regular expression that it has to match somewhere.
    package static func text(_ description: String, pattern: String? = nil, examples: [JSONValue] = []) -> JSONValue {
        part(["type": "string"], pattern.map { ["pattern": .string($0)] } ?? [:], description, examples)
    }

    /// One of several texts.
    package static func word(_ description: String, _ words: [String]) -> JSONValue {
        part(["enum": .array(words.map { .string($0) })], [:], description, [])
    }

    /// A whole number of a range.
    package static func whole(
        _ description: String, _ range: ClosedRange<Int>? = nil, examples: [JSONValue] = []
    ) -> JSONValue {
        let bounds: JSONObject =
            range.map { ["minimum": .integer($0.lowerBound), "maximum": .integer($0.upperBound)] } ?? [:]
        return part(["type": "integer"], bounds, description, examples)
    }

    /// A truth value.
    package static func flag(_ description: String) -> JSONValue { part(["type": "boolean"], [:], description, []) }

    /// Any value.
    package static func anything(_ description: String, examples: [JSONValue] = []) -> JSONValue {
        part([:], [:], description, examples)
    }

    /// A value of one of several types.
    package static func types(_ description: String, _ names: [String], examples: [JSONValue] = []) -> JSONValue {
        part(["type": .array(names.map { .string($0) })], [:], description, examples)
    }

    /// What a definition of the same schema says.
    package static func reference(_ name: String, _ description: String? = nil, examples: [JSONValue] = []) -> JSONValue
    {
        guard let description else { return ["$ref": .string("#/definitions/\(name)")] }
        // Beside `$ref` nothing counts in this draft.
        return part(["allOf": [reference(name)]], [:], description, examples)
    }

    /// What one of several parts says.
    package static func anyOf(_ description: String, _ parts: [JSONValue], examples: [JSONValue] = []) -> JSONValue {
        part(["anyOf": .array(parts)], [:], description, examples)
    }

    /// A list of at least `minimum` elements.
    package static func list(
        _ description: String, of element: JSONValue, minimum: Int = 0, examples: [JSONValue] = []
    ) -> JSONValue {
        part(
            ["type": "array", "items": element], minimum > 0 ? ["minItems": .integer(minimum)] : [:], description,
            examples)
    }

    /// An object whose keys are the user's.
    package static func map(
        _ description: String, of value: JSONValue, names: String? = nil, rules: JSONObject = [:],
        examples: [JSONValue] = []
    ) -> JSONValue {
        var more = rules
        if let names { more.append("propertyNames", ["pattern": .string(names)]) }
        return part(["type": "object", "additionalProperties": value], more, description, examples)
    }

    /// An object that has no other keys than these.
    package static func object(
        _ description: String, required: [String] = [], rules: JSONObject = [:], examples: [JSONValue] = [],
        _ members: KeyValuePairs<String, JSONValue>
    ) -> JSONValue {
        var more = rules
        if !required.isEmpty { more.append("required", .array(required.map { .string($0) })) }
        more.append("additionalProperties", false)
        more.append("properties", .object(JSONObject(members.map { (key: $0.key, value: $0.value) })))
        return part(["type": "object"], more, description, examples)
    }

    private static func part(
        _ first: JSONObject, _ second: JSONObject, _ description: String, _ examples: [JSONValue]
    ) -> JSONValue {
        var object: JSONObject = ["description": .string(description)]
        for (key, value) in first { object.append(key, value) }
        for (key, value) in second { object.append(key, value) }
        if !examples.isEmpty { object.append("examples", .array(examples)) }
        return .object(object)
    }
}
