#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPRequest {
    /// Path and query of the URL as they are escaped there, `/` for an empty path: the target in origin form
    /// (RFC 9112, section 3.2.1).
    public var target: String {
        let text = url.absoluteString
        let bytes = text.utf8
        var start = text.startIndex
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") {
            let rest = bytes[colon...].dropFirst(3)
            start = rest.firstIndex { "/?#".utf8.contains($0) } ?? text.endIndex
        }
        let target = Substring(bytes[start...].prefix { $0 != UInt8(ascii: "#") })
        return target.utf8.first == UInt8(ascii: "/") ? String(target) : "/" + target
    }

    /// The host and port of the URL, without user information; `nil` where it names no host.
    public var authority: Authority? {
        let text = url.absoluteString
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") else {
            return nil
        }
        let authority = text.utf8[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
        return authority.isEmpty ? nil : Authority(String(Substring(authority)))
    }
}
