/// What scenario files know about the errors of calls.
enum ErrorDescription {
    /// The kinds.
    static let kinds = [
        "invalidRequest", "network", "statusCode", "emptyBody", "notJSON", "modelMismatch", "cancelled",
    ]

    /// The kinds that a key of an expected error can go with.
    static let kindsByKey: [String: [String]] = [
        "reason": ["network"],
        "status": ["statusCode", "emptyBody", "notJSON", "modelMismatch"],
        "body": ["statusCode", "notJSON", "modelMismatch"],
        "path": ["modelMismatch"],
        "expected": ["modelMismatch"],
        "found": ["modelMismatch"],
    ]
}
