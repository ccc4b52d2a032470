public import MockAPICore

/// What a value pattern looks at: nothing, a text such as a header's value, or a body.
public enum MatchInput {
    /// There is no such header, parameter or body.
    case absent
    /// The value of a header or a parameter; it may be empty.
    case text(String)
    /// A body; an empty one counts as absent, as in WireMock.
    case content(MatchContent)

    /// Wraps a text that may be missing.
    public init(_ text: String?) { self = text.map { .text($0) } ?? .absent }

    /// Whether there is nothing to look at.
    public var isAbsent: Bool {
        switch self {
        case .absent: true
        case .text: false
        case .content(let content): content.bytes.isEmpty
        }
    }

    /// The text; `nil` where there is nothing.
    public var text: String? {
        switch self {
        case .absent: nil
        case .text(let text): text
        case .content(let content): content.bytes.isEmpty ? nil : content.text
        }
    }

    /// The JSON value or why there is none; `nil` where there is nothing.
    public var json: Result<JSONValue, JSONSyntaxError>? {
        switch self {
        case .absent: nil
        case .text(let text): Self.parseJSON(Array(text.utf8))
        case .content(let content): content.bytes.isEmpty ? nil : content.json
        }
    }

    /// Whether the bytes are these; an empty body has none.
    func hasBytes(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .absent: false
        case .text(let text): text.utf8.elementsEqual(bytes)
        case .content(let content): content.bytes == bytes
        }
    }

    /// Calls `body` with the UTF-8 bytes; `nil` where there is nothing.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        switch self {
        case .absent: return nil
        case .text(var text): return text.withUTF8(body)
        case .content(let content):
            return content.bytes.isEmpty ? nil : content.bytes.withUnsafeBufferPointer(body)
        }
    }

    static func parseJSON(_ bytes: [UInt8]) -> Result<JSONValue, JSONSyntaxError> {
        do throws(JSONSyntaxError) {
            return .success(try JSONValue(parsing: bytes))
        } catch {
            return .failure(error)
        }
    }
}
