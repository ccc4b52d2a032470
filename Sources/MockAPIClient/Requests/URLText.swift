import Foundation

/// An absolute URL taken apart without decoding anything (RFC 3986, section 3); a fragment is dropped, as it is never sent.
///
/// What may not stand in a path or a query is escaped; a valid escape stays as it is, a `%` that begins none becomes
/// `%25`.
struct URLText: Equatable {
    /// Scheme, host and port, the port always named.
    struct Origin: Hashable {
        var scheme: String
        var authority: Authority
    }

    /// `http` or `https`.
    var scheme: String
    /// Host and port as they are written.
    var host: String
    /// The path, escaped; empty, or beginning with `/`.
    var path: String
    /// The query, escaped, without `?`.
    var query: String?
    private var authority: Authority

    init(_ text: String) throws(InvalidRequest) {
        guard let colon = text.range(of: "://") else { throw InvalidRequest("\"\(text)\" is no absolute URL") }
        scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw InvalidRequest("\"\(text)\": the scheme must be http or https")
        }
        let rest = text[colon.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        host = String(rest[..<end])
        guard !host.contains("@") else {
            throw InvalidRequest("user and password do not belong in a URL; send them in a header")
        }
        guard !host.isEmpty, let authority = Authority(host), !authority.host.isEmpty,
            host.utf8.allSatisfy(Self.isHostByte)
        else { throw InvalidRequest("\"\(text)\": \"\(host)\" is no host with an optional port, in ASCII") }
        self.authority = authority
        (path, query) = Self.split(rest[end...])
    }

    /// Scheme, host and port, by which two URLs belong together (RFC 6454, section 4).
    var origin: Origin {
        let port = authority.port ?? (scheme == "https" ? 443 : 80)
        return Origin(scheme: scheme, authority: Authority(host: authority.host, port: port))
    }

    /// Whether there is more than `/`.
    var hasPath: Bool { path.contains { $0 != "/" } }

    /// The whole.
    var text: String { "\(scheme)://\(host)\(path)" + (query.map { "?\($0)" } ?? "") }

    /// This path and query on another origin.
    func onOrigin(of other: URLText) -> String {
        "\(other.scheme)://\(other.host)\(path)" + (query.map { "?\($0)" } ?? "")
    }

    /// This path and query below another URL's path.
    func below(_ other: URLText) -> String {
        var result = other
        result.path = Self.join(other.path, path)
        result.query = Self.join(queries: [other.query, query])
        return result.text
    }

    /// Without the first segments of the path, where they are those of `prefix`.
    func removing(pathPrefix prefix: String) -> URLText {
        let bare = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
        guard path == bare || path.hasPrefix(bare + "/") else { return self }
        var result = self
        result.path = String(path.dropFirst(bare.count))
        return result
    }

    /// Appends a path, which may have a query, and query text that is escaped already.
    mutating func append(path added: String, query more: String) {
        let (addedPath, addedQuery) = Self.split(added[...])
        path = Self.join(path, addedPath)
        query = Self.join(queries: [query, addedQuery, more.isEmpty ? nil : more])
    }

    /// The URL; the path is `/` where there is none.
    func url() throws(InvalidRequest) -> URL {
        var whole = self
        if whole.path.isEmpty { whole.path = "/" }
        guard let url = URL(string: whole.text) else { throw InvalidRequest("\"\(text)\" is no URL") }
        return url
    }

    /// Escapes what may not stand in a URL or a reference to one, its fragment included.
    static func escapeReference(_ text: String) -> String {
        escape(text.trimmingCharacters(in: .whitespaces)[...], plain: "/?#[]")
    }

    /// Joins two paths with one slash at the seam.
    private static func join(_ left: String, _ right: String) -> String {
        if right.isEmpty { return left }
        let head = String(left.reversed().drop { $0 == "/" }.reversed())
        return head + "/" + right.drop { $0 == "/" }
    }

    private static func join(queries: [String?]) -> String? {
        let present = queries.compactMap(\.self)
        guard !present.isEmpty else { return nil }
        return present.filter { !$0.isEmpty }.joined(separator: "&")
    }

    private static func split(_ text: Substring) -> (path: String, query: String?) {
        let whole = text.prefix { $0 != "#" }
        let path = whole.prefix { $0 != "?" }
        let query = path.endIndex < whole.endIndex ? whole[whole.index(after: path.endIndex)...] : nil
        return (escape(path, plain: "/"), query.map { escape($0, plain: "/?") })
    }

    /// Escapes what may not stand there; `plain` is allowed besides the characters of a path segment.
    private static func escape(_ text: Substring, plain: StaticString) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count
                && PercentCoding.hexValue(bytes[index + 1]) != nil && PercentCoding.hexValue(bytes[index + 2]) != nil
            if isEscape || isPlain(byte) || plain.withUTF8Buffer({ $0.contains(byte) }) {
                output.append(byte)
            } else {
                output += Array("%".utf8) + [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=:@".utf8.contains(byte)
        }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~:[]".utf8.contains(byte)
        }
    }
}
