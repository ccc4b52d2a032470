import MockAPICore

/// Gets the whole of a content into memory.
enum BodyReader {
    /// The bytes of a content, wherever they come from.
    ///
    /// - Throws: `TransportError` where a file cannot be read; what a stream throws.
    static func bytes(of body: HTTPBody) async throws -> [UInt8] {
        switch body.source {
        case .bytes(let bytes): return bytes
        case .file(let path, _):
            do {
                return try FileSystem.contents(of: path)
            } catch {
                throw TransportError(.other, "cannot read \(path): \(error.message)")
            }
        case .stream(_, let make):
            var bytes: [UInt8] = []
            for try await piece in make() { bytes += piece }
            return bytes
        }
    }
}
