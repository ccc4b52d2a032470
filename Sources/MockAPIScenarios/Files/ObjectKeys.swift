/// The keys that an object of a scenario file can have.
struct ObjectKeys: Sendable {
    /// What the object is called in messages, with its article.
    var object: String
    /// The keys that are read.
    var known: [String]
    /// Keys of the format that are not read yet, so that one is refused by its name.
    var later: [String] = []
    /// Keys that mean nothing here and do no harm.
    var ignored: [String] = []

    static let scenario = ObjectKeys(
        object: "a scenario", known: ["name", "tags", "stubs", "variables", "client", "steps"],
        later: ["setup", "teardown", "skip", "given"], ignored: ["$schema"])

    static let client = ObjectKeys(
        object: "client settings", known: ["stubMode", "accessToken", "defaultHeaders", "cachePolicy", "plugins"])

    static let stubMode = ObjectKeys(object: "a stub mode", known: ["delayed"])

    static let step = ObjectKeys(
        object: "a step", known: ["name", "stubs", "client", "send", "expect", "capture"],
        later: ["skip", "repeat", "eventually", "parallel", "given"])

    static let send = ObjectKeys(
        object: "what is sent",
        known: ["request", "with", "http", "headers", "json", "body", "timeout", "cancelAfter"],
        later: ["form", "multipart", "file"])

    static let expect = ObjectKeys(
        object: "an expectation",
        known: ["model", "modelExactly", "values", "error", "status", "headers", "json", "body", "sent", "elapsed"])

    static let error = ObjectKeys(
        object: "an expected error", known: ["kind", "reason", "status", "body", "path", "expected", "found"])

    static let sent = ObjectKeys(
        object: "what was sent", known: ["method", "path", "query", "headers", "json", "body", "parts", "times"])

    static let part = ObjectKeys(
        object: "a part", known: ["name", "fileName", "contentType", "body", "base64", "json"])

    static let elapsed = ObjectKeys(object: "an elapsed time", known: ["atLeast", "atMost"])
}
