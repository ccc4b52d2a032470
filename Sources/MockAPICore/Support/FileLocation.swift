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
        var line = 1
        var column = 1
        var index = 0
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
        let end = min(offset, bytes.count)
        while index < end {
            let byte = bytes[index]
            if byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 && byte != 0x0D {
                column += 1
            }
            index += 1
        }
        self.init(file: file, line: line, column: column)
    }
}
