public import MockAPICore

/// The JSON Schema of stub files, by which editors complete keys and mark mistakes.
///
/// It accepts what the strict reader accepts, as far as a schema can say that; what the reader says goes.
public enum StubSchema {
    /// The schema, of draft 07.
    public static var json: JSONValue {
        var root: JSONObject = [
            "$schema": SchemaPart.draft, "title": "mockapi stub file",
            "description": "One stub mapping, or an object with a list of them as mappings.",
        ]
        for (key, value) in mappingOrFile { root.append(key, value) }
        root.append("definitions", .object(definitions))
        return .object(root)
    }

    /// What a stub file holds, told apart by the key `mappings`.
    package static var mappingOrFile: JSONObject {
        [
            "if": ["type": "object", "required": ["mappings"]], "then": SchemaPart.reference("file"),
            "else": SchemaPart.reference("mapping"),
        ]
    }

    /// What the schema of stub files and that of scenario files refer to.
    package static var definitions: JSONObject {
        [
            "file": file, "mapping": mapping, "request": request, "method": method, "credentials": credentials,
            "pattern": pattern, "multiValuePattern": multiValuePattern, "response": response,
            "textOrPattern": textOrPattern,
        ]
    }

    private static let schemaKey = SchemaPart.text("The schema of this file, for editors; without effect here.")

    private static var file: JSONValue {
        SchemaPart.object(
            "A file with several stub mappings.", required: ["mappings"],
            [
                "mappings": SchemaPart.list("The stub mappings.", of: SchemaPart.reference("mapping")),
                "meta": SchemaPart.anything("What WireMock exports beside mappings; without effect here."),
                "$schema": schemaKey,
            ])
    }

    private static var mapping: JSONValue {
        SchemaPart.object(
            "A stub mapping: a request pattern, and the answer to requests that match it.",
            examples: [
                ["request": "GET /users/{id}", "response": ["jsonBody": ["id": 7, "name": "Ada"]]],
                [
                    "request": ["method": "POST", "urlPath": "/users"],
                    "response": ["status": 201, "headers": ["Location": "/users/7"]],
                ],
            ],
            [
                "request": SchemaPart.anyOf(
                    "Which requests are answered; all where it is left out. A text is a method and a path, with {names} for "
                        + "path parameters and query values that have to be there.",
                    [
                        SchemaPart.text("A method, one blank and a path.", pattern: "^[^ ]+ /[^ ]*$"),
                        SchemaPart.reference("request"),
                    ],
                    examples: [
                        "GET /users", "GET /users/{id}?page=1", "ANY /health", ["method": "GET", "urlPath": "/users"],
                    ]),
                "response": SchemaPart.reference("response", "The answer; 200 without content where it is left out."),
                "name": SchemaPart.text("What the stub is called in reports.", examples: ["the user 7"]),
                "id": SchemaPart.text("The identity, unique among all stubs.", pattern: "."),
                "uuid": SchemaPart.text("Another name for id.", pattern: "."),
                "priority": SchemaPart.whole(
                    "The lowest number goes first; 5 where it is left out.", examples: [1, 10]),
                "metadata": SchemaPart.types("Whatever else is to be kept with the stub.", ["object"]),
                "persistent": SchemaPart.flag("WireMock's own; read, without effect here."),
                "insertionIndex": SchemaPart.anything("WireMock's own; without effect here."),
                "$schema": schemaKey,
            ])
    }

    private static var response: JSONValue {
        SchemaPart.object(
            "The answer, and how it is given.",
            examples: [["status": 404], ["jsonBody": ["id": 7]], ["bodyFileName": "users/list.json"]],
            [
                "status": SchemaPart.whole(
                    "The status; 200 where it is left out.", 100...999, examples: [200, 201, 404, 503]),
                "statusMessage": SchemaPart.text("The reason phrase.", examples: ["Out of order"]),
                "headers": SchemaPart.map(
                    "Header fields: a text, or a list of texts for repeated lines.",
                    of: ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]],
                    examples: [["Content-Type": "text/plain", "Set-Cookie": ["a=1", "b=2"]]]),
                "body": SchemaPart.text("The content as text.", examples: ["hello"]),
                "jsonBody": SchemaPart.anything(
                    "The content as JSON; sent as application/json where no other type is given.",
                    examples: [["id": 7], []]),
                "base64Body": SchemaPart.text("The content as Base64.", examples: ["aGVsbG8="]),
                "bodyFileName": SchemaPart.text(
                    "A file below the nearest __files folder with the content.", examples: ["users/list.json"]),
                "fixedDelayMilliseconds": SchemaPart.whole(
                    "How long the answer waits, in milliseconds.", 0...StubReader.longestDelay, examples: [300]),
                "fault": SchemaPart.word("What happens instead of an answer.", Fault.allCases.map(\.rawValue)),
                "truncateAfter": SchemaPart.whole(
                    "So many bytes of the content, then the connection is closed.", 0...Int(Int32.max), examples: [100]),
                "stallAfter": SchemaPart.whole(
                    "So many bytes of the content, then silence.", 0...Int(Int32.max), examples: [100]),
                "bytesPerSecond": SchemaPart.whole("The pace of the content.", 1...Int(Int32.max), examples: [2000]),
                "fromConfiguredStub": SchemaPart.anything("WireMock's own; without effect here."),
            ])
    }
}
