public import Foundation

extension Client {
    /// Sends a request and tells how much of its content was sent.
    ///
    /// - Parameter progress: called in order, on any thread; the count never goes back, also where the request is
    ///   sent again by a redirect or a plugin.
    /// - Throws: as `send(_:)`.
    public func upload<Request: APIRequest>(
        _ request: Request, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws -> Request.Response {
        let meter = ProgressMeter(progress)
        try Task.checkCancellation()
        return try await prepare(request, transfer: Transfer(onSent: { meter.note($0) })).exchange().value
    }

    /// Sends a request and writes the content of its response to a file, without holding it in memory.
    ///
    /// The file appears, and takes the place of an older one, when its content is whole; after an error or a cancellation
    /// all is as it was. The cache has no part in it. A response whose status is not accepted is an error, its body being in `APIError.response`.
    ///
    /// - Parameters:
    ///   - progress: called in order, on any thread; the count never goes back.
    /// - Returns: the response, whose body is the file.
    /// - Throws: as `send(_:)`; `invalidRequest` where the file cannot be put in its place.
    @discardableResult
    public func download(
        _ request: some APIRequest, to file: URL, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> HTTPResponse {
        let part = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString).part")
        do { _ = try TransferFile(part.path, isNew: true) } catch {
            throw APIError(.invalidRequest(error.message), phase: .building, cause: error)
        }
        defer { try? FileManager.default.removeItem(at: part) }
        let meter = progress.map { ProgressMeter($0) }
        let accepted = request.acceptedStatus
        var transfer = Transfer(file: { accepted.contains($0.status) ? part.path : nil })
        if let meter { transfer.onReceived = { meter.note($0) } }
        try Task.checkCancellation()
        let (sent, answered) = try await prepare(request, transfer: transfer).download()
        var response = answered
        do {
            // A plugin may have answered.
            if let bytes = response.body.bytes { try TransferFile(part.path).write(bytes) }
            try Self.move(part, to: file)
        } catch {
            throw APIError(
                .invalidRequest("the file \(file.path) cannot be written: \(error)"), phase: .parsing, request: sent,
                cause: error)
        }
        response.body = HTTPBody(.file(path: file.path, length: response.body.length ?? 0))
        return response
    }

    private static func move(_ part: URL, to file: URL) throws {
        if rename(part.path, file.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
