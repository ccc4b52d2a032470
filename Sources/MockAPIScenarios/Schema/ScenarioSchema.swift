import MockAPIClient
public import MockAPICore
import MockAPIStubs

/// The JSON Schema of scenario files, by which editors complete keys and mark mistakes.
///
/// It accepts what the reader accepts, as far as a schema can say that; what the reader says goes.
public enum ScenarioSchema {
    /// The schema, of draft 07, with the names of a catalog's requests.
    public static func json(_ catalog: RequestCatalog) -> JSONValue {
        var root: JSONObject = ["$schema": SchemaPart.draft, "title": "mockapi scenario file"]
        for (key, value) in scenario.object ?? [:] { root.append(key, value) }
        var definitions = StubSchema.definitions
        definitions.append("stubs", stubs)
        definitions.append("client", client(catalog))
        definitions.append("stubMode", stubMode)
        definitions.append("refresh", refresh)
        definitions.append("state", state)
        definitions.append("step", step)
        definitions.append("group", group)
        definitions.append("eventually", eventually)
        definitions.append("send", send(catalog))
        definitions.append("formPart", formPart)
        definitions.append("expect", expect)
        definitions.append("error", error)
        definitions.append("progress", progress)
        definitions.append("sent", sent)
        definitions.append("part", part)
        definitions.append("elapsed", elapsed)
        definitions.append("capture", capture)
        definitions.append("matcher", matcher)
        root.append("definitions", .object(definitions))
        return .object(root)
    }

    // MARK: Parts

    /// A string that is nothing but a variable.
    static let variable: JSONValue = [
        "type": "string", "pattern": #"^\{\{[^{}]*\}\}$"#, "description": "A variable, such as {{name}}.",
    ]

    static func seconds(_ description: String) -> JSONValue {
        SchemaPart.anyOf(description, [["type": "number", "minimum": 0], variable], examples: [0.5])
    }

    static func number(_ description: String, _ examples: [JSONValue]) -> JSONValue {
        SchemaPart.anyOf(
            description, [["type": "integer"], variable, SchemaPart.reference("matcher")], examples: examples)
    }

    static func word(_ description: String, _ words: [String]) -> JSONValue {
        SchemaPart.anyOf(
            description, [["enum": .array(words.map { .string($0) })], variable, SchemaPart.reference("matcher")])
    }

    /// A text that something found is compared with.
    static func comparedText(_ description: String, examples: [JSONValue] = []) -> JSONValue {
        SchemaPart.anyOf(description, [["type": "string"], SchemaPart.reference("matcher")], examples: examples)
    }

    static func headers(_ description: String) -> JSONValue {
        SchemaPart.map(
            description, of: ["type": ["string", "number", "boolean", "array"]],
            examples: [["Accept": "application/json"]])
    }

    /// Values that found ones are compared with: one, all of a list, or `null` for none.
    static func comparable(_ description: String, _ example: JSONValue) -> JSONValue {
        SchemaPart.map(
            description,
            of: [
                "anyOf": [
                    ["type": ["string", "number", "boolean", "array", "null"]], SchemaPart.reference("matcher"),
                ]
            ], rules: ["minProperties": 1], examples: [example])
    }

    // MARK: Objects

    private static var scenario: JSONValue {
        SchemaPart.object(
            "Steps that are run in order against a server of their own.", required: ["steps"],
            examples: [
                [
                    "name": "a user", "stubs": ["../stubs"],
                    "steps": [["send": ["http": "GET /users/7"], "expect": ["status": 200]]],
                ]
            ],
            [
                "name": SchemaPart.text("What the scenario is called; the name of the file where it is left out."),
                "tags": SchemaPart.list("Labels for people and filters.", of: ["type": "string"]),
                "skip": skip,
                "stubs": SchemaPart.reference("stubs", "The stubs of all steps."),
                "variables": SchemaPart.map(
                    "Values for {{name}}.", of: true, names: "^[A-Za-z_][A-Za-z0-9_.-]*$",
                    examples: [["user": "octocat"]]),
                "client": SchemaPart.reference("client", "Settings of the client for all steps."),
                "given": given("States that the provider is brought into before the steps."),
                "setup": steps("What is sent before the steps; if one of these fails, they are skipped."),
                "steps": steps("What is sent and expected."),
                "teardown": steps("What is sent after the steps, whatever became of them."),
                "$schema": SchemaPart.text("The schema of this file, for editors; without effect here."),
            ])
    }

    private static var stubs: JSONValue {
        SchemaPart.list(
            "Stub files and folders, relative to this file, and stub mappings.",
            of: [
                "anyOf": [
                    SchemaPart.text("A file or a folder.", examples: ["../stubs"]),
                    ["allOf": [["type": "object"], .object(StubSchema.mappingOrFile)]],
                ]
            ])
    }

    private static func client(_ catalog: RequestCatalog) -> JSONValue {
        SchemaPart.object(
            "Settings of the client.",
            [
                "stubMode": SchemaPart.anyOf(
                    "Whether the client answers in process instead of the server.",
                    [
                        SchemaPart.word("The server answers, or the client at once.", ["never", "immediate"]),
                        SchemaPart.reference("stubMode"),
                    ]),
                "accessToken": SchemaPart.types("Sent as the header access-token.", ["string", "null"]),
                "refresh": SchemaPart.reference("refresh", "How a new access token is got where a 401 comes."),
                "cookies": SchemaPart.types(
                    "Whether cookies are kept and sent, for all steps that say so.", ["boolean"]),
                "defaultHeaders": headers("Headers of every request."),
                "cachePolicy": SchemaPart.word(
                    "How the client uses the cache that the steps share; without it there is none.",
                    CachePolicy.allCases.map(\.rawValue)),
                "plugins": SchemaPart.list(
                    "Plugins of the catalog, outermost first.",
                    of: catalog.pluginNames.isEmpty
                        ? ["type": "string"] : ["enum": .array(catalog.pluginNames.map { .string($0) })]),
            ])
    }

    private static var stubMode: JSONValue {
        SchemaPart.object(
            "The client answers in process after a time.", required: ["delayed"], examples: [["delayed": 0.3]],
            ["delayed": ["description": "Seconds.", "type": "number", "minimum": 0]])
    }
}
