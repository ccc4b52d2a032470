/// One `name=value` of a query or a form, decoded.
public struct QueryPair: Hashable, Sendable, CustomStringConvertible {
    /// The name; empty for `=value`.
    public var name: String
    /// The value; empty for `name` and `name=`.
    public var value: String

    /// Makes a pair.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The text shown to people.
    public var description: String { "\(name)=\(value)" }

    /// Splits at `&` and at the first `=` of each piece, then decodes (WHATWG URL, section 5.1).
    ///
    /// Order and repeated names are kept; empty pieces are dropped; an invalid escape stays as it is.
    public static func parse(_ bytes: some Collection<UInt8>) -> [QueryPair] {
        bytes.split(separator: UInt8(ascii: "&")).map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let value = piece[name.endIndex...].dropFirst()
            return QueryPair(
                PercentCoding.decode(name, plusIsSpace: true), PercentCoding.decode(value, plusIsSpace: true))
        }
    }

    /// Splits a text as `parse(_:)` does for bytes.
    public static func parse(_ text: String) -> [QueryPair] { parse(text.utf8) }

    /// The pairs joined and escaped for a query or a form.
    public static func encode(_ pairs: [QueryPair], for place: PercentCoding.Place = .queryComponent) -> String {
        pairs.map { "\(PercentCoding.encode($0.name, for: place))=\(PercentCoding.encode($0.value, for: place))" }
            .joined(separator: "&")
    }
}
