import MockAPIClient
import MockAPICore

/// A plain request as the client library sends it; any status is fine.
struct PlainCall: APIRequest {
    /// Nothing; the response is found at the transport.
    struct Response: Sendable {}

    let base: BaseURL
    let path: String
    let method: HTTPMethod
    let headers: HTTPFields
    let content: RequestBody?

    var body: RequestBody? { content }
    var acceptedStatus: AcceptedStatus { .any }

    func parse(_ data: ResponseData) -> Response { Response() }
}
