public import MockAPICore

/// The bytes of a body, with its text and its JSON made on demand and at most once.
public final class MatchContent {
    /// The bytes.
    public let bytes: [UInt8]
    private var cachedText: String?
    private var cachedJSON: Result<JSONValue, JSONSyntaxError>?

    /// Wraps bytes; nothing is decoded yet.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Wraps bytes that were read as JSON already.
    init(_ bytes: [UInt8], json: Result<JSONValue, JSONSyntaxError>) {
        self.bytes = bytes
        cachedJSON = json
    }

    /// The value, or why there is none, if somebody asked.
    var jsonAtHand: Result<JSONValue, JSONSyntaxError>? { cachedJSON }

    /// The bytes read as UTF-8, whatever charset is declared; what is no UTF-8 becomes U+FFFD.
    public var text: String {
        if let cachedText { return cachedText }
        let text = String(decoding: bytes, as: UTF8.self)
        cachedText = text
        return text
    }

    /// The value if the bytes are JSON, else why they are not; the Content-Type is not looked at.
    public var json: Result<JSONValue, JSONSyntaxError> {
        if let cachedJSON { return cachedJSON }
        let result = MatchInput.parseJSON(bytes)
        cachedJSON = result
        return result
    }
}
