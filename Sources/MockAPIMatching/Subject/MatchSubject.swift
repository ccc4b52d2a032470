public import MockAPICore

/// One request while it is being matched: its parts are decoded when a pattern first asks, and at most once.
///
/// Not `Sendable`: a subject belongs to one matching pass on one thread.
public final class MatchSubject {
    /// The request.
    public let request: ReceivedRequest
    /// What matching noticed, such as a regular expression that ran away.
    public var log: MatchLog {
        if let cachedLog { return cachedLog }
        let log = MatchLog(isHasty: isHasty)
        cachedLog = log
        return log
    }
    private var cachedLog: MatchLog?
    private let isHasty: Bool

    private var cachedPath: ArraySlice<UInt8>?
    private var cachedPathAndQuery: ArraySlice<UInt8>?
    private var cachedPathText: String?
    private var cachedPathAndQueryText: String?
    private var cachedQuery: [QueryPair]?
    private var cachedForm: [QueryPair]?
    private var cachedCookies: [Cookie]?
    private var cachedAuthority: Authority??

    /// The body; its text and JSON are made on demand.
    public var body: MatchContent {
        if let cachedBody { return cachedBody }
        let body = MatchContent(request.body)
        cachedBody = body
        return body
    }
    private var cachedBody: MatchContent?

    /// Makes a subject of a request; nothing is decoded yet.
    public init(_ request: ReceivedRequest) {
        self.request = request
        isHasty = false
    }

    /// Makes a subject of a request whose body may have been read as JSON already, for a pass that may have to be hasty; see
    /// `MatchLog.isHasty`.
    package init(_ request: ReceivedRequest, json: Result<JSONValue, JSONSyntaxError>? = nil, isHasty: Bool) {
        self.request = request
        self.isHasty = isHasty
        if let json { cachedBody = MatchContent(request.body, json: json) }
    }

    /// The JSON of the body, or why it is none, if somebody asked.
    package var jsonAtHand: Result<JSONValue, JSONSyntaxError>? { cachedBody?.jsonAtHand }

    /// What matching noticed so far.
    public var diagnostics: [MatchDiagnostic] { cachedLog?.diagnostics ?? [] }

    /// Whether a hasty pass is void; see `MatchLog.isHasty`.
    package var isCutShort: Bool { cachedLog?.isCutShort ?? false }

    /// Says which stub was asked last, for what was noticed meanwhile.
    package func didAsk(_ stub: @autoclosure () -> StubReference) {
        if let cachedLog, cachedLog.hasUnnamed { cachedLog.name(stub()) }
    }

    /// The method's bytes.
    public var methodBytes: ArraySlice<UInt8> { request.head[request.methodRange] }

    /// The path in the normal form of `EncodedText`; `/` where the target has none.
    public var normalizedPath: ArraySlice<UInt8> {
        if let cachedPath { return cachedPath }
        let range = request.target.path
        let path =
            range.isEmpty && request.target.form == .absolute
            ? [UInt8(ascii: "/")] : Self.normalize(request.head[range])
        cachedPath = path
        return path
    }

    /// Path and query in the normal form of `EncodedText`, whatever the form of the target.
    public var normalizedPathAndQuery: ArraySlice<UInt8> {
        if let cachedPathAndQuery { return cachedPathAndQuery }
        var whole = normalizedPath
        if let query = request.target.query {
            whole =
                request.target.path.isEmpty || request.target.path.upperBound + 1 != query.lowerBound
                ? normalizedPath + [UInt8(ascii: "?")] + Self.normalize(request.head[query])
                : Self.normalize(request.head[request.target.path.lowerBound..<query.upperBound])
        }
        cachedPathAndQuery = whole
        return whole
    }

    /// The path as it was sent, for regular expressions.
    public var rawPath: String {
        if let cachedPathText { return cachedPathText }
        let text = request.rawPath
        cachedPathText = text
        return text
    }

    /// Path and query as they were sent, for regular expressions.
    public var rawPathAndQuery: String {
        if let cachedPathAndQueryText { return cachedPathAndQueryText }
        let text = request.rawPathAndQuery
        cachedPathAndQueryText = text
        return text
    }

    /// The pairs of the query, decoded, in order.
    public var query: [QueryPair] {
        if let cachedQuery { return cachedQuery }
        let pairs = request.queryPairs
        cachedQuery = pairs
        return pairs
    }

    /// The decoded values of all query pairs of this name, in order.
    public func queryValues(_ name: String) -> [String] {
        guard request.target.query != nil else { return [] }
        return query.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The values of all field lines of this name, in order; a value with commas is one value.
    public func headerValues(_ name: String) -> [String] { request.values(of: name) }

    /// Whether the body is a form: `application/x-www-form-urlencoded`, whatever its parameters.
    public var isForm: Bool {
        guard let type = request.value(of: "Content-Type").flatMap({ MediaType($0) }) else { return false }
        return type.essence == "application/x-www-form-urlencoded"
    }

    /// The pairs of a form, decoded, in order; none where the body is of another type.
    public var form: [QueryPair] {
        if let cachedForm { return cachedForm }
        let pairs = isForm ? QueryPair.parse(request.body) : []
        cachedForm = pairs
        return pairs
    }

    /// The decoded values of all pairs of this name in a form, in order.
    public func formValues(_ name: String) -> [String] {
        form.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The cookies of all `Cookie` lines, in order.
    public var cookies: [Cookie] {
        if let cachedCookies { return cachedCookies }
        let cookies = headerValues("Cookie").flatMap { Cookie.parse($0) }
        cachedCookies = cookies
        return cookies
    }

    /// The values of all cookies of this name, in order; names are compared with case.
    public func cookieValues(_ name: String) -> [String] {
        cookies.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The host in lower case and the port that the request names: those of its target, else those of `Host`.
    public var authority: Authority? {
        if let cachedAuthority { return cachedAuthority }
        let authority = request.authority
        cachedAuthority = .some(authority)
        return authority
    }

    /// The port that the request is for, that of its scheme where none is named; `nil` where it names no host.
    public var port: Int? { authority.map { $0.port ?? (request.scheme == "https" ? 443 : 80) } }

    /// Bytes without an escape are in their normal form already and are not copied.
    private static func normalize(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.contains(UInt8(ascii: "%")) ? EncodedText.normalize(bytes)[...] : bytes
    }
}
