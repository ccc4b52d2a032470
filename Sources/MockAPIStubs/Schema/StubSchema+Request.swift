import MockAPICore

extension StubSchema {
    static var request: JSONValue {
        SchemaPart.object(
            "Which requests match: all conditions have to hold.",
            examples: [["method": "GET", "urlPathTemplate": "/users/{id}"]],
            [
                "method": SchemaPart.anyOf(
                    "The method; any where it is left out.",
                    [
                        SchemaPart.word(
                            "A method.", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ANY"]),
                        SchemaPart.text("Another method.", pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"),
                        SchemaPart.reference("method"),
                    ],
                    examples: ["GET", ["oneOf": ["PUT", "PATCH"]]]),
                "url": SchemaPart.text(
                    "Path and query, as they are sent.", pattern: "^/", examples: ["/users?page=1"]),
                "urlPath": SchemaPart.text("The path, whatever the query.", pattern: "^/", examples: ["/users"]),
                "urlPattern": SchemaPart.text(
                    "A regular expression for the whole of path and query.", examples: ["/users\\?page=[0-9]+"]),
                "urlPathPattern": SchemaPart.text(
                    "A regular expression for the whole path.", examples: ["/users/[0-9]+"]),
                "urlPathTemplate": SchemaPart.text(
                    "A path with {names}, each standing for one segment; ** stands for anything.", pattern: "^/",
                    examples: ["/users/{id}/repos"]),
                "pathParameters": SchemaPart.map(
                    "Patterns for the names of urlPathTemplate.", of: SchemaPart.reference("pattern"),
                    examples: [["id": ["matches": "[0-9]+"]]]),
                "queryParameters": named("Patterns for query parameters, decoded.", ["page": ["equalTo": "1"]]),
                "headers": named("Patterns for headers.", ["Accept": ["contains": "json"]]),
                "cookies": SchemaPart.map(
                    "Patterns for cookies.", of: SchemaPart.reference("pattern"),
                    examples: [["session": ["equalTo": "abc"]]]),
                "basicAuth": SchemaPart.reference("credentials", "The credentials of Authorization: Basic."),
                "basicAuthCredentials": SchemaPart.reference("credentials", "Another name for basicAuth."),
                "host": SchemaPart.reference(
                    "textOrPattern", "The host that the request names, without its port.", examples: ["api.example.com"]
                ),
                "port": SchemaPart.whole("The port that the request names.", 1...65535, examples: [8080]),
                "scheme": SchemaPart.reference("textOrPattern", "The scheme of the URL.", examples: ["http", "https"]),
                "clientIp": SchemaPart.reference(
                    "textOrPattern", "The address of the client.", examples: ["127.0.0.1"]),
                "formParameters": named("Patterns for the parameters of a form.", ["name": ["equalTo": "Ada"]]),
                "bodyPatterns": SchemaPart.list(
                    "Patterns for the body, all of which have to hold.", of: SchemaPart.reference("pattern"),
                    examples: [[["equalToJson": ["name": "Ada"], "ignoreExtraElements": true]]]),
            ])
    }

    private static func named(_ description: String, _ example: JSONValue) -> JSONValue {
        SchemaPart.map(description, of: SchemaPart.reference("multiValuePattern"), examples: [example])
    }

    static var method: JSONValue {
        let names = SchemaPart.list("Names of methods.", of: ["type": "string", "pattern": "^[^ ]+$"], minimum: 1)
        return SchemaPart.object(
            "One of several methods, or any but these.", rules: ["minProperties": 1, "maxProperties": 1],
            examples: [["oneOf": ["PUT", "PATCH"]]], ["oneOf": names, "noneOf": names])
    }

    static var credentials: JSONValue {
        SchemaPart.object(
            "A user name and a password.", required: ["username", "password"],
            [
                "username": SchemaPart.text("The name of the user, without a colon.", pattern: "^[^:]*$"),
                "password": SchemaPart.text("The password."),
            ])
    }

    static var textOrPattern: JSONValue {
        SchemaPart.anyOf(
            "A text that has to be equal without letter case, or a pattern.",
            [["type": "string"], SchemaPart.reference("pattern")])
    }

    static var pattern: JSONValue { pattern("A pattern on one value.", [:]) }

    static var multiValuePattern: JSONValue {
        let patterns = SchemaPart.reference("pattern")
        return pattern(
            "A pattern on the values of one name: it holds if one of them fits, or says what all of them are like.",
            [
                "hasExactly": SchemaPart.list("Patterns that fit the values one to one.", of: patterns),
                "includes": SchemaPart.list("Patterns, each of which some value fits.", of: patterns),
            ])
    }

    private static func pattern(_ description: String, _ more: KeyValuePairs<String, JSONValue>) -> JSONValue {
        let patterns = SchemaPart.reference("pattern")
        var members: [(String, JSONValue)] = [
            ("equalTo", SchemaPart.text("The value itself.", examples: ["1"])),
            ("contains", SchemaPart.text("A part of the value.")),
            ("doesNotContain", SchemaPart.text("What is no part of the value.")),
            ("matches", SchemaPart.text("A regular expression for the whole value.", examples: ["[0-9]+"])),
            ("doesNotMatch", SchemaPart.text("A regular expression that the whole value does not match.")),
            ("matchesPathTemplate", SchemaPart.text("A path template.", examples: ["/users/{id}"])),
            ("absent", part(true, "There is no such value.")),
            ("anything", SchemaPart.anything("Any value, or none.", examples: [true])),
            (
                "equalToJson",
                SchemaPart.anything(
                    "The JSON that the value is, or a text that holds it; ${json-unit.any-string} and its like are "
                        + "placeholders.", examples: [["name": "Ada"]])
            ),
            (
                "matchesShape",
                SchemaPart.anything(
                    "The JSON that the value is, where objects may have more members and matchers stand for values.",
                    examples: [["id": ["$type": "integer"]]])
            ),
            ("binaryEqualTo", SchemaPart.text("The bytes of the body as Base64.")),
            ("and", SchemaPart.list("Patterns that all hold.", of: patterns)),
            ("or", SchemaPart.list("Patterns one of which holds at least.", of: patterns)),
            ("not", SchemaPart.reference("pattern", "A pattern that does not hold.")),
            ("caseInsensitive", SchemaPart.flag("With equalTo: letter case does not matter.")),
            ("ignoreArrayOrder", SchemaPart.flag("With equalToJson: the order of elements does not matter.")),
            ("ignoreExtraElements", SchemaPart.flag("With equalToJson: there may be more than expected.")),
            ("enablePlaceholders", SchemaPart.flag("With equalToJson: false takes placeholders for plain texts.")),
        ]
        members += more.map { ($0.key, $0.value) }
        return .object([
            "description": .string(description), "type": "object", "minProperties": 1, "additionalProperties": false,
            "properties": .object(JSONObject(members.map { (key: $0.0, value: $0.1) })),
            "examples": [["equalTo": "1"], ["matches": "[0-9]+"], ["absent": true]],
        ])
    }

    private static func part(_ constant: JSONValue, _ description: String) -> JSONValue {
        .object(["description": .string(description), "const": constant])
    }
}
