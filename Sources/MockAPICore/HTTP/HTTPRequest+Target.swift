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
        let start = Self.authorityRange(of: text)?.upperBound ?? text.startIndex
        let target = text.utf8[start...].prefix { $0 != UInt8(ascii: "#") }
        return target.first == UInt8(ascii: "/") ? String(Substring(target)) : "/" + Substring(target)
    }

    /// The host and port of the URL, without user information; `nil` where it names no host.
    public var authority: Authority? {
        let text = url.absoluteString
        guard let range = Self.authorityRange(of: text), !range.isEmpty else { return nil }
        return Authority(String(text[range]))
    }

    /// The place of what stands between `://` and the path.
    private static func authorityRange(of text: String) -> Range<String.Index>? {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        let start = bytes.index(colon, offsetBy: 3)
        let end = bytes[start...].firstIndex { byte in
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        }
        return start..<(end ?? bytes.endIndex)
    }
}
