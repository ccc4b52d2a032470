import Foundation

#if canImport(SQLite3) || SQLite
/// An entry as two pieces of bytes, with a sum that tells whether they are whole.
struct CacheRecord {
    /// Everything but the content, as JSON.
    var head: [UInt8]
    /// The content.
    var body: [UInt8]
    /// A hash of both.
    var sum: UInt64

    init(_ entry: CacheEntry) throws {
        head = [UInt8](try JSONEncoder().encode(Head(entry)))
        body = entry.body
        sum = Self.sum(head, body)
    }

    init(head: [UInt8], body: [UInt8], sum: UInt64) {
        self.head = head
        self.body = body
        self.sum = sum
    }

    /// The entry; `nil` where the bytes are not those that were written.
    func entry(resource: String) -> CacheEntry? {
        guard Self.sum(head, body) == sum, let head = try? JSONDecoder().decode(Head.self, from: Data(head)) else {
            return nil
        }
        return head.entry(body: body, resource: resource)
    }

    private struct Head: Codable {
        struct Pair: Codable {
            var name: String
            var value: String?
        }

        var status: Int
        var reason: String?
        var headers: [Pair]
        var requestTime: Double
        var responseTime: Double
        var selectors: [Pair]

        init(_ entry: CacheEntry) {
            status = entry.status.code
            reason = entry.reason
            headers = entry.headers.map { Pair(name: $0.name, value: $0.value) }
            requestTime = entry.requestTime
            responseTime = entry.responseTime
            selectors = entry.selectors.map { Pair(name: $0.name, value: $0.digest) }
        }

        func entry(body: [UInt8], resource: String) -> CacheEntry {
            CacheEntry(
                status: HTTPStatus(status), reason: reason,
                headers: HTTPFields(headers.map { HTTPField($0.name, $0.value ?? "") }), body: body,
                requestTime: requestTime, responseTime: responseTime, resource: resource,
                selectors: selectors.map { CacheEntry.Selector(name: $0.name, digest: $0.value) })
        }
    }

    /// FNV-1a over words of eight bytes, with the lengths; against accidents, not against people.
    private static func sum(_ pieces: [UInt8]...) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ word: UInt64) {
            sum = (sum ^ word) &* 0x100_0000_01B3
            sum ^= sum >> 32
        }
        for piece in pieces {
            add(UInt64(piece.count))
            piece.withUnsafeBytes { bytes in
                var place = 0
                while place + 8 <= bytes.count {
                    add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
                    place += 8
                }
                while place < bytes.count {
                    add(UInt64(bytes[place]))
                    place += 1
                }
            }
        }
        return sum
    }
}
#endif
