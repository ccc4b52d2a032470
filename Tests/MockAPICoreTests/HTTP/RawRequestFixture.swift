import MockAPICore

/// Makes a request value of a request line and header lines, as a parser would.
func receivedRequest(_ method: String, _ target: String, _ headers: [(String, String)] = [], body: String = "") throws
    -> ReceivedRequest
{
    var head = Array("\(method) \(target) HTTP/1.1\r\n".utf8)
    let targetRange = method.utf8.count + 1..<method.utf8.count + 1 + target.utf8.count
    var fields: [ReceivedRequest.FieldPlace] = []
    for (name, value) in headers {
        let start = UInt32(head.count)
        head += Array(name.utf8)
        let nameEnd = UInt32(head.count)
        head += Array(": ".utf8)
        // A value is given in Latin-1 where it is no ASCII, to stand for bytes of any kind.
        let bytes = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let valueStart = UInt32(head.count)
        head += bytes
        fields.append(.init(name: start..<nameEnd, value: valueStart..<UInt32(head.count)))
        head += Array("\r\n".utf8)
    }
    let place = head.withUnsafeBufferPointer {
        RequestTarget($0, in: targetRange, isConnect: method == "CONNECT", isOptions: method == "OPTIONS")
    }
    guard let place else { throw WrongTarget() }
    return ReceivedRequest(
        head: head, methodRange: 0..<method.utf8.count, target: place, version: .http11, fields: fields,
        body: Array(body.utf8))
}

/// A target that fits none of the four forms.
struct WrongTarget: Error {}
