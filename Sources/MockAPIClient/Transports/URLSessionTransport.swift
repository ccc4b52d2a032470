public import Foundation

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
    private let temporaryFolder: URL

    /// Makes a transport; all of them share one session.
    ///
    /// - Parameter temporaryFolder: where large bodies that are streams wait to be sent.
    public init(temporaryFolder: URL = FileManager.default.temporaryDirectory) {
        self.temporaryFolder = temporaryFolder
    }

    /// Sends a request; called once for each attempt.
    ///
    /// A stream as body is read first, since URLSession sends no length with it: into memory, past 10 MiB into a temporary
    /// file, which is removed when the call has ended.
    ///
    /// - Throws: `TransportError` where no whole response came, `CancellationError` at once where the task is
    ///   cancelled.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, wanting: nil) }

    /// Sends a request, tells of the progress as it goes, and writes content to its file as it comes.
    ///
    /// - Throws: as `send(_:)`.
    public func send(_ request: HTTPRequest, transfer: Transfer) async throws -> HTTPResponse {
        try await send(request, wanting: transfer)
    }

    private func send(_ request: HTTPRequest, wanting transfer: Transfer?) async throws -> HTTPResponse {
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
        let spool = UploadSpool(folder: temporaryFolder)
        defer { spool.remove() }
        let upload = hasBody ? try await spool.upload(request.body) : nil
        let call = URLSessionCall(request: urlRequest, body: upload, transfer: transfer)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { call.start(in: .shared, $0) }
        } onCancel: {
            call.cancel(in: .shared)
        }
    }
}
