import MockAPICore
import MockAPIStubs

extension ScenarioSchema {
    private static let variableNames = "^[A-Za-z_][A-Za-z0-9_.-]*$"

    static var skip: JSONValue {
        SchemaPart.text(
            "Why this is not run; without it, it is.", pattern: "[^ \\t]", examples: ["until the login works"])
    }

    static func given(_ description: String) -> JSONValue {
        SchemaPart.list(
            description, of: ["anyOf": [["type": "string"], SchemaPart.reference("state")]], minimum: 1,
            examples: [["a user exists"]])
    }

    static func steps(_ description: String) -> JSONValue {
        SchemaPart.list(
            description, of: ["anyOf": [SchemaPart.reference("step"), SchemaPart.reference("group")]], minimum: 1)
    }

    static var state: JSONValue {
        SchemaPart.object(
            "A state that the provider is brought into by a POST to --state-url.", required: ["name"],
            examples: [["name": "a user exists", "parameters": ["id": 7]]],
            [
                "name": SchemaPart.text("What the state is called.", examples: ["a user exists"]),
                "parameters": SchemaPart.types("What goes with the name.", ["object"], examples: [["id": 7]]),
            ])
    }

    static var step: JSONValue {
        SchemaPart.object(
            "Something that is sent, and what is expected of it.", required: ["send"],
            rules: ["anyOf": [["required": ["expect"]], ["required": ["capture"]]]],
            examples: [["send": ["http": "GET /users/7"], "expect": ["status": 200]]],
            [
                "name": SchemaPart.text("What the step is called."),
                "skip": skip,
                "given": given("States that the provider is brought into before the step."),
                "stubs": SchemaPart.reference(
                    "stubs", "Stubs for this step only; they win over those of the scenario."),
                "client": SchemaPart.reference("client", "Settings of the client for this step."),
                "send": SchemaPart.reference("send", "What is sent."),
                "repeat": SchemaPart.anyOf(
                    "How often the step runs, {{iteration}} being the number; each time is checked.",
                    [["type": "integer", "minimum": 1, "maximum": .integer(StepRepetitions.most)], variable],
                    examples: [3]),
                "eventually": SchemaPart.reference(
                    "eventually", "Runs the step until what is expected holds, or a time is over."),
                "expect": SchemaPart.reference("expect", "What must come of it."),
                "capture": SchemaPart.map(
                    "Variables for later steps: JSON paths into the model or the JSON body, or where they come from.",
                    of: ["anyOf": [["type": "string"], SchemaPart.reference("capture")]], names: variableNames,
                    examples: [["id": "$.id", "tag": ["from": "headers", "name": "ETag"]]]),
            ])
    }

    static var group: JSONValue {
        SchemaPart.object(
            "Steps that run at once, each checked by itself; the next step waits for all of them.",
            required: ["parallel"],
            examples: [
                [
                    "parallel": [
                        ["send": ["http": "GET /users/7"], "expect": ["status": 200]],
                        ["send": ["http": "GET /users/8"], "expect": ["status": 200]],
                    ]
                ]
            ],
            [
                "name": SchemaPart.text("What the group is called."),
                "skip": skip,
                "given": given("States that the provider is brought into before the group."),
                "stubs": SchemaPart.reference("stubs", "Stubs for these steps only."),
                "client": SchemaPart.reference("client", "Settings of the client for these steps."),
                "parallel": SchemaPart.list("The steps.", of: SchemaPart.reference("step"), minimum: 2),
            ])
    }

    static var eventually: JSONValue {
        SchemaPart.object(
            "How long what is expected is waited for.", required: ["within"],
            examples: [["within": 5, "every": 0.5]],
            [
                "within": seconds("Seconds after which there is no further attempt."),
                "every": seconds("Seconds between two attempts; 0.2 where it is left out."),
            ])
    }

    static func send(_ catalog: RequestCatalog) -> JSONValue {
        SchemaPart.object(
            "A request of the catalog, or a plain one.",
            rules: ["oneOf": [["required": ["request"]], ["required": ["http"]]]],
            examples: [["http": "GET /users/7"]],
            [
                "request": catalog.names.isEmpty
                    ? SchemaPart.text("A request of the catalog.")
                    : SchemaPart.word("A request of the catalog.", catalog.names),
                "with": SchemaPart.types("The parameters of the request.", ["object"]),
                "http": SchemaPart.text(
                    "A method, one blank and a path or an absolute URL.", examples: ["GET /users/7", "POST /login"]),
                "headers": headers("Headers of a plain request."),
                "json": SchemaPart.anything("The body of a plain request, as JSON."),
                "body": SchemaPart.text("The body of a plain request, as text."),
                "form": SchemaPart.map(
                    "The fields of a form, as application/x-www-form-urlencoded.",
                    of: ["type": ["string", "number", "boolean", "array"]],
                    examples: [["user": "ann", "tag": ["a", "b"]]]),
                "multipart": SchemaPart.list(
                    "The parts of a form, as multipart/form-data.", of: SchemaPart.reference("formPart")),
                "file": SchemaPart.text("A file that is sent, relative to this one.", examples: ["photo.png"]),
                "timeout": seconds("Seconds of silence after which the client gives up."),
                "cancelAfter": seconds("Seconds after which the call is cancelled."),
                "callback": SchemaPart.types("Whether a typed request is sent in the callback form.", ["boolean"]),
                "download": SchemaPart.types(
                    "Whether the response of a typed request is written to a file, and compared from there.",
                    ["boolean"]),
                "debounced": seconds("Of values, only those that nothing followed for so many seconds."),
                "throttled": seconds("Of values, one in each span of so many seconds."),
            ])
    }

    static var refresh: JSONValue {
        SchemaPart.object(
            "A plain request that gets a new access token.", required: ["http", "token"],
            examples: [["http": "POST /token", "json": ["refresh": "r1"], "token": "$.token"]],
            [
                "http": SchemaPart.text(
                    "A method, one blank and a path or an absolute URL.", examples: ["POST /token"]),
                "headers": headers("Headers of the request."),
                "json": SchemaPart.anything("The body, as JSON."),
                "form": SchemaPart.map(
                    "The fields of a form, as application/x-www-form-urlencoded.",
                    of: ["type": ["string", "number", "boolean", "array"]], examples: [["refresh": "r1"]]),
                "token": SchemaPart.text("The JSON path of the token in the answer.", examples: ["$.token"]),
            ])
    }

    static var formPart: JSONValue {
        let contents: [JSONValue] = ["body", "json", "base64", "file"].map { ["required": [.string($0)]] }
        return SchemaPart.object(
            "One part of a form that is sent.", required: ["name"], rules: ["oneOf": .array(contents)],
            examples: [["name": "photo", "file": "photo.png", "contentType": "image/png"]],
            [
                "name": SchemaPart.text("The name of the field.", examples: ["photo"]),
                "fileName": SchemaPart.text("The name of the file; that of \"file\" where it is left out."),
                "contentType": SchemaPart.text("The type of the content.", examples: ["image/png"]),
                "body": SchemaPart.text("The content as text."),
                "json": SchemaPart.anything("The content as JSON."),
                "base64": SchemaPart.text("The content as Base64.", examples: ["aGk="]),
                "file": SchemaPart.text("A file with the content, relative to this one.", examples: ["photo.png"]),
            ])
    }

    static var capture: JSONValue {
        SchemaPart.object(
            "Where a variable comes from.", required: ["from"],
            examples: [["from": "headers", "name": "Location"], ["from": "sent.body", "path": "$.id"]],
            [
                "from": SchemaPart.word("The part of the exchange.", StepCapture.Source.allCases.map(\.rawValue)),
                "path": SchemaPart.text("The JSON path there; a body without it is taken as text.", examples: ["$.id"]),
                "name": SchemaPart.text("The name of the header or the query parameter.", examples: ["ETag"]),
            ])
    }
}
