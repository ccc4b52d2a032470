import MockAPICore
import MockAPISockets
import Testing

@Suite struct `Memory that is used again` {
    @Test func `is gathered into and emptied, however much comes at once`() {
        var buffer = GatherBuffer<UInt8>(capacity: 0)
        let startsEmpty = buffer.isEmpty
        #expect(startsEmpty)
        var expected: [UInt8] = []
        for size in [0, 1, 2, 300, 5, 70_000] {
            let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
            buffer.append(contentsOf: piece)
            buffer.append(7)
            buffer.append("text")
            expected += piece + [7] + Array("text".utf8)
        }
        let (gathered, fifthLast) = (buffer.withElements { Array($0) }, buffer[buffer.count - 5])
        #expect(gathered == expected)
        #expect(fifthLast == 7)
        buffer.removeAll()
        let endsEmpty = buffer.isEmpty
        #expect(endsEmpty)
        buffer.append(9)
        let again = buffer.withElements { Array($0) }
        #expect(again == [9])
    }

    private func requests(
        _ parser: inout RequestParser, _ text: String, after each: (inout RequestParser, ReceivedRequest) -> Void
    ) -> Int {
        var count = 0
        var offset = 0
        Array(text.utf8).withUnsafeBytes { bytes in
            while case .request(let request, _) = parser.next(in: bytes, from: &offset) {
                count += 1
                each(&parser, request)
            }
        }
        return count
    }

    @Test func `serves the next request, and leaves those alone that somebody keeps`() {
        var parser = RequestParser()
        var kept: [ReceivedRequest] = []
        let text = (0..<6).map { "GET /a\($0) HTTP/1.1\r\nHost: h\($0)\r\nX-Number: \($0)\r\n\r\n" }.joined()
        let count = requests(&parser, text) { parser, request in
            kept.append(request)
            parser.spare.keep(request)
        }
        #expect(count == 6)
        #expect(kept.map(\.rawTarget) == (0..<6).map { "/a\($0)" })
        #expect(kept.map { $0.value(of: "X-Number") } == (0..<6).map { "\($0)" })
        #expect(kept.map { $0.fields.count } == Array(repeating: 2, count: 6))
    }

    @Test func `stays where it is when nobody keeps the request`() {
        var parser = RequestParser()
        var places: Set<UnsafeRawPointer?> = []
        let text = String(repeating: "GET /path HTTP/1.1\r\nHost: h\r\n\r\n", count: 4)
        let count = requests(&parser, text) { parser, request in
            #expect(request.value(of: "Host") == "h")
            #expect(request.fields.count == 1)
            request.head.withUnsafeBytes { _ = places.insert($0.baseAddress) }
            parser.spare.keep(request)
        }
        #expect(count == 4)
        #expect(places.count <= 2)
    }

    @Test func `is not kept for a request with a large head`() {
        var parser = RequestParser()
        let long = String(repeating: "x", count: 20_000)
        let text = "GET / HTTP/1.1\r\nHost: h\r\nX-Long: \(long)\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n"
        var capacities: [Int] = []
        let count = requests(&parser, text) { parser, request in
            capacities.append(request.head.capacity)
            parser.spare.keep(request)
        }
        #expect(count == 2)
        #expect(capacities.last.map { $0 < 4096 } == true)
    }
}
