/// A place in a text file, written `file:line:column`.
public struct FileLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path as the user gave it, with `/` between segments.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1 in Unicode scalars.
    public var column: Int

    /// Makes a location; `line` and `column` count from 1.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The text shown to people.
    public var description: String { "\(file):\(line):\(column)" }
}

extension FileLocation {
    /// The place of a byte offset in UTF-8 text.
    ///
    /// Lines end with LF, CRLF or CR; a byte order mark at the start takes no column.
    public init(file: String, bytes: UnsafeBufferPointer<UInt8>, offset: Int) {
        var place = LinePlace(startOf: bytes)
        place.advance(to: offset, in: bytes)
        self.init(file: file, line: place.line, column: place.column)
    }
}
