public import Foundation

/// Why a call has no result: one type for every cause, the same on every platform and for every transport.
public struct APIError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The categories; their names are the `kind` of scenario files.
    public enum Kind: Sendable, Hashable {
        /// The request cannot be sent as it is; nothing was sent.
        case invalidRequest(String)
        /// No whole response came.
        case network(TransportError.Reason)
        /// The status is not an accepted one; the body is in `response`.
        case statusCode(HTTPStatus)
        /// There is no body, or only blanks, where a model was expected.
        case emptyBody
        /// The body is no JSON; the text says why.
        case notJSON(String)
        /// The body has another shape than the model.
        case modelMismatch(ModelMismatch)
        /// The call was cancelled; callback form only, async calls throw `CancellationError`.
        case cancelled

        /// The name in scenario files and reports.
        public var name: String {
            switch self {
            case .invalidRequest: "invalidRequest"
            case .network: "network"
            case .statusCode: "statusCode"
            case .emptyBody: "emptyBody"
            case .notJSON: "notJSON"
            case .modelMismatch: "modelMismatch"
            case .cancelled: "cancelled"
            }
        }
    }

    /// How far a call had come.
    public enum Phase: String, Sendable, Hashable {
        /// The request was built.
        case building
        /// A plugin was at work.
        case plugins
        /// The cache was asked.
        case cache
        /// A sample or the stub transport answered.
        case stub
        /// The transport was at work.
        case transport
        /// A redirect was followed.
        case redirects
        /// The status was checked.
        case status
        /// The body was parsed.
        case parsing
    }

    /// The category.
    public var kind: Kind
    /// How far the call had come.
    public var phase: Phase
    /// The request as it was sent last; `nil` where none could be built.
    public var request: HTTPRequest?
    /// The response, where one came.
    public var response: HTTPResponse?
    /// The service's error object, where the request names its type and the body was one.
    public var model: (any Sendable)?
    /// The error behind this one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(
        _ kind: Kind, phase: Phase, request: HTTPRequest? = nil, response: HTTPResponse? = nil,
        cause: (any Error)? = nil
    ) {
        self.kind = kind
        self.phase = phase
        self.request = request
        self.response = response
        self.cause = cause
    }

    /// The text shown to people.
    public var description: String { message }
    /// The text shown to people.
    public var errorDescription: String? { message }
}
