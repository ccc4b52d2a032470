import Foundation
import MockAPICore
import Testing

@Suite struct `Coded content` {
    private static let text = #"{"id":1,"name":"Ann"}"#
    private static let gzip = "H4sIAAAAAAACA6tWykxRsjLUUcpLzE1VslJyzMtTqgUA5uC16hUAAAA="
    private static let zlib = "eJyrVspMUbIy1FHKS8xNVbJScszLU6oFAEImBiE="
    private static let deflate = "q1bKTFGyMtRRykvMTVWyUnLMy1OqBQA="
    private static let stored = "ARUA6v97ImlkIjoxLCJuYW1lIjoiQW5uIn0="
    /// 20,000 bytes with a table of codes of their own.
    private static let large =
        "H4sIAAAAAAACA+3RtWEDAADAsDTMzNgwM/P/X3XxER38gBYFAj/BUDgSjcXiiWQqnclmc/lCsVSuVKq1eqPZarc73d5vfzAcjsaT6Wy+WCxX"
        + "6812t98fjqfz5Xq73R/P1/vz/QJFgTJAZaAW0ABoDrQDugJ9gCJAaaASUBOoDzQD2gJdgN5AYaAUUBGoAfQLNAXaAJ2BXkAhoCRQAagO1AOa"
        + "AK2BTkBPoCBQAigPVAPqAo2BVkBHoAcQbXHacrRVaevQNqJtSduBtjttAf/9999///3333///ffff//9999///3333///ffff//9999///33"
        + "33///ffff//9999///3333///ffff//9999///3333///ffff//9999///3333///ffff//99//f/P8BkD4yUiBOAAA="

    private func bytes(_ base64: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }

    private func decode(_ bytes: [UInt8], _ codings: String..., limit: Int = 1 << 20) throws -> [UInt8] {
        try ContentDecoding.decode(bytes, codings: codings, limit: limit)
    }

    @Test(arguments: [("gzip", gzip), ("x-gzip", gzip), ("deflate", zlib), ("deflate", deflate), ("deflate", stored)])
    func `is decoded`(coding: String, base64: String) throws {
        #expect(String(decoding: try decode(bytes(base64), coding), as: UTF8.self) == Self.text)
    }

    @Test func `of many bytes is decoded, and limited`() throws {
        let expected = (0..<20_000).map { UInt8(truncatingIfNeeded: (($0 &* 7) >> 3) & 0x3F) }
        #expect(try decode(bytes(Self.large), "gzip") == expected)
        #expect(throws: ContentDecoding.Problem.self) { try decode(bytes(Self.large), "gzip", limit: 19_999) }
    }

    @Test func `of several members and several codings is decoded`() throws {
        let twice = try bytes(Self.gzip) + bytes(Self.gzip)
        #expect(String(decoding: try decode(twice, "gzip"), as: UTF8.self) == Self.text + Self.text)
        #expect(try decode(bytes(Self.gzip), "gzip").count == Self.text.utf8.count)
        #expect(throws: ContentDecoding.Problem.self) { try decode(bytes(Self.gzip), "gzip", "gzip") }
        #expect(throws: ContentDecoding.Problem.self) { try decode([1], "br") }
    }

    @Test(arguments: [("gzip", gzip), ("deflate", zlib), ("gzip", large)])
    func `that is cut anywhere is truncated, never a success`(coding: String, base64: String) throws {
        let whole = try bytes(base64)
        for end in 1..<whole.count {
            let problem = #expect(throws: ContentDecoding.Problem.self) { try decode(Array(whole[..<end]), coding) }
            // Of one or two bytes nobody knows what they were meant to be.
            #expect(problem?.isTruncated == true || end < 3, "\(end): \(problem?.message ?? "")")
        }
    }

    @Test(arguments: [("gzip", gzip), ("deflate", zlib), ("deflate", deflate), ("gzip", large)])
    func `with any byte changed ends, with an error or with the same bytes`(coding: String, base64: String) throws {
        let whole = try bytes(base64)
        let expected = try decode(whole, coding)
        for index in whole.indices {
            for change in [0x01, 0x80] as [UInt8] {
                var changed = whole
                changed[index] ^= change
                let result = try? decode(changed, coding)
                // Bare deflate has no check sum; the head of gzip has bytes without meaning.
                if coding == "gzip", let result { #expect(result == expected, "byte \(index)") }
            }
        }
    }

    @Test func `names its codings`() {
        let fields: HTTPFields = ["Content-Encoding": "GZIP , identity", "content-encoding": "deflate"]
        #expect(ContentDecoding.codings(of: fields) == ["gzip", "deflate"])
        #expect(ContentDecoding.knows(["gzip", "deflate", "x-gzip"]))
        #expect(!ContentDecoding.knows(["gzip", "br"]))
    }
}
