/// A JSON text with its bytes and the places of all its tokens, from which values are made on demand.
///
/// It costs the text and eight bytes for each token, so that large files can stay in memory.
public final class JSONDocument: Sendable {
    /// The text.
    public let bytes: [UInt8]
    /// The name of the file, for locations; may be empty.
    public let file: String
    let tape: JSONTape
    private let places: PlaceFinder

    /// Reads a text.
    ///
    /// - Throws: `JSONSyntaxError` at the first byte that the grammar does not allow.
    public init(
        parsing bytes: [UInt8], file: String = "", options: JSONReadingOptions = .strict
    ) throws(JSONSyntaxError) {
        self.bytes = bytes
        self.file = file
        places = PlaceFinder()
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

    init(bytes: [UInt8], file: String, tape: JSONTape, places: PlaceFinder) {
        self.bytes = bytes
        self.file = file
        self.tape = tape
        self.places = places
    }

    /// The one value.
    public var root: JSONNode { JSONNode(document: self, index: 0) }

    /// The place of a byte; quick wherever it stands, once the first place was asked for.
    public func location(ofByte offset: Int) -> FileLocation {
        bytes.withUnsafeBufferPointer { places.location(of: offset, in: $0, file: file) }
    }

    /// The key nodes that repeat an earlier key of the same object, compared unescaped, in the order of the text.
    public var duplicateKeys: [JSONNode] {
        bytes.withUnsafeBufferPointer { buffer in
            tape.duplicateKeys(in: buffer).map { JSONNode(document: self, index: $0) }
        }
    }
}
