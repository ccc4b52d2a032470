import MockAPICore
import Testing

@Suite struct `A prepared response` {
    private func head(_ response: HTTPResponse) -> String {
        String(decoding: PreparedResponse(response).head, as: UTF8.self)
    }

    @Test func `has the fields as they are spelled, in order, and one framing`() {
        let response = HTTPResponse(
            201, headers: ["x-B": "2", "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "X-a": ""],
            body: HTTPBody("hello"))
        var fields = response.headers
        fields.add("Set-Cookie", "b=2")
        let prepared = PreparedResponse(HTTPResponse(201, headers: fields, body: response.body))
        #expect(
            String(decoding: prepared.head, as: UTF8.self)
                == "HTTP/1.1 201 Created\r\nx-B: 2\r\nSet-Cookie: a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT\r\nX-a: \r\n"
                + "Set-Cookie: b=2\r\nContent-Length: 5\r\n")
        #expect(prepared.body == Array("hello".utf8))
        #expect(prepared.framing == .length(5))
        #expect(prepared.headForHEAD == nil)
        #expect(!prepared.closesConnection && !prepared.hasDate)
    }

    @Test(arguments: [100, 101, 199, 204, 304])
    func `has no framing and no content where the status has none`(_ status: Int) {
        let response = HTTPResponse(
            HTTPStatus(status), headers: ["Content-Length": "9", "Transfer-Encoding": "chunked"],
            body: HTTPBody("hello"))
        let prepared = PreparedResponse(response)
        #expect(!String(decoding: prepared.head, as: UTF8.self).contains("Content-Length"))
        #expect(!String(decoding: prepared.head, as: UTF8.self).contains("Transfer-Encoding"))
        #expect(prepared.body.isEmpty && prepared.framing == .none && prepared.headForHEAD == nil)
    }

    @Test func `has the right length, but to HEAD that of the response (semantics-1)`() {
        let prepared = PreparedResponse(HTTPResponse(200, headers: ["content-length": "1024"]))
        #expect(prepared.head.elementsEqual("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n".utf8))
        #expect(prepared.headForHEAD?.elementsEqual("HTTP/1.1 200 OK\r\nContent-Length: 1024\r\n".utf8) == true)
        for wrong in ["+5", "-1", "", "5, 5", "99999999999999999999", "0x5"] {
            #expect(PreparedResponse(HTTPResponse(200, headers: ["Content-Length": wrong])).headForHEAD == nil)
        }
    }

    @Test func `leaves the framing of an unknown length to the writer`() {
        let stream = HTTPBody(.stream(length: nil) { AsyncThrowingStream { $0.finish() } })
        let prepared = PreparedResponse(HTTPResponse(200, headers: ["Transfer-Encoding": "chunked"], body: stream))
        #expect(prepared.head.elementsEqual("HTTP/1.1 200 OK\r\n".utf8))
        #expect(prepared.framing == .unknown && prepared.body.isEmpty && prepared.source != nil)
        let file = PreparedResponse(HTTPResponse(200, body: HTTPBody(.file(path: "/x", length: 7))))
        #expect(file.framing == .length(7) && file.source != nil)
        #expect(file.head.elementsEqual("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n".utf8))
    }

    @Test(arguments: [
        ("1\r\nX-B: 2", "X-A: 1  X-B: 2"), ("a\u{0}b", "X-A: a b"), ("a\nb", "X-A: a b"), ("a\u{7F}", "X-A: a "),
        ("é\t!", "X-A: é\t!"),
    ])
    func `cannot have a line injected by a value`(_ value: String, _ line: String) {
        #expect(head(HTTPResponse(200, headers: ["X-A": value])).contains("\r\n\(line)\r\n"))
        let reason = head(HTTPResponse(200, reason: value))
        #expect(reason.split(separator: "\r\n").count == 2)
    }

    @Test(arguments: ["", "X A", "X:A", "X\r\nY", "Ü", "X\u{0}"])
    func `leaves out a line whose name is no token`(_ name: String) {
        #expect(head(HTTPResponse(200, headers: [name: "1"])) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
    }

    @Test func `takes close and keep-alive out of Connection`() {
        let closing = PreparedResponse(HTTPResponse(200, headers: ["connection": "Close"]))
        #expect(closing.closesConnection)
        #expect(closing.head.elementsEqual("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n".utf8))
        let upgrade = PreparedResponse(HTTPResponse(101, headers: ["Connection": "keep-alive, Upgrade ,x"]))
        #expect(!upgrade.closesConnection)
        #expect(
            upgrade.head.elementsEqual("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade, x\r\n".utf8))
    }

    @Test func `keeps its own reason and Date, and sends an impossible status as 500`() {
        let prepared = PreparedResponse(HTTPResponse(200, reason: "Fine", headers: ["date": "yesterday"]))
        #expect(prepared.hasDate)
        #expect(prepared.head.elementsEqual("HTTP/1.1 200 Fine\r\ndate: yesterday\r\nContent-Length: 0\r\n".utf8))
        for status in [0, 99, 1000, -200, Int.max] {
            let impossible = PreparedResponse(HTTPResponse(HTTPStatus(status)))
            #expect(impossible.status == 500)
            #expect(impossible.head.starts(with: "HTTP/1.1 500 Internal Server Error\r\n".utf8))
        }
        #expect(head(HTTPResponse(299)).hasPrefix("HTTP/1.1 299 \r\n"))
    }
}
