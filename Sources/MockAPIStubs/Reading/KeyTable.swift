/// The keys that an object of the stub format can have, and what is made of them.
///
/// All of WireMock's keys are listed, so that one which is not read yet is refused by its name instead of being taken
/// for a misspelling; to support a key later is to change its entry.
struct KeyTable: Sendable {
    /// What is made of a key.
    enum Support: Sendable, Equatable {
        /// It is read.
        case supported
        /// It is known to the format and not read yet.
        case notYet(hint: String?)
        /// It means nothing here and does no harm.
        case ignored
    }

    /// What the object is called in messages, with its article.
    var object: String
    /// The keys in the order in which messages list them.
    var keys: [(name: String, support: Support)]

    /// The entry of a key; `nil` for one that the format does not know.
    func support(of key: String) -> Support? { keys.first { $0.name == key }?.support }

    /// The keys that are read.
    var supportedKeys: [String] { keys.filter { $0.support == .supported }.map(\.name) }
}

extension KeyTable {
    /// A file with several mappings.
    static let file = KeyTable(
        object: "a file of mappings",
        keys: supported("mappings") + ignored("meta", "$schema"))

    /// A stub mapping.
    static let mapping = KeyTable(
        object: "a mapping",
        keys: supported("request", "response", "name", "id", "uuid", "priority", "metadata", "persistent")
            + notYet(
                "responses", "afterLast", "times", "scenarioName", "requiredScenarioState", "newScenarioState",
                "postServeActions", "serveEventListeners")
            + ignored("$schema", "insertionIndex"))

    /// A request pattern.
    static let request = KeyTable(
        object: "a request",
        keys: supported(
            "method", "url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate", "pathParameters",
            "queryParameters", "headers", "cookies", "basicAuth", "basicAuthCredentials", "host", "port", "scheme",
            "clientIp", "formParameters", "bodyPatterns")
            + notYet("multipartPatterns", "customMatcher"))

    /// The methods of a request, given as an object.
    static let method = KeyTable(object: "an object as \"method\"", keys: supported("oneOf", "noneOf"))

    /// A user name and a password.
    static let credentials = KeyTable(object: "an object of credentials", keys: supported("username", "password"))

    /// A response definition.
    static let response = KeyTable(
        object: "a response",
        keys: supported(
            "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
            "fixedDelayMilliseconds", "fault", "truncateAfter", "stallAfter", "bytesPerSecond")
            + notYet("delayDistribution", hint: "use \"fixedDelayMilliseconds\"")
            + notYet("chunkedDribbleDelay", hint: "use \"bytesPerSecond\"")
            + notYet(
                "repeat", "transformers", "transformerParameters", "proxyBaseUrl", "proxyUrlPrefixToRemove",
                "additionalProxyRequestHeaders", "removeProxyRequestHeaders")
            + ignored("fromConfiguredStub"))

    /// A pattern on one value: operators, and the keys that go with some of them.
    static let pattern = KeyTable(
        object: "a pattern",
        keys: supported(
            "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "matchesPathTemplate", "absent",
            "anything", "equalToJson", "matchesShape", "binaryEqualTo", "and", "or", "not")
            + supported("caseInsensitive", "ignoreArrayOrder", "ignoreExtraElements", "enablePlaceholders")
            + notYet(operators + options))

    /// Operators that are not read yet.
    private static let operators = [
        "matchesJsonPath", "matchesJsonSchema", "equalToXml", "matchesXPath", "before", "after", "equalToDateTime",
        "equalToNumber", "greaterThanNumber", "greaterThanEqualNumber", "lessThanNumber", "lessThanEqualNumber",
    ]

    /// Keys that go with operators which are not read yet.
    private static let options = [
        "schemaVersion", "expression", "xPathNamespaces", "placeholderOpeningDelimiterRegex",
        "placeholderClosingDelimiterRegex", "exemptedComparisons", "ignoreOrderOfSameNode", "namespaceAwareness",
        "actualFormat", "truncateExpected", "truncateActual", "applyTruncationLast", "expectedOffset",
        "expectedOffsetUnit",
    ]

    /// A pattern on the values of one name, which may also be a list of patterns.
    static let multiValuePattern = KeyTable(
        object: pattern.object, keys: pattern.keys + supported("hasExactly", "includes"))

    /// The objects in which a misplaced key is looked for.
    static let placed = [mapping, request, response]

    private static func supported(_ names: String...) -> [(name: String, support: Support)] {
        names.map { ($0, .supported) }
    }

    private static func ignored(_ names: String...) -> [(name: String, support: Support)] {
        names.map { ($0, .ignored) }
    }

    private static func notYet(_ names: String..., hint: String? = nil) -> [(name: String, support: Support)] {
        notYet(names, hint: hint)
    }

    private static func notYet(_ names: [String], hint: String? = nil) -> [(name: String, support: Support)] {
        names.map { ($0, .notYet(hint: hint)) }
    }
}
