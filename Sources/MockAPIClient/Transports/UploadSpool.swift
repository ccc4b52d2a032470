import Foundation

/// Makes of a body what URLSession can send: data or a file.
///
/// What it reads of a stream goes to memory, and past a limit to a temporary file.
final class UploadSpool: Sendable {
    /// How much of a stream stays in memory: 10 MiB.
    static let memoryLimit = 10 << 20

    private let folder: URL
    private let file = Locked<URL?>(nil)

    init(folder: URL) { self.folder = folder }

    /// The body for a task.
    ///
    /// - Throws: `TransportError` where the body cannot be read; `CancellationError`.
    func upload(_ body: HTTPBody) async throws -> URLSessionCall.Upload {
        switch body.source {
        case .bytes(let bytes): return .data(Data(bytes))
        case .file(let path, let length): return .file(URL(fileURLWithPath: path), length: length)
        case .stream(let length, let open):
            do {
                return try await read(open(), length: length)
            } catch let error as CancellationError {
                throw error
            } catch let error as TransportError {
                throw error
            } catch {
                throw TransportError(.other, "the body cannot be read: \(error)")
            }
        }
    }

    /// Removes the temporary file, if there is one.
    func remove() {
        let url = file.withLock { file in
            defer { file = nil }
            return file
        }
        if let url { try? FileManager.default.removeItem(at: url) }
    }

    private func read(
        _ pieces: AsyncThrowingStream<[UInt8], any Error>, length: Int?
    ) async throws -> URLSessionCall.Upload {
        var data = Data()
        var spool: TransferFile?
        for try await piece in pieces {
            if spool == nil, max(length ?? 0, data.count + piece.count) > Self.memoryLimit {
                let made = try makeFile()
                try made.write(data)
                data = Data()
                spool = made
            }
            if let spool { try spool.write(piece) } else { data.append(contentsOf: piece) }
        }
        // A stream ends early where the task is cancelled.
        try Task.checkCancellation()
        guard let spool else { return .data(data) }
        return .file(URL(fileURLWithPath: spool.path), length: spool.count)
    }

    private func makeFile() throws -> TransferFile {
        let url = folder.appendingPathComponent("mockapi-upload-\(UUID().uuidString)")
        file.withLock { $0 = url }
        return try TransferFile(url.path, isNew: true)
    }
}
