package import MockAPICore

/// Writes what a connection adds to a prepared response: `Date`, `Connection`, the framing of unknown lengths.
public enum ResponseSerializer {
    /// How the content is to be sent.
    public enum Framing: Sendable, Hashable {
        /// None is sent: HEAD, or a status without content.
        case none
        /// This many bytes.
        case length(Int)
        /// In chunks: `chunkHead(_:)`, the piece, CRLF, and `lastChunk` at the end.
        case chunked
        /// As it is, up to the end of the connection.
        case untilClose
    }

    /// Appends the whole head with its empty line, and says how the content is to be sent.
    ///
    /// `dateLine` is `Date: …` with its CRLF; it is left out where the response has its own. `keepAlive` is what the
    /// request allows; on return it says whether the connection stays open. `Connection: close` is written where it does
    /// not, `Connection: keep-alive` where it does and the peer speaks HTTP/1.0 (RFC 9112, section 9.3).
    package static func appendHead(
        of response: PreparedResponse, isHEAD: Bool, version: HTTPVersion, dateLine: [UInt8], keepAlive: inout Bool,
        to output: inout GatherBuffer<UInt8>
    ) -> Framing {
        if isHEAD, let head = response.headForHEAD {
            output.append(contentsOf: head)
        } else {
            output.append(contentsOf: response.head)
        }
        if !response.hasDate { output.append(contentsOf: dateLine) }
        var framing: Framing
        switch response.framing {
        case .none: framing = .none
        case .length(let length): framing = .length(length)
        case .unknown: framing = version == .http11 ? .chunked : .untilClose
        }
        if framing == .chunked, !(isHEAD && response.headForHEAD != nil) {
            output.append("Transfer-Encoding: chunked\r\n")
        }
        if isHEAD { framing = .none }
        if response.closesConnection || framing == .untilClose { keepAlive = false }
        if !keepAlive {
            output.append("Connection: close\r\n")
        } else if version == .http10 {
            output.append("Connection: keep-alive\r\n")
        }
        output.append("\r\n")
        return framing
    }

    /// The size line of a chunk of `count` bytes, at least one (RFC 9112, section 7.1).
    public static func chunkHead(_ count: Int) -> [UInt8] { Array("\(String(count, radix: 16))\r\n".utf8) }

    /// The chunk that ends the content, with an empty trailer section.
    public static let lastChunk: [UInt8] = Array("0\r\n\r\n".utf8)
}
