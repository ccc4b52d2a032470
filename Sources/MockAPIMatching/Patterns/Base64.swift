internal import Foundation

/// Bytes as Base64 (RFC 4648, section 4), as stub files write them.
enum Base64 {
    static func text(_ bytes: some Collection<UInt8>) -> String { Data(bytes).base64EncodedString() }

    /// The bytes of a text, be its padding there or not; `nil` where it is no Base64.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        var padded = Data(text)
        while padded.count % 4 != 0 { padded.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: padded).map { [UInt8]($0) }
    }

    /// The beginning for people, with the number of bytes: `AQID (3 bytes)`.
    static func excerpt(_ bytes: [UInt8]) -> String {
        let count = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        return bytes.count <= 48 ? "\(text(bytes)) (\(count))" : "\(text(bytes.prefix(48)))… (\(count))"
    }
}
