import MockAPICore

/// A value that is kept for later steps.
struct StepCapture: Sendable {
    /// Where a value can come from; the raw values are those of `from`.
    enum Source: String, Sendable, CaseIterable {
        /// The decoded model.
        case model
        /// The content of the response: its text, or with a path what is there in its JSON.
        case body
        /// A header of the response.
        case headers
        /// The status of the response.
        case status
        case sentMethod = "sent.method"
        case sentPath = "sent.path"
        case sentQuery = "sent.query"
        case sentHeaders = "sent.headers"
        case sentBody = "sent.body"

        /// Whether the value has a name there.
        var isNamed: Bool { self == .headers || self == .sentHeaders || self == .sentQuery }
        /// Whether the value can be a part of JSON.
        var hasPath: Bool { self == .model || self == .body || self == .sentBody }
    }

    /// The variable.
    let name: String
    /// Where the value comes from; `nil` is the model of a typed request and else the body.
    var source: Source?
    /// The place in the model or in JSON.
    var path: JSONPath?
    /// The name of a header or a query pair.
    var field: String?
    let location: FileLocation

    /// The place as reports show it.
    var place: String {
        guard let source else { return (path ?? JSONPath()).description }
        return ([source.rawValue] + [field, path?.description].compactMap(\.self)).joined(separator: " ")
    }
}
