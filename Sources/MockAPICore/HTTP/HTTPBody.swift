#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the content of a message comes from: bytes at hand, a file, or a stream.
///
/// This type only names the source; who sends or reads it opens files and pulls streams.
public struct HTTPBody: Sendable {
    /// The kinds of source.
    public enum Source: Sendable {
        /// The whole content.
        case bytes([UInt8])
        /// A file of `length` bytes, read while it is sent.
        case file(path: String, length: Int)
        /// Pieces made on demand; `length` is `nil` where it is not known beforehand. Each call starts anew.
        case stream(length: Int?, @Sendable () -> AsyncThrowingStream<[UInt8], any Error>)
    }

    /// The source.
    public var source: Source

    /// Makes content of a source.
    public init(_ source: Source) { self.source = source }

    /// Makes content of bytes.
    public init(_ bytes: [UInt8]) { source = .bytes(bytes) }

    /// Makes content of data.
    public init(_ data: Data) { source = .bytes([UInt8](data)) }

    /// Makes content of a text's UTF-8 bytes.
    public init(_ text: String) { source = .bytes(Array(text.utf8)) }

    /// No content.
    public static let empty = HTTPBody([UInt8]())

    /// The number of bytes, or `nil` for a stream of unknown length.
    public var length: Int? {
        switch source {
        case .bytes(let bytes): bytes.count
        case .file(_, let length): length
        case .stream(let length, _): length
        }
    }

    /// The content if it is at hand, `nil` for files and streams.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = source { bytes } else { nil }
    }

    /// Whether there is known to be no content.
    public var isEmpty: Bool { length == 0 }
}
