import Foundation
import MockAPIClient

/// A transport that answers by a function.
struct FunctionTransport: Transport {
    let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

    init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await respond(request) }
}

/// Remembers values in the order in which they were added.
final class Recorder<Value: Sendable>: Sendable {
    private let storage = Locked<[Value]>([])

    var values: [Value] { storage.withLock { $0 } }

    func add(_ value: Value) { storage.withLock { $0.append(value) } }
}

/// A request all of whose parts can be set.
struct TestRequest<Response: Sendable & Decodable>: APIRequest {
    var base: BaseURL = "http://test.example"
    var path = "/"
    var method: HTTPMethod = .get
    var parameters: Parameters = [:]
    var parameterEncoding: ParameterEncoding = .automatic
    var headers: HTTPFields = [:]
    var makeBody: @Sendable () throws -> RequestBody? = { nil }
    var timeout: Duration?
    var acceptedStatus: AcceptedStatus = .success
    var decoder: (any ModelDecoder)?

    var body: RequestBody? { get throws { try makeBody() } }
}

struct User: Codable, Hashable, Sendable {
    var id: Int
    var name: String
}

extension Client {
    /// A client whose every call is answered alike.
    convenience init(answering response: HTTPResponse) {
        self.init(ClientConfiguration(transport: FunctionTransport { _ in response }))
    }

    /// A client whose every call is answered by a body.
    convenience init(body: String, status: HTTPStatus = 200, contentType: String? = "application/json") {
        let headers: HTTPFields = contentType.map { ["Content-Type": $0] } ?? [:]
        self.init(answering: HTTPResponse(status, headers: headers, body: HTTPBody(body)))
    }
}

/// The error of a call that must fail with an `APIError`.
func apiError(_ body: () async throws -> some Sendable) async -> APIError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? APIError
    }
}

/// The mismatch of a call that must fail with one.
func mismatch(_ body: () async throws -> some Sendable) async -> ModelMismatch? {
    guard case .modelMismatch(let mismatch) = await apiError(body)?.kind else { return nil }
    return mismatch
}
