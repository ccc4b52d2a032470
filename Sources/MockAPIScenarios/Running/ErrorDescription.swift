import MockAPIClient
import MockAPICore

/// The error of a call, in the words of scenario files.
struct ErrorDescription: Sendable {
    /// One of `kinds`, or `internal` for an error that no call should end with.
    var kind: String
    /// What happened, in one line.
    var message: String
    /// The category of a network error.
    var reason: String?
    /// The status, where a response came.
    var status: Int?
    /// The content, where a response came.
    var body: [UInt8]?
    /// The error object of the service.
    var model: JSONValue?
    /// Where the body differs from the model.
    var mismatch: ModelMismatch?

    init(_ error: any Error) {
        guard let error = error as? APIError else {
            let isCancelled = error is CancellationError
            kind = isCancelled ? "cancelled" : "internal"
            message = isCancelled ? "cancelled" : "\(error)"
            return
        }
        kind = error.kind.name
        message = error.message
        status = error.response?.status.code
        body = error.response?.body.bytes
        model = error.model.flatMap { try? ModelJSON.json(of: $0) }
        switch error.kind {
        case .network(let reason): self.reason = reason.rawValue
        case .statusCode(let status): self.status = status.code
        case .modelMismatch(let mismatch): self.mismatch = mismatch
        case .invalidRequest, .emptyBody, .notJSON, .cancelled: break
        }
    }

    /// The error as an object of scenario files, for reports.
    var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind)]
        if let reason { object.append("reason", .string(reason)) }
        if let status { object.append("status", .integer(status)) }
        if let mismatch {
            object.append("path", .string(mismatch.path))
            object.append("expected", .string(mismatch.expected))
            object.append("found", .string(mismatch.found))
        }
        return .object(object)
    }
}

extension ErrorDescription {
    /// The kinds.
    static let kinds = [
        "invalidRequest", "network", "statusCode", "emptyBody", "notJSON", "modelMismatch", "cancelled",
    ]

    /// The kinds that a key of an expected error can go with.
    static let kindsByKey: [String: [String]] = [
        "reason": ["network"],
        "status": ["statusCode", "emptyBody", "notJSON", "modelMismatch"],
        "body": ["statusCode", "notJSON", "modelMismatch"],
        "model": ["statusCode"],
        "path": ["modelMismatch"],
        "expected": ["modelMismatch"],
        "found": ["modelMismatch"],
    ]
}
