/// How a JSON value is written.
public enum JSONStyle: Sendable, Hashable {
    /// Without blanks.
    case compact
    /// A line for each element and member, two blanks for each level.
    case pretty
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String { rendered() }

    /// The value as a JSON text, number literals and key order kept.
    public func rendered(_ style: JSONStyle = .compact) -> String {
        String(decoding: renderedBytes(style), as: UTF8.self)
    }

    /// The bytes of the value as a JSON text, number literals and key order kept.
    ///
    /// Only what must be is escaped: quotes, backslashes and control characters (RFC 8259, section 7).
    public func renderedBytes(_ style: JSONStyle = .compact) -> [UInt8] {
        var printer = JSONPrinter(style: style)
        printer.print(self)
        return printer.output.bytes
    }
}
