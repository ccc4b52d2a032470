import Foundation

/// Reads the body of a form piece by piece; used by one task at a time.
final class MultipartReader: @unchecked Sendable {
    /// A part of the body.
    enum Segment: Sendable {
        case bytes([UInt8])
        case file(path: String, length: Int)

        var length: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, let length): length
            }
        }
    }

    private static let pieceSize = 256 << 10

    private let segments: [Segment]
    private var index = 0
    private var file: FileHandle?
    private var left = 0

    init(_ segments: [Segment]) { self.segments = segments }

    /// The next piece; `nil` at the end.
    ///
    /// - Throws: `TransportError` where a file cannot be read, or has another length than before.
    func next() throws -> [UInt8]? {
        while index < segments.count {
            switch segments[index] {
            case .bytes(let bytes):
                index += 1
                if !bytes.isEmpty { return bytes }
            case .file(let path, let length):
                if file == nil {
                    file = FileHandle(forReadingAtPath: path)
                    left = length
                }
                if let piece = try read(path) { return piece }
                file = nil
                index += 1
            }
        }
        return nil
    }

    private func read(_ path: String) throws -> [UInt8]? {
        guard let file else { throw TransportError(.other, "the file \(path) cannot be read") }
        let data: Data?
        do { data = try file.read(upToCount: left > 0 ? min(left, Self.pieceSize) : 1) } catch {
            throw TransportError(.other, "the file \(path) cannot be read: \(error)")
        }
        let count = data?.count ?? 0
        guard left > 0 ? count > 0 : count == 0 else {
            throw TransportError(.other, "the file \(path) has changed its length while it was read")
        }
        left -= count
        return count == 0 ? nil : data.map { [UInt8]($0) }
    }
}
