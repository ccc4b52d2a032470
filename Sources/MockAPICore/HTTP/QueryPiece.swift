/// One `name=value` of a query as it was sent, which is decoded only where it must be.
package struct QueryPiece {
    fileprivate let name: UnsafeBufferPointer<UInt8>
    fileprivate let value: UnsafeBufferPointer<UInt8>

    /// Whether the name, decoded, has these bytes.
    package func isNamed(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        if Self.isPlain(name) { return JSONText.isSame(name, wanted) }
        var text = PercentCoding.decode(name, plusIsSpace: true)
        return text.withUTF8 { JSONText.isSame($0, wanted) }
    }

    /// Calls with the bytes of the decoded value.
    package func withValue<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if Self.isPlain(value) { return body(value) }
        var text = PercentCoding.decode(value, plusIsSpace: true)
        return text.withUTF8(body)
    }

    /// Whether decoding would change nothing: no escape, no plus, and nothing that might be no UTF-8.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
    }
}

extension QueryPair {
    /// Calls with each piece of a query, split as `parse(_:)` does, until `body` says `false`.
    package static func forEachPiece(of query: UnsafeBufferPointer<UInt8>, _ body: (QueryPiece) -> Bool) {
        var start = 0
        while start < query.count {
            var end = start
            var equals: Int?
            while end < query.count, query[end] != UInt8(ascii: "&") {
                if equals == nil, query[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if end > start {
                let piece = QueryPiece(
                    name: UnsafeBufferPointer(rebasing: query[start..<(equals ?? end)]),
                    value: UnsafeBufferPointer(rebasing: query[min(equals.map { $0 + 1 } ?? end, end)..<end]))
                if !body(piece) { return }
            }
            start = end + 1
        }
    }
}
