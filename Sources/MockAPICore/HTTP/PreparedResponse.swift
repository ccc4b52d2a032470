/// A response turned into the bytes that go over the wire, once for any number of answers.
///
/// `head` has the status line, the fields as the response spells and orders them, and one framing; it lacks `Date` and
/// `Connection`, which belong to the connection, and the empty line.
///
/// - The framing fields are ours: a `Content-Length` of the response is replaced by the right one, and a
///   `Transfer-Encoding` is dropped. 1xx, 204 and 304 have neither (RFC 9112, section 6). Only in an answer to HEAD the
///   response's own `Content-Length` stays, since there is no content that it could contradict.
/// - No line can be injected: control bytes in values and in the reason become blanks (RFC 9110, section 5.5), and a line
///   whose name is no token is left out.
/// - `Connection: close` and `keep-alive` become `closesConnection`; other tokens stay.
/// - A status outside 100...999 is sent as 500.
public struct PreparedResponse: Sendable {
    /// What the head says about the length of the content.
    public enum Framing: Sendable, Hashable {
        /// The status has no content.
        case none
        /// `Content-Length` is in the head.
        case length(Int)
        /// The length is not known: the writer adds `Transfer-Encoding: chunked`, or closes after an HTTP/1.0 answer.
        case unknown
    }

    /// Shared by all copies, which are made for every answer.
    private final class Parts: Sendable {
        let head: [UInt8]
        let headForHEAD: [UInt8]?
        let body: [UInt8]
        let source: HTTPBody?
        let framing: Framing
        let status: Int
        let hasDate: Bool
        let closesConnection: Bool

        init(_ response: HTTPResponse) {
            let code = 100...999 ~= response.status.rawValue ? response.status.rawValue : 500
            status = code
            let length = response.body.length.map { max(0, $0) }
            let hasContent = !HTTPStatus(code).forbidsContent
            framing = hasContent ? length.map(Framing.length) ?? .unknown : .none
            body = hasContent ? response.body.bytes ?? [] : []
            source = hasContent && response.body.bytes == nil ? response.body : nil

            var writer = HeadWriter()
            let reason = response.reason ?? (code == response.status.rawValue ? response.status : 500).reasonPhrase
            writer.statusLine(code, reason: reason)
            var ownLength: Int?
            for field in response.headers { ownLength = writer.field(field) ?? ownLength }
            hasDate = writer.hasDate
            closesConnection = writer.closesConnection
            var head = writer.bytes
            if case .length(let length) = framing { PreparedResponse.appendLength(length, to: &head) }
            self.head = head
            if let ownLength, framing != .none, framing != .length(ownLength) {
                PreparedResponse.appendLength(ownLength, to: &writer.bytes)
                headForHEAD = writer.bytes
            } else {
                headForHEAD = nil
            }
        }
    }

    private let parts: Parts

    /// Prepares a response, whatever its fields hold.
    public init(_ response: HTTPResponse) { parts = Parts(response) }

    /// Status line, field lines and `Content-Length`, each with its CRLF.
    public var head: [UInt8] { parts.head }
    /// The same for an answer to HEAD, where it differs.
    public var headForHEAD: [UInt8]? { parts.headForHEAD }
    /// The content; empty where the status has none, and for files and streams, which the writer reads from `source`.
    public var body: [UInt8] { parts.body }
    /// The file or stream that is the content, where it is not at hand.
    public var source: HTTPBody? { parts.source }
    /// Whether the content is at hand: there is none, or it is `body`.
    public var isAtHand: Bool { parts.source == nil }
    /// The framing.
    public var framing: Framing { parts.framing }
    /// The status code.
    public var status: Int { parts.status }
    /// Whether the response brings its own `Date`.
    public var hasDate: Bool { parts.hasDate }
    /// Whether the response asks for the connection to be closed after it.
    public var closesConnection: Bool { parts.closesConnection }

    /// Whether both are copies of one.
    package func isSame(as other: PreparedResponse) -> Bool { parts === other.parts }

    /// Whether both send the same bytes; answers with content of a file or a stream are never equal.
    package func isEqual(to other: PreparedResponse) -> Bool {
        isSame(as: other)
            || isAtHand && other.isAtHand && status == other.status && framing == other.framing
                && hasDate == other.hasDate && closesConnection == other.closesConnection && head == other.head
                && headForHEAD == other.headForHEAD && body == other.body
    }

    private static func appendLength(_ length: Int, to head: inout [UInt8]) {
        head.append(contentsOf: "Content-Length: \(length)\r\n".utf8)
    }
}

/// Writes status line and field lines, leaving out what the connection and the framing add.
private struct HeadWriter {
    var bytes: [UInt8] = []
    var hasDate = false
    var closesConnection = false

    mutating func statusLine(_ code: Int, reason: String) {
        bytes.append(contentsOf: "HTTP/1.1 \(code) ".utf8)
        text(reason)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Writes one line; the value of a `Content-Length` is given back instead.
    mutating func field(_ field: HTTPField) -> Int? {
        guard !field.name.isEmpty, field.name.utf8.allSatisfy(HTTPToken.isTokenByte) else { return nil }
        if HTTPToken.equalsIgnoringCase(field.name, "Content-Length") {
            let digits = field.value.utf8
            guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            return Int(field.value)
        }
        if HTTPToken.equalsIgnoringCase(field.name, "Transfer-Encoding") { return nil }
        var value = field.value
        if HTTPToken.equalsIgnoringCase(field.name, "Connection") {
            let tokens = value.utf8.split(separator: UInt8(ascii: ",")).map(Self.trimmed).filter { token in
                let isClose = HTTPToken.equalsIgnoringCase(token, "close".utf8)
                if isClose { closesConnection = true }
                return !isClose && !token.isEmpty && !HTTPToken.equalsIgnoringCase(token, "keep-alive".utf8)
            }
            if tokens.isEmpty { return nil }
            value = tokens.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
        }
        if HTTPToken.equalsIgnoringCase(field.name, "Date") { hasDate = true }
        bytes.append(contentsOf: field.name.utf8)
        bytes.append(contentsOf: ": ".utf8)
        text(value)
        bytes.append(contentsOf: "\r\n".utf8)
        return nil
    }

    private mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8.lazy.map { HTTPToken.isFieldValueByte($0) ? $0 : UInt8(ascii: " ") })
    }

    private static func trimmed(_ token: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var token = token.drop(while: isBlank)
        while let last = token.last, isBlank(last) { token = token.dropLast() }
        return token
    }
}
