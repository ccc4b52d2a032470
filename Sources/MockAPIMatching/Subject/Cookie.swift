/// One `name=value` of a `Cookie` line.
public struct Cookie: Sendable, Hashable, CustomStringConvertible {
    /// The name, compared with case.
    public var name: String
    /// The value as it was sent, with its quotes if it has any.
    public var value: String

    /// Makes a cookie.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The text shown to people.
    public var description: String { "\(name)=\(value)" }

    /// Splits the value of a `Cookie` field at its semicolons, and each piece at its first `=` (RFC 6265, section 5.4).
    ///
    /// Nothing is decoded and quotes belong to the value; blanks around names and values are dropped, and so is a piece
    /// without `=` or without a name, which no user agent sends.
    public static func parse(_ line: String) -> [Cookie] {
        line.utf8.split(separator: UInt8(ascii: ";")).compactMap { piece in
            guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = trimmed(piece[..<equals])
            let value = trimmed(piece[equals...].dropFirst())
            return name.isEmpty ? nil : Cookie(name, value)
        }
    }

    private static func trimmed(_ piece: Substring.UTF8View) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var rest = piece.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
        return String(Substring(rest))
    }
}
