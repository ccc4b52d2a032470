import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with Foundation's URLSession, over one session that the whole process shares.
///
/// The session keeps no cookies, caches nothing and follows no redirects; the client does what is wanted of that. The
/// time-out is the longest silence of the peer. An IPv6 address as host is refused on Linux, since URLSession there
/// takes it for no URL.
///
/// On Linux, Swift 6.3.1 ends the process when a response breaks off inside its header section or has chunked trailer
/// fields; a transport over sockets survives both.
public struct URLSessionTransport: Transport {
    /// Makes a transport; all of them share one session.
    public init() {}

    /// Sends a request; called once for each attempt.
    ///
    /// A stream as body is read into memory first, since URLSession sends no length with it.
    ///
    /// - Throws: `TransportError` where no whole response came, `CancellationError` at once where the task is
    ///   cancelled.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let hasBody = !request.body.isEmpty
        guard !hasBody || (request.method != .get && request.method != .head) else {
            throw TransportError(.other, "URLSession sends no \(request.method) with a body")
        }
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method.rawValue
        for field in request.headers { urlRequest.addValue(field.value, forHTTPHeaderField: field.name) }
        if hasBody, !request.headers.contains(name: "Content-Type") {
            urlRequest.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        if let timeout = request.timeout { urlRequest.timeoutInterval = timeout.timeoutInterval }
        let call = URLSessionCall(request: urlRequest, body: hasBody ? try await Self.upload(request.body) : nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { call.start(in: .shared, $0) }
        } onCancel: {
            call.cancel(in: .shared)
        }
    }

    private static func upload(_ body: HTTPBody) async throws -> URLSessionCall.Upload {
        switch body.source {
        case .bytes(let bytes): return .data(Data(bytes))
        case .file(let path, _): return .file(URL(fileURLWithPath: path))
        case .stream(_, let open):
            var data = Data()
            do {
                for try await piece in open() { data.append(contentsOf: piece) }
            } catch let error as CancellationError {
                throw error
            } catch {
                throw TransportError(.other, "the body cannot be read: \(error)")
            }
            return .data(data)
        }
    }
}
