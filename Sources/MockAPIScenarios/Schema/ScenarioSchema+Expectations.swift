import MockAPICore
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
                "body": SchemaPart.text("The content as text."),
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
                "path": SchemaPart.text("Of modelMismatch: the JSON path.", examples: ["$.name"]),
                "expected": SchemaPart.text("Of modelMismatch: the type expected."),
                "found": SchemaPart.anything("Of modelMismatch: the value found."),
            ])
    }

    static var sent: JSONValue {
        SchemaPart.object(
            "One request of the step, as it reached the other side.", rules: ["minProperties": 1],
            examples: [["method": "GET", "path": "/users/7", "times": 1]],
            [
                "method": SchemaPart.text("The method.", examples: ["GET"]),
                "path": SchemaPart.text("The path.", examples: ["/users/7"]),
                "query": comparable("Query parameters.", ["page": "1"]),
                "headers": comparable("Headers.", ["Accept": "application/json"]),
                "json": SchemaPart.anything("The content as JSON; objects may leave keys out."),
                "body": SchemaPart.text("The content as text."),
                "parts": SchemaPart.list(
                    "All parts of a form, in their order.", of: SchemaPart.reference("part")),
                "times": number("How many such requests there are.", [1]),
            ])
    }

    static var part: JSONValue {
        SchemaPart.object(
            "One part of a form, as far as it is to be compared.",
            examples: [["name": "photo", "fileName": "a.png", "contentType": "image/png"]],
            [
                "name": SchemaPart.text("The name of the field.", examples: ["photo"]),
                "fileName": SchemaPart.types(
                    "The name of the file; null for a field that is no file.", ["string", "null"]),
                "contentType": SchemaPart.text("The type of the content.", examples: ["image/png"]),
                "body": SchemaPart.text("The content as text."),
                "base64": SchemaPart.text("The content as Base64."),
                "json": SchemaPart.anything("The content as JSON; objects may leave keys out."),
            ])
    }

    static var elapsed: JSONValue {
        SchemaPart.object(
            "How long the step takes.", rules: ["minProperties": 1], examples: [["atLeast": 0.3, "atMost": 2]],
            ["atLeast": seconds("Seconds at least."), "atMost": seconds("Seconds at most.")])
    }
}
