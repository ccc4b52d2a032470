#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request as it came over the wire: the bytes of its head, the places of its parts, and its content.
///
/// The server, the matcher and the journal all work on this value. Nothing is decoded until somebody asks, and the
/// bytes can be shown as they were sent. A transport that answers in process makes one of an `HTTPRequest`.
public struct ReceivedRequest: Sendable {
    /// The places of one field line in `head`; blanks at the ends of the value are left out.
    public struct FieldPlace: Hashable, Sendable {
        /// Where the name stands.
        public var name: Range<UInt32>
        /// Where the value stands.
        public var value: Range<UInt32>

        /// Makes a field's places.
        @inlinable
        public init(name: Range<UInt32>, value: Range<UInt32>) {
            self.name = name
            self.value = value
        }
    }

    /// Request line and field lines with their line ends, without the empty line that ends them.
    public let head: [UInt8]
    /// Where the method stands in `head`.
    public let methodRange: Range<Int>
    /// Where the parts of the target stand in `head`.
    public let target: RequestTarget
    /// The version.
    public let version: HTTPVersion
    /// The field lines in order.
    public let fields: [FieldPlace]
    /// The content, without its chunks.
    public let body: [UInt8]
    /// The address of the peer without its port; `nil` where there is no socket.
    public let peerAddress: String?
    /// Whether the connection is encrypted, or would be for a request that is answered in process.
    public var isSecure = false
    /// The number of the exchange within its server, by which later news of it can be told; 0 where none was given.
    public var exchange: UInt64 = 0

    /// Makes a request of the parts that a parser found.
    public init(
        head: [UInt8], methodRange: Range<Int>, target: RequestTarget, version: HTTPVersion, fields: [FieldPlace],
        body: [UInt8] = [], peerAddress: String? = nil
    ) {
        self.head = head
        self.methodRange = methodRange
        self.target = target
        self.version = version
        self.fields = fields
        self.body = body
        self.peerAddress = peerAddress
    }

    /// The bytes of a field's name.
    public func nameBytes(_ field: FieldPlace) -> ArraySlice<UInt8> {
        head[Int(field.name.lowerBound)..<Int(field.name.upperBound)]
    }

    /// The bytes of a field's value.
    public func valueBytes(_ field: FieldPlace) -> ArraySlice<UInt8> {
        head[Int(field.value.lowerBound)..<Int(field.value.upperBound)]
    }
}

extension ReceivedRequest {
    /// The method.
    public var method: HTTPMethod { HTTPMethod(String(decoding: head[methodRange], as: UTF8.self)) }

    /// The target as it was sent.
    public var rawTarget: String { String(decoding: head[target.whole], as: UTF8.self) }

    /// The path as it was sent, `/` where the target has none (RFC 9110, section 4.2.3).
    public var rawPath: String {
        target.path.isEmpty && target.form == .absolute ? "/" : String(decoding: head[target.path], as: UTF8.self)
    }

    /// The query as it was sent, without its `?`.
    public var rawQuery: String? { target.query.map { String(decoding: head[$0], as: UTF8.self) } }

    /// Path and query as they were sent, whatever the form of the target.
    public var rawPathAndQuery: String { rawQuery.map { "\(rawPath)?\($0)" } ?? rawPath }

    /// The segments of the path, split before they are decoded, so that `%2F` is no separator.
    public var pathSegments: [String] {
        guard target.form == .origin || target.form == .absolute, !target.path.isEmpty else { return [] }
        return head[target.path].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentCoding.decode($0) }
    }

    /// The pairs of the query in order, repeated names kept, `+` a blank, empty pieces dropped.
    public var queryPairs: [QueryPair] { target.query.map { QueryPair.parse(head[$0]) } ?? [] }

    /// The field lines as texts; bytes that are no UTF-8 are read as Latin-1.
    public var headers: HTTPFields {
        HTTPFields(fields.map { HTTPField(String(decoding: nameBytes($0), as: UTF8.self), Self.text(valueBytes($0))) })
    }

    /// The values of all lines of this name, in order.
    public func values(of name: String) -> [String] {
        fields.filter { HTTPToken.equalsIgnoringCase(nameBytes($0), name.utf8) }.map { Self.text(valueBytes($0)) }
    }

    /// The value of the first line of this name.
    public func value(of name: String) -> String? {
        fields.first { HTTPToken.equalsIgnoringCase(nameBytes($0), name.utf8) }.map { Self.text(valueBytes($0)) }
    }

    /// The scheme of the request's URI in lower case: of the target where it names one, else of the connection
    /// (RFC 9112, section 3.3).
    public var scheme: String {
        guard target.form == .absolute else { return isSecure ? "https" : "http" }
        let scheme = head[target.whole].prefix { $0 != UInt8(ascii: ":") }
        return String(decoding: scheme.map { HTTPToken.lowercased($0) }, as: UTF8.self)
    }

    /// The host and port that the request is for: of the target where it names them, else of `Host`
    /// (RFC 9112, section 3.2.2).
    public var authority: Authority? {
        if let range = target.authority { return Authority(String(decoding: head[range], as: UTF8.self)) }
        return value(of: "Host").flatMap { Authority($0) }
    }

    /// The text of a field's value; bytes that are no UTF-8 are read as Latin-1.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
