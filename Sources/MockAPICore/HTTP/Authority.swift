/// A host and an optional port, as in `Host` or in a URL (RFC 3986, section 3.2).
public struct Authority: Hashable, Sendable, CustomStringConvertible {
    /// The host in lower case; an IPv6 address stands without brackets.
    public var host: String
    /// The port, if one is named.
    public var port: Int?

    /// Makes an authority; an IPv6 `host` is given without brackets.
    public init(host: String, port: Int? = nil) {
        self.host = host.lowercased()
        self.port = port
    }

    /// Reads a host with or without a port: `host:port`, `[v6]:port`.
    ///
    /// User information is dropped; `nil` if the text is no authority.
    public init?(_ text: String) {
        var rest = Substring(text)
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        var host: Substring
        if rest.first == "[" {
            guard let close = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<close]
            rest = rest[rest.index(after: close)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest[host.endIndex...]
        }
        self.host = host.lowercased()
        guard rest.first == ":" else {
            guard rest.isEmpty else { return nil }
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), digits.utf8.count <= 5 else { return nil }
        port = Int(digits)
        if let port, port > 65535 { return nil }
    }

    /// The text shown to people.
    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }
}
