#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ReceivedRequest {
    /// Makes the request that a server would have received for `request`, its content being `body`.
    ///
    /// The target is in origin form. `Host` comes first where the header section has none, and `Content-Length` last
    /// where there is content, as over a socket.
    public init(_ request: HTTPRequest, body: [UInt8], peerAddress: String? = nil) {
        var head = Array(request.method.rawValue.utf8)
        let methodRange = 0..<head.count
        head.append(UInt8(ascii: " "))
        let targetStart = head.count
        head += request.target.utf8
        let targetRange = targetStart..<head.count
        head += " HTTP/1.1\r\n".utf8

        var lines = Array(request.headers)
        if !request.headers.contains(name: "Host"), let authority = request.authority {
            lines.insert(HTTPField("Host", authority.description), at: 0)
        }
        let hasFraming =
            request.headers.contains(name: "Content-Length") || request.headers.contains(name: "Transfer-Encoding")
        if !body.isEmpty, !hasFraming { lines.append(HTTPField("Content-Length", "\(body.count)")) }

        var fields: [FieldPlace] = []
        fields.reserveCapacity(lines.count)
        for line in lines {
            let name = UInt32(head.count)..<UInt32(head.count + line.name.utf8.count)
            head += line.name.utf8
            head += ": ".utf8
            let value = UInt32(head.count)..<UInt32(head.count + line.value.utf8.count)
            head += line.value.utf8
            head += "\r\n".utf8
            fields.append(FieldPlace(name: name, value: value))
        }
        self.init(
            head: head, methodRange: methodRange, target: RequestTarget(originForm: head, in: targetRange),
            version: .http11, fields: fields, body: body, peerAddress: peerAddress)
        isSecure = request.url.scheme.map { HTTPToken.equalsIgnoringCase($0, "https") } ?? false
    }
}
