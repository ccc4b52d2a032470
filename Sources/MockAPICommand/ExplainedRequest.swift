import MockAPICore
import MockAPISockets

/// The request of a command line, read by the parser that the server reads requests with.
enum ExplainedRequest {
    /// The host that stands for the server.
    static let host = "127.0.0.1:8080"
    private static let peer = "127.0.0.1"

    /// Makes a request of its line, such as `GET /users/7`, of headers such as `Accept: text/plain`, and of a body.
    ///
    /// Where the headers give none, `Host` and, with a body, `Content-Length` are added.
    static func make(_ line: String, headers: [String], body: [UInt8]) throws(UsageError) -> ReceivedRequest {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, !words[0].isEmpty, !words[1].isEmpty else {
            throw .invalidValue(
                option: "--request", found: line, expected: "a method, one blank and a target, such as GET /users")
        }
        var fields: [HTTPField] = []
        for header in headers {
            guard let colon = header.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw .invalidValue(option: "--header", found: header, expected: "a name, a colon and a value")
            }
            let field = HTTPField(
                String(header[..<colon]), trimmed(header[header.utf8.index(after: colon)...]))
            guard field.isValid else {
                throw .invalidValue(option: "--header", found: header, expected: "a header that can be sent")
            }
            fields.append(field)
        }
        let known = HTTPFields(fields)
        if !known.contains(name: "Host") { fields.insert(HTTPField("Host", host), at: 0) }
        if !body.isEmpty, !known.contains(name: "Content-Length"), !known.contains(name: "Transfer-Encoding") {
            fields.append(HTTPField("Content-Length", "\(body.count)"))
        }
        let head = "\(line) HTTP/1.1\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        return try parse(Array(head.utf8) + body, line)
    }

    private static func parse(_ bytes: [UInt8], _ line: String) throws(UsageError) -> ReceivedRequest {
        var parser = RequestParser(limits: HTTPLimits(), peerAddress: peer)
        var offset = 0
        while true {
            switch bytes.withUnsafeBytes({ parser.next(in: $0, from: &offset) }) {
            case .headComplete: continue
            case .request(let request, _): return request
            case .needMore:
                throw .invalidValue(
                    option: "--header", found: "Content-Length", expected: "the length of the body; leave it out")
            case .failure(let error):
                throw .invalidValue(
                    option: "--request", found: line, expected: "a request that can be sent: \(error.message)")
            }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
