import MockAPICore
import Testing

@Suite struct JSONPathTests {
    static let paths: [(String, [JSONPath.Component])] = [
        ("$", []), ("$.a", [.key("a")]), ("$.a.b[0]", [.key("a"), .key("b"), .index(0)]),
        ("$[0][-1]", [.index(0), .index(-1)]),
        ("$['first name']", [.key("first name")]), ("$['access-token'].x", [.key("access-token"), .key("x")]),
        ("$['0']", [.key("0")]), ("$['']", [.key("")]), (#"$['it\'s']"#, [.key("it's")]),
        (#"$['a\\b']"#, [.key("a\\b")]),
        ("$.städte", [.key("städte")]), ("$.城市", [.key("城市")]), ("$._x9", [.key("_x9")]),
        (#"$['\b\t\n\f\r\u0000\u001f']"#, [.key("\u{8}\t\n\u{C}\r\u{0}\u{1F}")]),
        ("$['a.b']['[0]']", [.key("a.b"), .key("[0]")]),
        ("$['\"']", [.key("\"")]), ("$['$']", [.key("$")]),
    ]

    @Test(arguments: paths)
    func `a path reads and prints the same`(text: String, components: [JSONPath.Component]) throws {
        let path = try JSONPath(parsing: text)
        #expect(path == JSONPath(components))
        #expect(path.description == text)
        #expect(try JSONPath(parsing: path.description) == path)
    }

    static let otherWays: [(String, String)] = [
        ("$['a']", "$.a"), ("$[\"a\"]", "$.a"), (#"$["it's"]"#, #"$['it\'s']"#), (#"$['\u0061']"#, "$.a"),
        (#"$['\ud83d\ude00']"#, "$.😀"), (#"$["\""]"#, "$['\"']"), (#"$['\/']"#, "$['/']"),
    ]

    @Test(arguments: otherWays)
    func `other ways to write a path are read`(text: String, printed: String) throws {
        #expect(try JSONPath(parsing: text).description == printed)
    }

    static let wrongPaths: [(String, Int)] = [
        ("", 0), ("a", 0), ("$a", 1), ("$.", 2), ("$..a", 2), ("$.*", 2), ("$.a-b", 3), ("$.0", 2), ("$.a.", 4),
        ("$[", 2),
        ("$[]", 2), ("$[a]", 2), ("$[01]", 2), ("$[-0]", 2), ("$[-]", 3), ("$[1", 3), ("$[1.5]", 3), ("$[*]", 2),
        ("$[?@.a]", 2), ("$[:1]", 2), ("$['a", 2), ("$['a]", 2), ("$['a'", 5), (#"$['\x']"#, 4), (#"$['\u12']"#, 7),
        (#"$['\ud800']"#, 9), (#"$['\ud800\u0041']"#, 15), ("$[99999999999999999999]", 2), ("$ .a", 1), ("$.a ", 3),
    ]

    @Test(arguments: wrongPaths)
    func `what is no path is refused at its place`(text: String, offset: Int) throws {
        let error = try #require(throws: JSONPathError.self) { try JSONPath(parsing: text) }
        #expect(error.offset == offset, "\(error)")
        #expect(!error.message.isEmpty)
    }

    @Test func `any key survives printing and reading`() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 {
            let components = (0..<Int.random(in: 0..<5, using: &random)).map { _ -> JSONPath.Component in
                if Bool.random(using: &random) { return .index(Int.random(in: -3...3, using: &random)) }
                let scalars = (0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in
                    Unicode.Scalar(
                        UInt32.random(in: 0..<(Bool.random(using: &random) ? 0x80 : 0x11_0000), using: &random))
                }
                return .key(String(String.UnicodeScalarView(scalars)))
            }
            let path = JSONPath(components)
            #expect(try JSONPath(parsing: path.description) == path, "\(path)")
        }
    }

    @Test func `keys are the same by their scalars only`() {
        #expect(JSONPath([.key("\u{E9}")]) != JSONPath([.key("e\u{301}")]))
        #expect(Set([JSONPath([.key("\u{E9}")]), JSONPath([.key("e\u{301}")])]).count == 2)
    }

    @Test func `a path leads to a value, or to nothing`() throws {
        let value: JSONValue = ["users": [["first name": "Ann"], ["first name": .null]], "n": 1]
        #expect(try JSONPath(parsing: "$.users[0]['first name']").value(in: value) == "Ann")
        #expect(try JSONPath(parsing: "$.users[-1]['first name']").value(in: value) == .null)
        #expect(try JSONPath(parsing: "$.users[2]").value(in: value) == nil)
        #expect(try JSONPath(parsing: "$.n.x").value(in: value) == nil)
        #expect(try JSONPath(parsing: "$.users.n").value(in: value) == nil)
        #expect(JSONPath().value(in: value) == value)
        #expect(
            JSONPath().appending("users").appending(0).appending(.key("first name")).description
                == "$.users[0]['first name']")
    }
}
