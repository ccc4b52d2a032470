import MockAPICore
import MockAPIMatching
import MockAPIStubs

extension ScenarioSchema {
    static var expect: JSONValue {
        SchemaPart.object(
            "What must come of what is sent.", rules: ["minProperties": 1],
            examples: [["status": 200, "json": ["id": 7]], ["model": ["name": "Ada"]]],
            [
                "model": SchemaPart.anything("The decoded model; objects may leave keys out."),
                "modelExactly": SchemaPart.anything("The decoded model with all its keys."),
                "values": SchemaPart.anyOf(
                    "The models that come, one after the other.", [["type": "array"], variable], examples: [[["id": 7]]]
                ),
                "error": SchemaPart.reference("error", "An error instead of a model."),
                "status": number("The status.", [200, 404]),
                "headers": comparable("Headers of the response.", ["Content-Type": "application/json"]),
                "json": SchemaPart.anything("The content as JSON; objects may leave keys out."),
                "body": comparedText("The content as text."),
                "progress": SchemaPart.reference("progress", "How far the transfers come."),
                "sent": SchemaPart.reference("sent", "What reached the other side."),
                "elapsed": SchemaPart.reference("elapsed", "How long it took."),
            ])
    }

    static var error: JSONValue {
        SchemaPart.object(
            "The error that a call has to end with.", required: ["kind"],
            examples: [["kind": "statusCode", "status": 404]],
            [
                "kind": word("The kind of error.", ErrorDescription.kinds),
                "reason": word("Of network: the category.", TransportError.Reason.allCases.map(\.rawValue)),
                "status": number("The status of the response.", [404]),
                "body": SchemaPart.anything("The content of the response."),
                "model": SchemaPart.anything("Of statusCode: the error object of the service."),
                "path": comparedText("Of modelMismatch: the JSON path.", examples: ["$.name"]),
                "expected": comparedText("Of modelMismatch: the type expected."),
                "found": SchemaPart.anything("Of modelMismatch: the value found."),
            ])
    }

    static var progress: JSONValue {
        SchemaPart.object(
            "The bytes of content at the end of a transfer.", rules: ["minProperties": 1],
            examples: [["received": 1024]],
            [
                "sent": number("How many were sent, in all.", [1024]),
                "received": number("How many a download got, in all.", [1024]),
            ])
    }

    static var sent: JSONValue {
        SchemaPart.object(
            "One request of the step, as it reached the other side.", rules: ["minProperties": 1],
            examples: [["method": "GET", "path": "/users/7", "times": 1]],
            [
                "method": comparedText("The method.", examples: ["GET"]),
                "path": comparedText("The path.", examples: ["/users/7"]),
                "query": comparable("Query parameters.", ["page": "1"]),
                "headers": comparable("Headers.", ["Accept": "application/json"]),
                "json": SchemaPart.anything("The content as JSON; objects may leave keys out."),
                "body": comparedText("The content as text."),
                "parts": SchemaPart.list("All parts of a form, in their order.", of: SchemaPart.reference("part")),
                "times": number("How many such requests there are.", [1]),
            ])
    }

    static var part: JSONValue {
        SchemaPart.object(
            "One part of a form, as far as it is to be compared.",
            examples: [["name": "photo", "fileName": "a.png", "contentType": "image/png"]],
            [
                "name": comparedText("The name of the field.", examples: ["photo"]),
                "fileName": SchemaPart.anyOf(
                    "The name of the file; null for a field that is no file.",
                    [["type": ["string", "null"]], SchemaPart.reference("matcher")]),
                "contentType": comparedText("The type of the content.", examples: ["image/png"]),
                "body": comparedText("The content as text."),
                "base64": comparedText("The content as Base64."),
                "json": SchemaPart.anything("The content as JSON; objects may leave keys out."),
            ])
    }

    static var elapsed: JSONValue {
        SchemaPart.object(
            "How long the step takes.", rules: ["minProperties": 1], examples: [["atLeast": 0.3, "atMost": 2]],
            ["atLeast": seconds("Seconds at least."), "atMost": seconds("Seconds at most.")])
    }

    /// What stands for a value; the keys are those that the reader knows.
    static var matcher: JSONValue {
        let descriptions: [String: String] = [
            "$type": "string, number, integer, boolean, array, object or null, or a list of them.",
            "$regex": "A regular expression for the whole string.",
            "$date": "true, date-time, date, http, unix, unixMilliseconds, or a pattern such as yyyy-MM-dd.",
            "$uuid": "true: a UUID.", "$oneOf": "A list of values, one of which fits.",
            "$any": "true: any value, but there has to be one.", "$absent": "true: no value.",
            "$null": "true: null.", "$each": "What every element of an array is like.",
            "$min": "With $each: how many elements there are at least.",
            "$max": "With $each: how many elements there are at most.",
            "$contains": "An element of an array, or a part of a string.",
            "$unordered": "The elements of an array in any order.",
            "$approx": "A number that is near, or {\"value\": 3.14, \"within\": 0.01}.",
            "$length": "How many characters, elements or members, or {\"atLeast\": 1, \"atMost\": 3}.",
            "$not": "What the value is not like.", "$literal": "The value as it stands, its keys being plain.",
            "$matches": "A value pattern as in stub files.",
        ]
        let members = ShapeMatchers.names.map { name in
            (key: name, value: SchemaPart.anything(descriptions[name] ?? ""))
        }
        return .object([
            "description": "Stands for a value; all of its conditions have to hold.", "type": "object",
            "minProperties": 1, "additionalProperties": false, "properties": .object(JSONObject(members)),
            "examples": [["$type": "integer"], ["$regex": "[a-z]+"], ["$each": ["id": ["$type": "integer"]]]],
        ])
    }
}
