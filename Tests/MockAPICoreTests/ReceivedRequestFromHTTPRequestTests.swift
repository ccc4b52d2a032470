import Foundation
import MockAPICore
import Testing

@Suite struct ReceivedRequestFromHTTPRequestTests {
    private func received(_ url: String, headers: HTTPFields = [:], body: String = "") throws -> ReceivedRequest {
        let request = HTTPRequest(.post, try #require(URL(string: url)), headers: headers)
        return ReceivedRequest(request, body: Array(body.utf8))
    }

    @Test(arguments: [
        ("http://h/a%2Fb?x=1&y=%20", "/a%2Fb?x=1&y=%20"), ("http://h", "/"), ("http://h?x", "/?x"),
        ("http://h:81/#f", "/"), ("http://h/a?b#f", "/a?b"), ("http://u:p@h/a//b/", "/a//b/"), ("http://h/?", "/?"),
        ("http://[::1]:8080/x", "/x"), ("http://h/a:b?c://d", "/a:b?c://d"),
    ])
    func `the target is path and query as they are escaped in the URL`(url: String, target: String) throws {
        #expect(try received(url).rawTarget == target)
    }

    @Test(arguments: [
        ("http://h/a", "h"), ("http://h:81/a", "h:81"), ("http://u:p@h/a", "h"), ("http://[::1]:8080/x", "[::1]:8080"),
        ("http://H?x", "h"),
    ])
    func `Host is that of the URL`(url: String, host: String) throws {
        #expect(try received(url).value(of: "Host") == host)
    }

    @Test func `the head is what a socket would carry`() throws {
        let request = try received("http://h/a?b=c", headers: ["X-One": "1", "x-one": "2"], body: "hello")
        #expect(
            String(decoding: request.head, as: UTF8.self)
                == "POST /a?b=c HTTP/1.1\r\nHost: h\r\nX-One: 1\r\nx-one: 2\r\nContent-Length: 5\r\n")
        #expect(request.method == .post)
        #expect(request.rawPath == "/a")
        #expect(request.queryPairs == [QueryPair("b", "c")])
        #expect(request.values(of: "X-ONE") == ["1", "2"])
        #expect(request.body == Array("hello".utf8))
        #expect(request.version == .http11)
        #expect(request.peerAddress == nil)
    }

    @Test func `Host and framing of the request's own stay as they are`() throws {
        let request = try received("http://h/", headers: ["Host": "other", "content-length": "9"], body: "hello")
        #expect(request.values(of: "Host") == ["other"])
        #expect(request.values(of: "Content-Length") == ["9"])
    }
}
