import MockAPICore
import MockAPISockets
import Testing

@Suite struct `The writer of responses` {
    private static let stream = HTTPBody(.stream(length: nil) { AsyncThrowingStream { $0.finish() } })

    private func write(
        _ response: HTTPResponse, isHEAD: Bool = false, _ version: HTTPVersion = .http11, keepAlive: Bool = true
    ) -> (text: String, framing: ResponseSerializer.Framing, keepAlive: Bool) {
        var output = GatherBuffer<UInt8>(capacity: 1)
        var keepAlive = keepAlive
        let framing = ResponseSerializer.appendHead(
            of: PreparedResponse(response), isHEAD: isHEAD, version: version, dateLine: Array("Date: now\r\n".utf8),
            keepAlive: &keepAlive, to: &output)
        return (output.withElements { String(decoding: $0, as: UTF8.self) }, framing, keepAlive)
    }

    @Test func `adds Date, and Connection by version (semantics-3)`() {
        let response = HTTPResponse(200, body: HTTPBody("ok"))
        let start = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nDate: now\r\n"
        #expect(write(response) == ("\(start)\r\n", .length(2), true))
        #expect(write(response, keepAlive: false) == ("\(start)Connection: close\r\n\r\n", .length(2), false))
        #expect(write(response, .http10) == ("\(start)Connection: keep-alive\r\n\r\n", .length(2), true))
        #expect(write(response, .http10, keepAlive: false).text == "\(start)Connection: close\r\n\r\n")
        let closing = HTTPResponse(200, headers: ["Connection": "close", "Date": "then"], body: HTTPBody("ok"))
        #expect(
            write(closing)
                == (
                    "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\nConnection: close\r\n\r\n", .length(2), false
                ))
    }

    @Test func `sends an unknown length in chunks, but never to HTTP/1.0 (semantics-3)`() {
        let response = HTTPResponse(200, body: Self.stream)
        let start = "HTTP/1.1 200 OK\r\nDate: now\r\n"
        #expect(write(response) == ("\(start)Transfer-Encoding: chunked\r\n\r\n", .chunked, true))
        #expect(write(response, .http10) == ("\(start)Connection: close\r\n\r\n", .untilClose, false))
    }

    @Test func `gives HEAD the head of GET and no content (semantics-1)`() {
        let response = HTTPResponse(200, body: HTTPBody("{\"a\":1}"))
        #expect(write(response, isHEAD: true).text == write(response).text)
        #expect(write(response, isHEAD: true).framing == .none)
        let stated = write(HTTPResponse(200, headers: ["Content-Length": "1024"]), isHEAD: true)
        #expect(stated.text == "HTTP/1.1 200 OK\r\nContent-Length: 1024\r\nDate: now\r\n\r\n")
        let stream = HTTPResponse(200, headers: ["Content-Length": "9"], body: Self.stream)
        #expect(write(stream, isHEAD: true).text == "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nDate: now\r\n\r\n")
        #expect(write(HTTPResponse(200, body: Self.stream), isHEAD: true).framing == .none)
        #expect(write(HTTPResponse(200, body: Self.stream), isHEAD: true, .http10).keepAlive)
    }

    @Test func `frames chunks in hexadecimal`() {
        #expect(ResponseSerializer.chunkHead(1) == Array("1\r\n".utf8))
        #expect(ResponseSerializer.chunkHead(70_000) == Array("11170\r\n".utf8))
        #expect(ResponseSerializer.lastChunk == Array("0\r\n\r\n".utf8))
    }

    @Test func `is understood by the reader of responses`() {
        for response in [
            HTTPResponse(200, headers: ["X-A": "1"], body: HTTPBody("hello")), HTTPResponse(204), HTTPResponse(404),
        ] {
            let prepared = PreparedResponse(response)
            let bytes = Array(write(response).text.utf8) + prepared.body
            let read = ParsedResponse(Cut.whole(bytes), to: .get)
            #expect(read.status == response.status.code && read.keepAlive == true)
            #expect(read.body.map { Array($0.utf8) } == response.body.bytes)
        }
    }
}
