import Foundation
import MockAPICore
import MockAPIServer
import MockAPISockets
import MockAPIStubs
import MockAPITestSupport
import Testing

/// Failures that other servers had, from the bytes on the wire to the stub that answers.
@Suite struct FieldCaseTests {
    private static let host = "Host: 127.0.0.1\r\n"

    @Test func `uri-1: an escaped slash is no separator, and the journal keeps the raw target`() async throws {
        let stubs = """
            {"mappings": [
                {"request": "GET /files/a/b", "response": {"body": "two"}},
                {"request": "GET /files/{name}", "response": {"body": "one"}}
            ]}
            """
        try await withServer(stubs) { server in
            let connection = try await RawConnection(port: server.port)
            var answers: [String] = []
            for target in ["/files/a%2Fb", "/files/a%2fb", "/files/a/b"] {
                answers.append(try await connection.exchange(get(target)).text)
            }
            #expect(answers == ["one", "one", "two"])
            let requests = server.journal.entries.map(\.request)
            #expect(requests.map(\.rawTarget) == ["/files/a%2Fb", "/files/a%2fb", "/files/a/b"])
            #expect(requests.map(\.pathSegments) == [["files", "a/b"], ["files", "a/b"], ["files", "a", "b"]])
        }
    }

    @Test(arguments: [
        #"{"a": {"equalTo": ""}}"#, #"{"c": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}}"#,
        #"{"c": {"equalTo": "2"}}"#, #"{"zz": {"absent": true}}"#,
    ])
    func `uri-3: each stub, loaded alone, answers a query with empty and repeated names`(query: String) async throws {
        let stub = #"{"request": {"urlPath": "/s", "queryParameters": \#(query)}, "response": {"body": "yes"}}"#
        try await withServer(stub) { server in
            let response = try await server.exchange("GET /s?a=&b&c=1&c=2&=v&& HTTP/1.1\r\n\(Self.host)\r\n")
            #expect(response.status == 200)
            #expect(response.text == "yes")
        }
    }

    @Test func `uri-4: a target is routed in each of its forms`() async throws {
        let stubs = """
            {"mappings": [
                {"request": "GET /hello?x=1", "response": {"body": "hi"}},
                {"request": "GET /", "response": {"body": "root"}}
            ]}
            """
        try await withServer(stubs) { server in
            let absolute = try await server.exchange(
                "GET http://127.0.0.1:8080/hello?x=1 HTTP/1.1\r\nHost: something.else\r\n\r\n")
            #expect(absolute.status == 200)
            #expect(absolute.text == "hi")
            let authority = server.journal.entries.last?.request.authority
            #expect(authority?.host == "127.0.0.1")
            #expect(authority?.port == 8080)

            let empty = try await server.exchange("GET http://127.0.0.1:8080 HTTP/1.1\r\n\(Self.host)\r\n")
            #expect(empty.text == "root")
            let options = try await server.exchange("OPTIONS * HTTP/1.1\r\n\(Self.host)\r\n")
            #expect(options.status != 400)
            let asterisk = try await server.exchange("GET * HTTP/1.1\r\n\(Self.host)\r\n")
            #expect(asterisk.status == 400)
        }
    }

    @Test func `headers-1: header names ignore case, values do not, and a response keeps its spelling`() async throws {
        let stub = """
            {"request": {"method": "POST", "urlPath": "/h", "headers": {"X-Api-KEY": {"equalTo": "k1"}},
                         "bodyPatterns": [{"equalTo": "hello"}]},
             "response": {"status": 201, "headers": {"x-ReQuest-ID": "7"}}}
            """
        try await withServer(stub) { server in
            let connection = try await RawConnection(port: server.port)
            let matched = try await connection.exchange(
                "POST /h HTTP/1.1\r\nhOST: 127.0.0.1\r\ncontent-LENGTH: 5\r\nx-api-key: k1\r\n\r\nhello")
            #expect(matched.status == 201)
            #expect(matched.fields.map(\.name).contains("x-ReQuest-ID"))
            let missed = try await connection.exchange(
                "POST /h HTTP/1.1\r\n\(Self.host)Content-Length: 5\r\nx-api-key: K1\r\n\r\nhello")
            #expect(missed.status == 404)
            #expect(missed.text.contains("header.X-Api-KEY"))
        }
    }

    @Test func `headers-4: repeated response headers reach the wire and the client apart and in order`() async throws {
        let cookies = ["sid=a=b==; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "csrf=z9; Path=/"]
        let stub = """
            {"request": "GET /login",
             "response": {"headers": {"Set-Cookie": ["\(cookies[0])", "\(cookies[1])"], "X-Tag": ["1", "2"]}}}
            """
        try await withServer(stub) { server in
            let response = try await server.exchange(get("/login"))
            #expect(response.values(of: "Set-Cookie") == cookies)
            #expect(response.values(of: "X-Tag") == ["1", "2"])
            let request = HTTPRequest(.get, server.baseURL.appending(path: "login"))
            let received = try await SocketTransport().send(request)
            #expect(received.headers[values: "set-cookie"] == cookies)
            #expect(received.headers[values: "x-tag"] == ["1", "2"])
        }
    }

    @Test func `matching-5: a runaway regex is a miss that names its stub, and holds up neither others nor a stop`()
        async throws
    {
        let stubs = """
            {"mappings": [
                {"name": "path", "request": {"urlPathPattern": "/(a+)+b"}},
                {"name": "body", "request": {"method": "POST", "bodyPatterns": [{"matches": "(x+x+)+y"}]}},
                {"request": "GET /ok", "response": {"body": "ok"}}
            ]}
            """
        try await withServer(stubs) { server in
            let start = ContinuousClock.now
            let path = try await RawConnection(port: server.port)
            let body = try await RawConnection(port: server.port)
            try await path.send(get("/" + String(repeating: "a", count: 40) + "!"))
            try await body.send(post("/b", String(repeating: "x", count: 64 * 1024)))
            for _ in 0..<10 { #expect(try await server.exchange(get("/ok")).text == "ok") }
            let misses = [try await path.readResponse(), try await body.readResponse()]
            #expect(ContinuousClock.now - start < .seconds(60))
            #expect(misses.map(\.status) == [404, 404])
            for (miss, name) in zip(misses, [#""path""#, #""body""#]) {
                #expect(miss.text.contains(name))
                #expect(miss.text.contains("took too long"), "\(miss.text)")
            }
            try await path.send(get("/" + String(repeating: "a", count: 40) + "!"))
            await server.stop()
            #expect(ContinuousClock.now - start < .seconds(40))
        }
    }
}
