/// What tells stored responses apart; only a hash of it reaches a store.
///
/// The standard key of a request covers its method, its URL, its body, the headers that matter and its user. A request
/// may change any of them for itself (`APIRequest.cacheKey(_:)`), such as a time stamp in the URL, or a token that
/// changes where the user stays the same.
public struct CacheKey: Sendable, Hashable {
    /// The method.
    public var method: HTTPMethod
    /// The URL, written as RFC 3986, section 6.2, says: two that differ in the case of the host or in needless escapes are
    /// one, two whose query pairs are in another order are not.
    public var url: String
    /// The headers that matter, names in lower case and sorted.
    ///
    /// They are `Host`, `Accept`, `Accept-Language`, and `Content-Type` of a body; others matter where the response says
    /// so in `Vary`.
    public var headers: HTTPFields
    /// The content.
    public var body: [UInt8]
    /// Who asks: a hash of the headers that carry credentials; empty where there is none.
    ///
    /// Those are `Authorization`, `Proxy-Authorization`, `Cookie`, the headers of the plugins' `credentialHeaders`, and any
    /// whose name speaks of a token, a key, a session, an account, a tenant or a secret.
    public var user: String
    /// Keeps answers of stubs apart from those of the network.
    var isStubbed = false

    /// Makes a key of one's own; whoever chooses the name sees to it that users and answers are kept apart.
    public init(_ name: String) {
        method = .get
        url = name
        headers = [:]
        body = []
        user = ""
    }

    /// Makes the standard key of a request; `nil` where its body is a file or a stream.
    public init?(_ request: HTTPRequest, credentialHeaders: [String] = []) {
        guard let bytes = request.body.bytes else { return nil }
        method = request.method
        url = NormalizedURL.text(of: request.url)
        body = bytes
        let names = ["accept", "accept-language"] + (bytes.isEmpty ? [] : ["content-type"]) + ["host"]
        headers = HTTPFields(
            names.flatMap { name in
                request.headers[values: name].map { HTTPField(name, name == "host" ? $0.lowercased() : $0) }
            })
        user = Self.user(of: request.headers, credentialHeaders: credentialHeaders)
    }

    /// What a store sees: 64 hexadecimal digits, from which no part of the key can be read.
    public var digest: String {
        var hash = SHA256()
        hash.update(part: isStubbed ? "stub" : "network")
        hash.update(part: method.rawValue)
        hash.update(part: url)
        hash.update(part: user)
        hash.update(part: "\(headers.count)")
        for field in headers {
            hash.update(part: field.name)
            hash.update(part: field.value)
        }
        hash.update(part: body)
        return hash.hex()
    }

    private static func user(of headers: HTTPFields, credentialHeaders: [String]) -> String {
        let named = Set(credentialHeaders.map { $0.lowercased() })
        let lines = headers.map { HTTPField($0.name.lowercased(), $0.value) }
            .filter { named.contains($0.name) || isCredential($0.name) }
        guard !lines.isEmpty else { return "" }
        var hash = SHA256()
        for name in Set(lines.map(\.name)).sorted() {
            for line in lines where line.name == name {
                hash.update(part: name)
                hash.update(part: line.value)
            }
        }
        return hash.hex()
    }

    /// Whether a header carries what only its user knows, going by its name in lower case.
    private static func isCredential(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        return words.contains { word in
            guard bytes.count >= word.count else { return false }
            return (0...(bytes.count - word.count)).contains { start in
                bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word)
            }
        }
    }

    private static let words = [
        "auth", "token", "cookie", "session", "secret", "key", "credential", "password", "account", "tenant", "user-id",
    ].map { Array($0.utf8) }
}
