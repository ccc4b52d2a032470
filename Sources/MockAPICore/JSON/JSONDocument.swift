/// A JSON text with its bytes and the places of all its tokens, from which values are made on demand.
///
/// It costs the text and eight bytes for each token, so that large files can stay in memory.
public final class JSONDocument: Sendable {
    /// The text.
    public let bytes: [UInt8]
    /// The name of the file, for locations; may be empty.
    public let file: String
    let tape: JSONTape
    private let places = Locked<LineTable?>(nil)

    /// Reads a text.
    ///
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    public init(
        parsing bytes: [UInt8], file: String = "", options: JSONReadingOptions = .strict
    ) throws(JSONSyntaxError) {
        self.bytes = bytes
        self.file = file
        tape = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
            try JSONTape(buffer, options: options)
        }
    }

    /// Reads a text.
    ///
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    public convenience init(
        parsing text: String, file: String = "", options: JSONReadingOptions = .strict
    ) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), file: file, options: options)
    }

    /// The one value.
    public var root: JSONNode { JSONNode(document: self, index: 0) }

    /// The place of a byte; quick wherever it stands, once the first place was asked for.
    public func location(ofByte offset: Int) -> FileLocation {
        bytes.withUnsafeBufferPointer { buffer in
            places.withLock { table in
                let lines = table ?? LineTable(buffer)
                table = lines
                return lines.location(of: offset, in: buffer, file: file)
            }
        }
    }

    /// The key nodes that repeat an earlier key of the same object, compared unescaped, in the order of the text.
    public var duplicateKeys: [JSONNode] {
        bytes.withUnsafeBufferPointer { buffer in
            tape.duplicateKeys(in: buffer).map { JSONNode(document: self, index: $0) }
        }
    }
}

/// The line and the column at every 4,096th byte of a text, from which any place is a short walk.
struct LineTable: Sendable {
    private static let step = 4096
    private var places: [LinePlace] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var place = LinePlace(startOf: bytes)
        while place.offset < bytes.count {
            places.append(place)
            place.advance(to: min(places.count * Self.step, bytes.count), in: bytes)
        }
    }

    func location(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>, file: String) -> FileLocation {
        let block = min(max(offset, 0) / Self.step, places.count - 1)
        var place = block >= 0 ? places[block] : LinePlace(startOf: bytes)
        place.advance(to: offset, in: bytes)
        return FileLocation(file: file, line: Int(place.line), column: Int(place.column))
    }
}
