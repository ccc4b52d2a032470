import Foundation
import MockAPIClient
import MockAPITestSupport
import Testing

@Suite struct `The URLSession transport` {
    private let transport = URLSessionTransport()

    private func request(
        _ peer: ScriptedPeer, _ method: HTTPMethod = .get, _ path: String = "/", headers: HTTPFields = [:],
        body: HTTPBody = .empty, timeout: Duration = .seconds(10)
    ) throws -> HTTPRequest {
        HTTPRequest(
            method, try #require(URL(string: peer.baseURL + path)), headers: headers, body: body, timeout: timeout)
    }

    private func ok(_ body: String, _ fields: String = "") -> ScriptedPeer.Step {
        .write("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    @Test func `sends what it is given, escapes and names as they are`() async throws {
        let peer = try ScriptedPeer([.readRequest, ok("hi")])
        defer { peer.stop() }
        let response = try await transport.send(
            request(
                peer, .post, "/a%2Fb?c=%20&d=+",
                headers: ["X-One": "1", "Content-Type": "text/x", "Host": "www.example"],
                body: HTTPBody("content")))
        #expect(response.status == 200)
        #expect(response.body.bytes == Array("hi".utf8))
        let sent = peer.received()
        #expect(sent.hasPrefix("POST /a%2Fb?c=%20&d=+ HTTP/1.1\r\n"))
        #expect(sent.contains("\r\nX-One: 1\r\n"))
        #expect(sent.contains("\r\nHost: www.example\r\n"))
        #expect(sent.contains("\r\nContent-Type: text/x\r\n"))
        #expect(sent.contains("\r\nContent-Length: 7\r\n"))
        #expect(sent.hasSuffix("\r\n\r\ncontent"))
        #expect(!sent.contains("Cookie"))
        #expect(!sent.contains("Expect"))
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
    func `names a type of every body`(method: HTTPMethod) async throws {
        let peer = try ScriptedPeer([.readRequest, ok("")])
        defer { peer.stop() }
        _ = try await transport.send(request(peer, method, body: HTTPBody("x")))
        #expect(peer.received().contains("\r\nContent-Type: application/octet-stream\r\n"))
    }

    @Test func `sends files and streams with their length`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mockapi-\(UUID().uuidString)")
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let stream = HTTPBody(
            .stream(length: nil) {
                AsyncThrowingStream {
                    $0.yield([0x61])
                    $0.yield([0x62, 0x63])
                    $0.finish()
                }
            })
        for (body, sent) in [(HTTPBody(.file(path: file.path, length: 4)), "file"), (stream, "abc")] {
            let peer = try ScriptedPeer([.readRequest, ok("")])
            defer { peer.stop() }
            _ = try await transport.send(request(peer, .put, body: body))
            #expect(peer.received().contains("\r\nContent-Length: \(sent.utf8.count)\r\n"))
            #expect(peer.received().hasSuffix("\r\n\r\n\(sent)"))
        }
    }

    @Test func `refuses a GET with a body in words`() async throws {
        let peer = try ScriptedPeer([.readRequest, ok("")])
        defer { peer.stop() }
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request(peer, .get, body: HTTPBody("x")))
        }
        #expect(error?.message == "URLSession sends no GET with a body")
    }

    @Test func `keeps no cookies and follows no redirect`() async throws {
        let peer = try ScriptedPeer(
            [
                .readRequest,
                .write(
                    "HTTP/1.1 302 Found\r\nLocation: /next\r\nSet-Cookie: a=b; Expires=Wed, 21 Oct 2037 07:28:00 GMT\r\n"
                        + "Set-Cookie: c=d==\r\nContent-Length: 2\r\n\r\nhi"), .readRequest, ok(""),
            ])
        defer { peer.stop() }
        let response = try await transport.send(request(peer))
        #expect(response.status == 302)
        #expect(response.body.bytes == Array("hi".utf8))
        #expect(
            response.headers[values: "set-cookie"] == ["a=b; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "c=d=="])
        _ = try await transport.send(request(peer))
        #expect(!peer.received().contains("Cookie"))
    }
}
