/// Why a text is no JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the first byte that is wrong, counted from 0; the number of bytes where the text ends too early.
    public var offset: Int
    /// What is wrong, in one line without a full stop.
    public var message: String
    /// How to mend it, in one line without a full stop.
    public var hint: String?
    /// The place of the bracket that nothing closes, where that is what is wrong.
    public var opener: Int?

    /// Makes an error.
    public init(offset: Int, _ message: String, hint: String? = nil, opener: Int? = nil) {
        self.offset = offset
        self.message = message
        self.hint = hint
        self.opener = opener
    }

    /// The message and the hint with the byte offset; `finding(file:bytes:)` says the line and the column.
    public var description: String {
        "\(message) at byte \(offset)" + (hint.map { "; \($0)" } ?? "")
    }

    /// The line and the column in the bytes that were read.
    public func location(file: String = "", in bytes: [UInt8]) -> FileLocation {
        bytes.withUnsafeBufferPointer { FileLocation(file: file, bytes: $0, offset: offset) }
    }

    /// The error as a finding in a file with these bytes.
    public func finding(file: String, bytes: [UInt8]) -> Finding {
        var message = message
        if let opener {
            let place = bytes.withUnsafeBufferPointer { FileLocation(file: file, bytes: $0, offset: opener) }
            message += " that begins at \(place.line):\(place.column)"
        }
        return Finding(.error, at: location(file: file, in: bytes), message, hint: hint)
    }
}
