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
        var rest = Substring(text).utf8
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[rest.index(after: at)...] }
        let host: Substring.UTF8View
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<close]
            rest = rest[rest.index(after: close)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
        } else {
            host = rest.prefix { $0 != UInt8(ascii: ":") }
            rest = rest[host.endIndex...]
        }
        let isLower = host.allSatisfy { $0 < 0x80 && !(0x41...0x5A ~= $0) }
        self.host = isLower ? String(Substring(host)) : Substring(host).lowercased()
        guard rest.first == UInt8(ascii: ":") else {
            guard rest.isEmpty else { return nil }
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), digits.count <= 5 else { return nil }
        port = digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        if let port, port > 65535 { return nil }
    }

    /// The text shown to people.
    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }
}
