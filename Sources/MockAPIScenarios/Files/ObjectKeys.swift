/// The keys that an object of a scenario file can have.
struct ObjectKeys: Sendable {
    /// What the object is called in messages, with its article.
    var object: String
    /// The keys that are read.
    var known: [String]
    /// Keys that mean nothing here and do no harm.
    var ignored: [String] = []

    static let scenario = ObjectKeys(
        object: "a scenario",
        known: ["name", "tags", "skip", "stubs", "variables", "client", "given", "setup", "steps", "teardown"],
        ignored: ["$schema"])

    static let client = ObjectKeys(
        object: "client settings",
        known: ["stubMode", "accessToken", "refresh", "cookies", "defaultHeaders", "cachePolicy", "plugins"])

    static let refresh = ObjectKeys(object: "a refresh", known: ["http", "headers", "json", "form", "token"])

    static let stubMode = ObjectKeys(object: "a stub mode", known: ["delayed"])

    static let state = ObjectKeys(object: "a provider state", known: ["name", "parameters"])

    static let step = ObjectKeys(
        object: "a step",
        known: ["name", "skip", "given", "stubs", "client", "send", "repeat", "eventually", "expect", "capture"])

    static let group = ObjectKeys(
        object: "a parallel group", known: ["name", "skip", "given", "stubs", "client", "parallel"])

    static let eventually = ObjectKeys(object: "\"eventually\"", known: ["within", "every"])

    static let send = ObjectKeys(
        object: "what is sent",
        known: [
            "request", "with", "http", "headers", "json", "body", "form", "multipart", "file", "timeout", "cancelAfter",
            "callback", "download", "debounced", "throttled",
        ])

    static let formPart = ObjectKeys(
        object: "a part to send", known: ["name", "fileName", "contentType", "body", "json", "base64", "file"])

    static let expect = ObjectKeys(
        object: "an expectation",
        known: [
            "model", "modelExactly", "values", "error", "status", "headers", "json", "body", "progress", "sent",
            "elapsed",
        ])

    static let progress = ObjectKeys(object: "a progress", known: ["sent", "received"])

    static let error = ObjectKeys(
        object: "an expected error", known: ["kind", "reason", "status", "body", "model", "path", "expected", "found"])

    static let sent = ObjectKeys(
        object: "what was sent", known: ["method", "path", "query", "headers", "json", "body", "parts", "times"])

    static let part = ObjectKeys(
        object: "a part", known: ["name", "fileName", "contentType", "body", "base64", "json"])

    static let elapsed = ObjectKeys(object: "an elapsed time", known: ["atLeast", "atMost"])

    static let capture = ObjectKeys(object: "a capture", known: ["from", "path", "name"])

    /// All objects of scenario files.
    static let all = [
        scenario, client, refresh, stubMode, state, step, group, eventually, send, formPart, expect, error, progress,
        sent, part, elapsed, capture,
    ]
}
