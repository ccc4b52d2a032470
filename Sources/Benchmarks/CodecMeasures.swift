import MockAPICore
import MockAPISockets

/// The request parser.
enum CodecMeasures {
    static var all: [Measure] {
        [
            measure("codec: parse a small request", small), measure("codec: parse a browser's request", browser),
            measure("codec: parse 1 MB in chunks", chunked),
        ]
    }

    private static let small = "GET /users/octocat/repos HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"

    private static let browser = """
        GET /users/octocat/repos?page=2&per_page=100&sort=updated HTTP/1.1\r
        Host: localhost:8080\r
        Connection: keep-alive\r
        sec-ch-ua: "Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"\r
        sec-ch-ua-mobile: ?0\r
        sec-ch-ua-platform: "macOS"\r
        Upgrade-Insecure-Requests: 1\r
        User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) \
        Chrome/130.0.0.0 Safari/537.36\r
        Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r
        Sec-Fetch-Site: none\r
        Sec-Fetch-Mode: navigate\r
        Sec-Fetch-User: ?1\r
        Sec-Fetch-Dest: document\r
        Accept-Encoding: gzip, deflate, br, zstd\r
        Accept-Language: en-GB,en;q=0.9,de;q=0.8\r
        Cookie: session=8f14e45fceea167a5a36dedd4bea2543; theme=dark; _ga=GA1.1.1234567890.1700000000\r
        If-None-Match: W/"33a64df551425fcc55e4d42a148795d9f25f89d4"\r
        \r

        """

    private static let chunked: String = {
        let chunk = "4000\r\n\(String(repeating: "0123456789abcdef", count: 1024))\r\n"
        return "POST /upload HTTP/1.1\r\nHost: localhost:8080\r\nTransfer-Encoding: chunked\r\n\r\n"
            + String(repeating: chunk, count: 61) + "0\r\n\r\n"
    }()

    private static func measure(_ name: String, _ text: String) -> Measure {
        let bytes = Array(text.utf8)
        return Measure(name, bytes: bytes.count) { count in
            var parser = RequestParser()
            for _ in 0..<count { try parse(bytes, &parser) }
        }
    }

    private static func parse(_ bytes: [UInt8], _ parser: inout RequestParser) throws {
        try bytes.withUnsafeBytes { bytes in
            var offset = 0
            while true {
                switch parser.next(in: bytes, from: &offset) {
                case .headComplete: continue
                case .request(let request, _): return keep(request)
                case .needMore: throw UnexpectedResult(description: "the request is not whole")
                case .failure(let error): throw UnexpectedResult(description: error.message)
                }
            }
        }
    }
}

/// A result that is not what a measure counts on.
struct UnexpectedResult: Error, CustomStringConvertible {
    var description: String
}
