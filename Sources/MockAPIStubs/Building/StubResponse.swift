public import MockAPICore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The answer of a stub made in code: begins with its content, and is changed step by step.
///
///     .json(user).status(201).header("Location", "/users/7").delayed(by: .milliseconds(300))
public struct StubResponse: Sendable {
    /// The answer and how it is given.
    public var plan: ResponsePlan

    /// Makes an answer of a plan.
    public init(_ plan: ResponsePlan) { self.plan = plan }

    private init(_ bytes: [UInt8], type: String?) {
        let headers: HTTPFields = type.map { ["Content-Type": $0] } ?? [:]
        plan = ResponsePlan(HTTPResponse(headers: headers, body: HTTPBody(bytes)))
    }
}

// MARK: - Content

extension StubResponse {
    /// Status 200 without content.
    public static let empty = StubResponse([], type: nil)

    /// A JSON document, of type `application/json`.
    public static func json(_ document: JSONValue) -> StubResponse {
        StubResponse(document.renderedBytes(.compact), type: "application/json")
    }

    /// A model as JSON, of type `application/json`.
    ///
    /// Keys are sorted. A model that cannot be encoded is answered with status 500 and the reason.
    @_disfavoredOverload
    public static func json(
        _ model: some Encodable, encoder: JSONEncoder = JSONValue.encoder()
    ) -> StubResponse {
        do {
            return .json(try JSONValue(encoding: model, with: encoder))
        } catch {
            return .text("mockapi: this \(type(of: model)) cannot be encoded as JSON: \(error)\n").status(500)
        }
    }

    /// A text in UTF-8.
    public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> StubResponse {
        StubResponse(Array(text.utf8), type: type)
    }

    /// Bytes.
    public static func data(_ data: Data, type: String = "application/octet-stream") -> StubResponse {
        StubResponse([UInt8](data), type: type)
    }

    /// A file, read while it is sent; one that is missing is answered with status 500.
    public static func file(_ path: String, type: String? = nil) -> StubResponse {
        var response = StubResponse([], type: type)
        let length = if case .file(let length) = FileSystem.kind(of: path) { length } else { 0 }
        response.plan.response.body = HTTPBody(.file(path: path, length: length))
        return response
    }

    /// A status without content.
    public static func status(_ status: HTTPStatus) -> StubResponse { StubResponse.empty.status(status) }

    /// A fault instead of an answer.
    public static func fault(_ fault: Fault) -> StubResponse { StubResponse.empty.fault(fault) }
}

// MARK: - Steps

extension StubResponse {
    /// The answer with another status.
    public func status(_ status: HTTPStatus) -> StubResponse { with { $0.response.status = status } }

    /// The answer with a reason phrase of its own.
    public func reason(_ phrase: String) -> StubResponse { with { $0.response.reason = phrase } }

    /// The answer with one header field more; a `Content-Type` takes the place of the one that the content brought.
    public func header(_ name: String, _ value: String) -> StubResponse { headers([name: value]) }

    /// The answer with more header fields; a `Content-Type` takes the place of the one that the content brought.
    public func headers(_ fields: HTTPFields) -> StubResponse {
        with { plan in
            for field in fields {
                if HTTPToken.equalsIgnoringCase(field.name, "Content-Type") {
                    plan.response.headers[field.name] = field.value
                } else {
                    plan.response.headers.add(field.name, field.value)
                }
            }
        }
    }

    /// The answer after a time of silence; stub files count it in milliseconds.
    public func delayed(by delay: Duration) -> StubResponse { with { $0.delay = max(.zero, delay) } }

    /// A fault instead of the answer.
    public func fault(_ fault: Fault) -> StubResponse { with { $0.fault = fault } }

    /// The answer cut after some bytes of its content: its length is announced as usual, then the connection is closed.
    public func truncated(after bytes: Int) -> StubResponse { with { $0.truncateAfter = max(0, bytes) } }

    /// The answer that falls silent after some bytes of its content.
    public func stalled(after bytes: Int) -> StubResponse { with { $0.stallAfter = max(0, bytes) } }

    /// The content at a pace.
    public func paced(bytesPerSecond: Int) -> StubResponse { with { $0.bytesPerSecond = max(1, bytesPerSecond) } }

    private func with(_ change: (inout ResponsePlan) -> Void) -> StubResponse {
        var response = self
        change(&response.plan)
        return response
    }
}
