import MockAPICore
import MockAPITestSupport
import Testing

@Suite struct PercentCodingTests {
    static let decoded: [(String, String)] = [
        ("a%2Fb", "a/b"), ("a%2fb", "a/b"), ("%E2%82%AC", "€"), ("%e4%b8%ad", "中"), ("100%", "100%"), ("%", "%"),
        ("%4", "%4"), ("%zz", "%zz"), ("%4g", "%4g"), ("%%41", "%A"), ("%2541", "%41"), ("%25", "%"), ("a+b", "a+b"),
        ("%00", "\u{0}"), ("%FF", "\u{FFFD}"), ("", ""), ("%E2%82", "\u{FFFD}"), ("é", "é"),
    ]

    @Test(arguments: decoded)
    func `valid escapes are decoded once, others stay as they are`(text: String, expected: String) {
        #expect(PercentCoding.decode(text) == expected)
    }

    @Test func `a plus is a blank where it is asked to be, an escaped one never`() {
        #expect(PercentCoding.decode("a+b%2Bc", plusIsSpace: true) == "a b+c")
        #expect(PercentCoding.decode("a+b%2Bc") == "a+b+c")
    }

    static let encoded: [(String, String, String, String)] = [
        ("a b", "a%20b", "a%20b", "a+b"), ("a/b", "a%2Fb", "a%2Fb", "a%2Fb"), ("a+b", "a+b", "a%2Bb", "a%2Bb"),
        ("a&b=c", "a&b=c", "a%26b%3Dc", "a%26b%3Dc"), ("?#%", "%3F%23%25", "%3F%23%25", "%3F%23%25"),
        ("中", "%E4%B8%AD", "%E4%B8%AD", "%E4%B8%AD"), ("-._~", "-._~", "-._~", "-._%7E"), ("*", "*", "%2A", "*"),
        ("a:b@c", "a:b@c", "a%3Ab%40c", "a%3Ab%40c"),
        ("!$'(),;", "!$'(),;", "%21%24%27%28%29%2C%3B", "%21%24%27%28%29%2C%3B"),
        ("\r\n\u{0}", "%0D%0A%00", "%0D%0A%00", "%0D%0A%00"), ("", "", "", ""),
    ]

    @Test(arguments: encoded)
    func `each place has its own plain characters`(text: String, path: String, query: String, form: String) {
        #expect(PercentCoding.encode(text, for: .pathSegment) == path)
        #expect(PercentCoding.encode(text, for: .queryComponent) == query)
        #expect(PercentCoding.encode(text, for: .form) == form)
    }

    @Test func `what is encoded is decoded to the same text`() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<500 {
            let scalars = (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random)) }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(PercentCoding.decode(PercentCoding.encode(text, for: .pathSegment)) == text)
            #expect(PercentCoding.decode(PercentCoding.encode(text, for: .queryComponent), plusIsSpace: true) == text)
            #expect(PercentCoding.decode(PercentCoding.encode(text, for: .form), plusIsSpace: true) == text)
        }
    }
}

@Suite struct QueryPairTests {
    @Test func `field case uri-3: pairs keep their order and repeat, empty pieces add nothing`() throws {
        let expected = [("a", ""), ("b", ""), ("c", "1"), ("c", "2"), ("", "v")].map { QueryPair($0.0, $0.1) }
        #expect(QueryPair.parse("a=&b&c=1&c=2&=v&&") == expected)
        #expect(try receivedRequest("GET", "/s?a=&b&c=1&c=2&=v&&").queryPairs == expected)
    }

    @Test(.enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)))
    func `the target of field case uri-3 is the one tested here`() throws {
        let raw = try #require(try FieldCases.named("uri-3")?["input"]?["raw"]?[0]?.string)
        #expect(raw.hasPrefix("GET /s?a=&b&c=1&c=2&=v&& HTTP/1.1\r\n"))
    }

    @Test func `pairs are split before they are decoded`() {
        #expect(QueryPair.parse("a%26b=c%3Dd&e=f=g") == [QueryPair("a&b", "c=d"), QueryPair("e", "f=g")])
        #expect(QueryPair.parse("q=a+b%2Bc&x%20y=%zz") == [QueryPair("q", "a b+c"), QueryPair("x y", "%zz")])
        #expect(QueryPair.parse("").isEmpty)
        #expect(QueryPair.parse("=") == [QueryPair("", "")])
    }

    @Test func `pairs are written so that they read back`() {
        let pairs = [QueryPair("a b", "1&2=3"), QueryPair("ключ", "+ #"), QueryPair("", ""), QueryPair("a b", "again")]
        #expect(QueryPair.encode(pairs) == "a%20b=1%262%3D3&%D0%BA%D0%BB%D1%8E%D1%87=%2B%20%23&=&a%20b=again")
        #expect(QueryPair.parse(QueryPair.encode(pairs)) == pairs)
        #expect(QueryPair.parse(QueryPair.encode(pairs, for: .form)) == pairs)
        #expect("\(pairs[0])" == "a b=1&2=3")
    }
}
