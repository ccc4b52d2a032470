import MockAPICore
import MockAPISockets
import MockAPITestSupport
import Testing

@Suite struct `Server: framing` {
    @Test(arguments: [
        "POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            + "GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\nxxxx",
        "POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func `framing that can be read in two ways is refused and ends the connection`(_ raw: String) async throws {
        try await withServer { test in
            let (text, end) = try await test.send(raw)
            #expect(text.hasPrefix("HTTP/1.1 400 ") || text.hasPrefix("HTTP/1.1 501 "))
            #expect(text.contains("Connection: close\r\n"))
            #expect(end == .closed)
            #expect(test.log.requests.isEmpty)
            #expect(test.log.refused.count == 1)
        }
    }

    @Test(arguments: [
        "+5", "-5", "0x5", "0_5", " 5", "5 junk", "5\t\tx", "", "\u{FF15}", "10000000000000005", "FFFFFFFFFFFFFFFFF",
    ])
    func `a chunk size that is no hexadecimal number is refused`(_ size: String) async throws {
        try await withServer { test in
            let (text, end) = try await test.send(
                "POST /c HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nabcde\r\n0\r\n\r\n"
            )
            #expect(text.hasPrefix("HTTP/1.1 400 ") || text.hasPrefix("HTTP/1.1 413 "))
            #expect(end == .closed)
            #expect(test.log.requests.isEmpty)
        }
    }

    @Test(arguments: [
        "Content-Length: Optional(5)\r\n", "Content-Length: +5\r\n", "Content-Length: -1\r\n",
        "Content-Length: 5, 6\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: 0x5\r\n",
        "Content-Length: 5 5\r\n", "Content-Length: \r\n", "Content-Length: 99999999999999999999\r\n",
    ])
    func `a length that is no number is refused and never taken for zero`(_ line: String) async throws {
        try await withServer { test in
            let (text, end) = try await test.send("POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\(line)\r\nhello")
            #expect(text.hasPrefix("HTTP/1.1 400 ") || text.hasPrefix("HTTP/1.1 413 "))
            #expect(end == .closed)
            #expect(test.log.requests.isEmpty)
        }
    }

    @Test(arguments: [
        "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5, 5\r\n", "Content-Length: 005\r\n",
    ])
    func `equal lengths and leading zeros are accepted`(_ line: String) async throws {
        try await withServer { test in
            let connection = try await test.connect()
            let answer = try await connection.exchange(
                "POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\(line)\r\nhello")
            #expect(answer.status == 200)
            #expect(test.log.requests.first?.body == Array("hello".utf8))
            #expect(try await connection.exchange(get("/next")).status == 200)
        }
    }

    @Test(arguments: ["whole", "byte by byte", "cut in the chunk lines"])
    func `chunked content is the same however it is delivered`(_ delivery: String) async throws {
        let raw =
            "POST /c HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: Chunked\r\n\r\n5;tag=\"x;y\"\r\nalpha\r\n06\r\n"
            + "\r\nbeta\r\nb\r\n-gamma-delt\r\n3\r\na\n!\r\n0\r\nX-Trailer: t\r\nContent-Length: 99\r\n\r\n"
            + get("/next")
        try await withServer { test in
            let connection = try await test.connect()
            switch delivery {
            case "whole": try await connection.send(raw)
            case "byte by byte": try await connection.sendByteByByte(raw)
            default:
                let bytes = Array(raw.utf8)
                let cuts = [0, 79, 83, 92, 95, 104, 130, bytes.count]
                for (start, end) in zip(cuts, cuts.dropFirst()) {
                    try await connection.send(Array(bytes[start..<end]))
                    try await Task.sleep(for: .milliseconds(2))
                }
            }
            #expect(try await connection.readResponse().status == 200)
            #expect(try await connection.readResponse().status == 200)
            #expect(test.log.targets == ["/c", "/next"])
            #expect(test.log.requests.first?.body == Array("alpha\r\nbeta-gamma-delta\n!".utf8))
            #expect(test.log.requests.first?.values(of: "Content-Length") == [])
        }
    }

    @Test func `chunked content of five mebibytes arrives whole`() async throws {
        let piece = [UInt8](repeating: 0x78, count: 0x10000)
        var raw = Array("POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        for _ in 0..<80 { raw += Array("10000\r\n".utf8) + piece + [0x0D, 0x0A] }
        raw += Array("0\r\n\r\n".utf8)
        try await withServer { [raw] test in
            let connection = try await test.connect()
            try await connection.send(raw)
            #expect(try await connection.readResponse().status == 200)
            #expect(test.log.requests.first?.body.count == 80 * 0x10000)
        }
    }

    @Test func `what is over a limit is answered with its status, at once, while others are served`() async throws {
        let manyLines = "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "a: b\r\n", count: 200_000) + "\r\n"
        let cases = [
            (manyLines, 431), ("GET /" + String(repeating: "a", count: 1 << 20) + " HTTP/1.1\r\nHost: x\r\n\r\n", 414),
            ("GET /" + String(repeating: "a", count: 20_000), 414),
            (
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
                    + String(repeating: "a: b\r\n", count: 100_000), 431
            ), ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", 413),
        ]
        try await withServer { test in
            for (raw, status) in cases {
                let connection = try await test.connect()
                // The server may stop reading and end the connection before all is sent.
                try? await connection.send(raw)
                #expect(try await connection.readResponse().status == status)
                #expect(try await test.exchange(get("/")).status == 200)
            }
            let long = "GET /" + String(repeating: "a", count: 8000) + " HTTP/1.1\r\nHost: x\r\n\r\n"
            #expect(try await test.exchange(long).status == 200)
        }
    }

    @Test func `an early refusal can be read although the peer goes on sending`() async throws {
        try await withServer { test in
            let connection = try await test.connect()
            let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n"
            // In one call: a busy test may pause between two of them for longer than the server is patient.
            try await connection.send(Array(head.utf8) + [UInt8](repeating: 0, count: 64 << 16))
            #expect(try await connection.readResponse().status == 413)
        }
    }
}
