/// A response status code (RFC 9110, section 15).
public struct HTTPStatus: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// The three-digit code.
    public var rawValue: Int

    /// Makes a status of its code; codes outside 100...999 cannot be sent.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Makes a status of its code; codes outside 100...999 cannot be sent.
    public init(_ code: Int) { rawValue = code }

    /// Makes a status of its code; codes outside 100...999 cannot be sent.
    public init(integerLiteral value: Int) { rawValue = value }

    /// The three-digit code.
    public var code: Int { rawValue }

    /// Whether the left code is the smaller one.
    public static func < (left: HTTPStatus, right: HTTPStatus) -> Bool { left.rawValue < right.rawValue }

    /// The text shown to people.
    public var description: String { reasonPhrase.isEmpty ? "\(rawValue)" : "\(rawValue) \(reasonPhrase)" }

    /// Whether the code is 1xx.
    public var isInformational: Bool { 100..<200 ~= rawValue }
    /// Whether the code is 2xx.
    public var isSuccess: Bool { 200..<300 ~= rawValue }
    /// Whether the code is 3xx.
    public var isRedirection: Bool { 300..<400 ~= rawValue }
    /// Whether the code is 4xx.
    public var isClientError: Bool { 400..<500 ~= rawValue }
    /// Whether the code is 5xx.
    public var isServerError: Bool { 500..<600 ~= rawValue }

    /// Whether a response of this status never has content, whatever its header section says (RFC 9112, section 6.3).
    public var forbidsContent: Bool { isInformational || rawValue == 204 || rawValue == 304 }

    /// The registered reason phrase, or an empty text for a code that has none.
    public var reasonPhrase: String { Self.reasonPhrases[rawValue] ?? "" }

    private static let reasonPhrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content",
        423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended",
        511: "Network Authentication Required",
    ]
}
