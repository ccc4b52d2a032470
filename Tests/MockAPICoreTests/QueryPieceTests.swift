import Testing

@testable import MockAPICore

@Suite struct QueryPieceTests {
    @Test func `pieces that are looked at as they came say what parsed pairs say`() {
        var random = SeededRandom(seed: 11)
        let words = ["a", "b", "=", "=", "&", "&", "+", "%20", "%41", "%", "%4", "%C3%A9", "%FF", "é", "\u{0}"].map {
            Array($0.utf8)
        }
        for round in 0..<3000 {
            var bytes = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
                words[Int.random(in: words.indices, using: &random)]
            }
            if round % 7 == 0 { bytes.append(0xC3) }
            let pairs = QueryPair.parse(bytes)
            var found: [QueryPair] = []
            var names: [[Bool]] = []
            bytes.withUnsafeBufferPointer { bytes in
                QueryPair.forEachPiece(of: bytes) { piece in
                    let wanted = pairs.map { pair in
                        Array(pair.name.utf8).withUnsafeBufferPointer { piece.isNamed($0) }
                    }
                    let name = pairs[names.count].name
                    names.append(wanted)
                    found.append(QueryPair(name, piece.withValue { String(decoding: $0, as: UTF8.self) }))
                    return true
                }
            }
            #expect(found.map { Array($0.value.utf8) } == pairs.map { Array($0.value.utf8) })
            #expect(names == pairs.map { pair in pairs.map { $0.name.utf8.elementsEqual(pair.name.utf8) } })
        }
    }

    @Test func `looking at pieces ends where it is told to`() {
        var count = 0
        Array("a&b&c".utf8).withUnsafeBufferPointer { bytes in
            QueryPair.forEachPiece(of: bytes) { _ in
                count += 1
                return count < 2
            }
        }
        #expect(count == 2)
    }
}
