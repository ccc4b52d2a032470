/// One token of a JSON text: what it is and where it stands.
public struct JSONToken: Hashable, Sendable {
    /// The kinds of token; commas and colons are none.
    public enum Kind: UInt8, Sendable, Hashable {
        /// `{`.
        case beginObject
        /// `}`.
        case endObject
        /// `[`.
        case beginArray
        /// `]`.
        case endArray
        /// The name of a member; its value follows.
        case key
        /// A text, with its quotes.
        case string
        /// A number.
        case number
        /// `true`.
        case `true`
        /// `false`.
        case `false`
        /// `null`.
        case null
    }

    /// What it is.
    public var kind: Kind
    /// Whether a key or a string contains a backslash.
    public var hasEscapes: Bool
    /// The place of its first byte.
    public var start: Int
    /// The place after its last byte.
    public var end: Int

    /// Makes a token.
    public init(_ kind: Kind, start: Int, end: Int, hasEscapes: Bool = false) {
        self.kind = kind
        self.hasEscapes = hasEscapes
        self.start = start
        self.end = end
    }

    /// The bytes of the token; those of a key or a string with its quotes.
    public var range: Range<Int> { Range(uncheckedBounds: (start, end)) }

    /// The text of a key or a string, unescaped; that of any other token as it was written.
    public func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        switch kind {
        case .key, .string: JSONText.string(bytes, start + 1, end - 1, hasEscapes: hasEscapes)
        default: JSONText.string(bytes, start, end, hasEscapes: false)
        }
    }
}
