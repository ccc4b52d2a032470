/// A cookie of a store (RFC 6265).
public struct Cookie: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value, as it was sent.
    public var value: String
    /// The host that it belongs to, in lower case.
    public var domain: String
    /// Whether only that host gets it, not those below it.
    public var isHostOnly: Bool
    /// The path that it belongs to.
    public var path: String
    /// When it ends, in seconds since 1970; `nil` where it lasts as long as the store.
    public var expires: Double?
    /// Whether it is sent by `https` only.
    public var isSecure: Bool

    /// Reads a `Set-Cookie` value (RFC 6265, section 5.2); `nil` where it is none, or is meant for another host.
    init?(_ text: String, host: String, path requestPath: String, now: Double) {
        let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = pieces.first, let equals = pair.firstIndex(of: "=") else { return nil }
        name = Self.trimmed(pair[..<equals])
        value = Self.trimmed(pair[pair.index(after: equals)...])
        guard !name.isEmpty else { return nil }
        domain = host
        isHostOnly = true
        path = Self.defaultPath(requestPath)
        isSecure = false
        var maxAge: Double?
        for piece in pieces.dropFirst() {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let content = parts.count > 1 ? Self.trimmed(parts[1]) : ""
            switch Self.trimmed(parts.first ?? "").lowercased() {
            case "expires": expires = CookieDate.parse(content) ?? expires
            case "max-age": maxAge = Self.end(maxAge: content, now: now) ?? maxAge
            case "path": path = content.hasPrefix("/") ? content : Self.defaultPath(requestPath)
            case "secure": isSecure = true
            case "domain" where !content.isEmpty:
                domain = (content.hasPrefix(".") ? String(content.dropFirst()) : content).lowercased()
                isHostOnly = false
            default: break
            }
        }
        expires = maxAge ?? expires
        guard isHostOnly || Self.isHost(host, inside: domain) else { return nil }
        // Without a list of public suffixes, at least no whole top-level domain is taken.
        if !isHostOnly, domain != host, !domain.contains(".") { return nil }
    }

    /// When a cookie ends by its `Max-Age` (RFC 6265, section 5.2.2); `nil` where that is no number.
    private static func end(maxAge text: String, now: Double) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Double(text) else {
            return nil
        }
        return seconds <= 0 ? -.infinity : now + seconds
    }

    /// Whether the cookie goes with a request.
    func fits(host: String, path requestPath: String, isSecure isSecureRequest: Bool) -> Bool {
        guard isHostOnly ? host == domain : Self.isHost(host, inside: domain) else { return false }
        if isSecure, !isSecureRequest { return false }
        if requestPath == path { return true }
        return requestPath.hasPrefix(path) && (path.hasSuffix("/") || requestPath.dropFirst(path.count).first == "/")
    }

    private static func isHost(_ host: String, inside domain: String) -> Bool {
        if host == domain { return true }
        let isAddress = host.contains(":") || host.allSatisfy { $0 == "." || $0.isNumber }
        return !isAddress && host.hasSuffix("." + domain)
    }

    /// The path of the request up to its last slash (RFC 6265, section 5.1.4).
    private static func defaultPath(_ path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func trimmed(_ text: Substring) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let start = text.drop(while: isBlank)
        return String(start.reversed().drop(while: isBlank).reversed())
    }
}
