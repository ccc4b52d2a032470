import MockAPICore

/// Where a stub was read or made: enough to show its place and to print its mapping, for the price of a few words.
struct StubOrigin: Sendable {
    private let text: StubText?
    private let range: Range<Int>
    private let hash: UInt64
    /// Where the mapping begins, or the call that made the stub; `nil` for text without a file.
    let location: FileLocation?

    /// Notes where a mapping stands.
    init(text: StubText, node: JSONNode, location: FileLocation?) {
        self.text = text
        self.location = location
        range = node.range
        hash = text.isKept ? 0 : ByteHash.hash(node.text)
    }

    /// Notes where a stub was made in code; there is no text to read its mapping from.
    init(code location: FileLocation) {
        text = nil
        range = 0..<0
        hash = 0
        self.location = location
    }

    /// The file to open and the bytes of the mapping in it; `nil` for a stub that no file holds.
    var place: (path: String, range: Range<Int>)? {
        guard let text, let path = text.path ?? location.map(\.file), !path.isEmpty else { return nil }
        return (path, range)
    }

    /// How the text was read.
    var options: JSONReadingOptions { text?.options ?? .strict }

    /// Whether the lenient reader read the text.
    var isLenient: Bool { text?.options == .lenient }

    /// The mapping, read anew; `nil` where there is no text or it is not what it was.
    var mapping: JSONValue? {
        guard let text, let bytes = text.bytes(range), text.isKept || ByteHash.hash(bytes) == hash else { return nil }
        return try? JSONDocument(parsing: bytes, options: text.options).root.value
    }
}

/// The text that stubs were read from: kept in memory, but for a large file, which is opened again where its text is
/// asked for.
final class StubText: Sendable {
    /// Larger files are not kept.
    private static let longestKept = 256 * 1024

    /// How the text was read.
    let options: JSONReadingOptions
    /// The file that the text was read from, where it was one.
    let path: String?
    private let kept: [UInt8]?

    /// Takes a text that is in memory anyway.
    init(_ bytes: [UInt8], options: JSONReadingOptions) {
        self.options = options
        path = nil
        kept = bytes
    }

    /// Takes the text of a file.
    init(contentsOf path: String, _ bytes: [UInt8], options: JSONReadingOptions) {
        self.options = options
        self.path = path
        kept = bytes.count <= Self.longestKept ? bytes : nil
    }

    /// Whether the text is in memory.
    var isKept: Bool { kept != nil }

    /// A part of the text; `nil` where the file cannot be read or is too short.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        if let kept { return Array(kept[range]) }
        return path.flatMap { try? FileSystem.contents(of: $0, range) }
    }
}
