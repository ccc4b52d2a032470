import MockAPICore
import MockAPIMatching

extension MatchSubject {
    /// A subject of a request line without its version, header lines, and a body.
    convenience init(_ line: String, headers: [String] = [], body: String = "") {
        self.init(line, headers: headers, bytes: Array(body.utf8))
    }

    convenience init(_ line: String, headers: [String] = [], bytes: [UInt8]) {
        var head = Array("\(line) HTTP/1.1\r\n".utf8)
        let method = line.utf8.prefix { $0 != UInt8(ascii: " ") }.count
        let whole = method + 1..<line.utf8.count
        var fields: [ReceivedRequest.FieldPlace] = []
        for header in headers {
            let start = UInt32(head.count)
            let colon = UInt32(header.utf8.prefix { $0 != UInt8(ascii: ":") }.count)
            head += Array(header.utf8)
            let end = UInt32(head.count)
            fields.append(.init(name: start..<start + colon, value: min(end, start + colon + 2)..<end))
            head += [0x0D, 0x0A]
        }
        let target = head.withUnsafeBufferPointer {
            RequestTarget($0, in: whole, isConnect: false, isOptions: line.hasPrefix("OPTIONS"))
        }
        guard let target else { preconditionFailure("no request target in \(line)") }
        self.init(
            ReceivedRequest(
                head: head, methodRange: 0..<method, target: target, version: .http11, fields: fields, body: bytes))
    }
}
