import Foundation

/// URLs that mean the same, written the same (RFC 3986, section 6.2).
enum NormalizedURL {
    /// The text by which URLs are compared.
    ///
    /// Scheme and host in lower case, no default port, no fragment, no user information, escapes in upper case and only
    /// where they are needed, no dot segments, `/` for an empty path. The query keeps its order.
    static func text(of url: URL) -> String {
        let text = url.absoluteString
        guard let colon = text.range(of: "://") else { return text }
        let scheme = text[..<colon.lowerBound].lowercased()
        let rest = text[colon.upperBound...].prefix { $0 != "#" }
        let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        var host = rest[..<end].lowercased()
        if let at = host.lastIndex(of: "@") { host = String(host[host.index(after: at)...]) }
        for suffix in [":", scheme == "https" ? ":443" : ":80"] where host.hasSuffix(suffix) {
            host = String(host.dropLast(suffix.count))
        }
        let mark = rest[end...].firstIndex(of: "?")
        let path = withoutDots(unescaped(rest[end..<(mark ?? rest.endIndex)]))
        let query = mark.map { unescaped(rest[$0...]) } ?? ""
        return "\(scheme)://\(host)\(path)\(query)"
    }

    /// Escapes of unreserved characters undone, all others in upper case.
    private static func unescaped(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = PercentCoding.hexValue(bytes[index + 1]), let low = PercentCoding.hexValue(bytes[index + 2])
            {
                let byte = high << 4 | low
                if isUnreserved(byte) {
                    output.append(byte)
                } else {
                    output.append(UInt8(ascii: "%"))
                    output += [digits[Int(high)], digits[Int(low)]]
                }
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// RFC 3986, section 5.2.4.
    private static func withoutDots(_ path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var output: [Substring] = []
        for segment in segments {
            if segment == ".." {
                _ = output.popLast()
            } else if segment != "." {
                output.append(segment)
            }
        }
        if let last = segments.last, last == "." || last == ".." { output.append("") }
        return "/" + output.joined(separator: "/")
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
