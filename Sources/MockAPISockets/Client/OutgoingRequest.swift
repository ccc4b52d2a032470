import MockAPICore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request turned into the bytes that go over the wire.
struct OutgoingRequest: Sendable {
    /// How the content is delimited.
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
    }

    /// Where the connection goes.
    let origin: Origin
    /// Request line and header section with the empty line.
    let head: [UInt8]
    /// How the content is delimited.
    let framing: Framing
    /// The content.
    let body: HTTPBody
    /// The method.
    let method: HTTPMethod
    /// Whether the request asks for the connection to be closed after the response.
    let closes: Bool

    /// Writes the head: the fields as they are given, after `Host` where it is missing, before the framing where it is.
    ///
    /// - Throws: `TransportError` where the URL is not `http`, or where something cannot be sent as it is given.
    init(_ request: HTTPRequest) throws(TransportError) {
        origin = try Self.origin(of: request)
        guard request.method.isValid else {
            throw TransportError(.other, "the method \"\(request.method)\" is no token and cannot be sent")
        }
        for field in request.headers where !field.isValid {
            throw TransportError(.other, "the header field \"\(field.name)\" holds bytes that cannot be sent")
        }
        let target = request.method == .connect ? origin.authority.description : request.target
        guard target.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw TransportError(.other, "the URL holds bytes that are not escaped: \(target)")
        }
        method = request.method
        body = request.body
        let (framing, line) = try Self.framing(of: request)
        self.framing = framing
        closes = request.headers[values: "Connection"].contains { value in
            value.utf8.split(separator: UInt8(ascii: ",")).contains { element in
                HTTPToken.equalsIgnoringCase(element.filter { $0 != 0x20 && $0 != 0x09 }, "close".utf8)
            }
        }

        var head: [UInt8] = []
        head.reserveCapacity(256)
        head.append(contentsOf: request.method.rawValue.utf8)
        head.append(Byte.space)
        head.append(contentsOf: target.utf8)
        head.append(contentsOf: " HTTP/1.1\r\n".utf8)
        if !request.headers.contains(name: "Host") { Self.append("Host", origin.hostField, to: &head) }
        for field in request.headers { Self.append(field.name, field.value, to: &head) }
        if let line { Self.append(line.name, line.value, to: &head) }
        head.append(Byte.carriageReturn)
        head.append(Byte.lineFeed)
        self.head = head
    }

    private static func append(_ name: String, _ value: String, to head: inout [UInt8]) {
        head.append(contentsOf: name.utf8)
        head.append(Byte.colon)
        head.append(Byte.space)
        head.append(contentsOf: value.utf8)
        head.append(Byte.carriageReturn)
        head.append(Byte.lineFeed)
    }

    private static func origin(of request: HTTPRequest) throws(TransportError) -> Origin {
        let scheme = request.url.scheme ?? ""
        if HTTPToken.equalsIgnoringCase(scheme, "https") {
            throw TransportError(.tls, "SocketTransport speaks no TLS: send https URLs through URLSessionTransport")
        }
        guard HTTPToken.equalsIgnoringCase(scheme, "http") else {
            throw TransportError(.other, "SocketTransport sends http URLs only, not \(request.url.absoluteString)")
        }
        guard let authority = request.authority, !authority.host.isEmpty else {
            throw TransportError(.other, "the URL names no host: \(request.url.absoluteString)")
        }
        return Origin(authority)
    }

    /// The framing, and the line that says so unless the request has its own (RFC 9112, section 6).
    private static func framing(of request: HTTPRequest) throws(TransportError) -> (Framing, HTTPField?) {
        let length = request.body.length
        let codings = request.headers[values: "Transfer-Encoding"]
        if !codings.isEmpty {
            guard codings.count == 1, HTTPToken.equalsIgnoringCase(codings[0], "chunked"),
                !request.headers.contains(name: "Content-Length")
            else { throw TransportError(.other, "the only Transfer-Encoding that can be sent is chunked, alone") }
            return (.chunked, nil)
        }
        if let stated = request.headers["Content-Length"] {
            let number = stated.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(stated) : nil
            guard let number, request.headers[values: "Content-Length"].count == 1 else {
                throw TransportError(.other, "Content-Length \"\(stated)\" is no number, or not the only one")
            }
            guard length == nil || length == number else {
                throw TransportError(.other, "Content-Length is \(number), but the content has \(length ?? 0) bytes")
            }
            return (number == 0 && length == 0 ? .none : .length(number), nil)
        }
        guard let length else { return (.chunked, HTTPField("Transfer-Encoding", "chunked")) }
        guard length > 0 else {
            // Methods that usually have content say that there is none (RFC 9110, section 8.6).
            let saysSo = [.post, .put, .patch].contains(request.method)
            return (.none, saysSo ? HTTPField("Content-Length", "0") : nil)
        }
        return (.length(length), HTTPField("Content-Length", "\(length)"))
    }
}

/// The host and port that a connection goes to.
struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The host in lower case, escapes decoded; an IPv6 address stands without brackets.
    let host: String
    /// The port.
    let port: Int
    /// Host and port as the URL has them.
    let authority: Authority

    init(_ authority: Authority) {
        host = PercentCoding.decode(authority.host)
        port = authority.port ?? 80
        self.authority = authority
    }

    /// The value of `Host`.
    var hostField: String { authority.description }

    /// The text shown to people.
    var description: String { Authority(host: host, port: port).description }

    static func == (left: Origin, right: Origin) -> Bool { left.host == right.host && left.port == right.port }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
    }
}
