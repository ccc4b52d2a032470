import Foundation

extension APIError {
    /// What went wrong, in one line: the method and the URL without its query, and the reason.
    public var message: String {
        guard let request, let parts = try? URLText(request.url.absoluteString) else { return reason }
        return "\(request.method) \(parts.scheme)://\(parts.host)\(parts.path): \(reason)"
    }

    /// The reason without the request.
    public var reason: String {
        let cause = cause.map { (($0 as? TransportError)?.message) ?? "\($0)" }
        switch kind {
        case .invalidRequest(let text): return "the request cannot be sent: \(text)"
        case .network(let reason):
            return "no response (\(reason.rawValue))" + (cause.map { ": \($0)" } ?? "")
        case .statusCode(let status): return "status \(status)" + (modelText.map { ": \($0)" } ?? "")
        case .emptyBody: return "the body is empty" + (response.map { " (status \($0.status))" } ?? "")
        case .notJSON(let text): return "the body is no JSON: \(text)"
        case .modelMismatch(let mismatch): return "the body does not fit the model at \(mismatch)"
        case .cancelled: return "cancelled"
        }
    }

    /// What the service's error object says of itself.
    private var modelText: String? {
        switch model {
        case let error as any LocalizedError: error.errorDescription ?? "\(error)"
        case let text as any CustomStringConvertible: text.description
        default: nil
        }
    }

    /// The status of the response, where one came.
    public var status: HTTPStatus? { response?.status }

    /// The body of the response, where one came.
    public var bodyBytes: [UInt8]? { response?.body.bytes }

    /// The body of the response as a model of its own, such as the error object of a service.
    ///
    /// - Throws: `APIError` of kind `emptyBody`, `notJSON` or `modelMismatch`; also where there is no response.
    public func decodeBody<Model: Decodable>(
        _ type: Model.Type, with decoder: any ModelDecoder = JSONModelDecoder()
    ) throws -> Model {
        guard let request, let response else {
            throw APIError(.emptyBody, phase: .parsing, request: request, cause: self)
        }
        let context = ResponseData.Context(request: request, response: response, decoder: decoder)
        return try ResponseData(context: context).decode(type)
    }
}
