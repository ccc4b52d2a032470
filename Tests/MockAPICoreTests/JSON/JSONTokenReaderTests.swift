import MockAPICore
import Testing

@Suite struct JSONTokenReaderTests {
    /// The tokens of a text as `kind text`.
    func tokens(_ text: String, options: JSONReadingOptions = .strict) throws -> [String] {
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var reader = JSONTokenReader(bytes, options: options)
            var found: [String] = []
            while let token = try reader.next() {
                #expect(token.range == token.start..<token.end)
                found.append("\(token.kind) \(token.text(in: bytes))")
            }
            #expect(try reader.next() == nil)
            #expect(reader.depth == 0)
            #expect(reader.offset == bytes.count)
            return found
        }
    }

    @Test func `tokens come in the order of the text, with what they stand for`() throws {
        let text = " {\"a\\n\" : [1, -2.5e+3 ,true],\r\n\t\"b\":{ \"\":false , \"\\u00e9\":null}, \"c\":\"x\"} \n"
        let expected = [
            "beginObject {", "key a\n", "beginArray [", "number 1", "number -2.5e+3", "true true", "endArray ]",
            "key b",
            "beginObject {", "key ", "false false", "key é", "null null", "endObject }", "key c", "string x",
            "endObject }",
        ]
        #expect(try tokens(text) == expected)
    }

    @Test(arguments: ["1", "\"x\"", "null", "true", "false", "-0.0"])
    func `a text may be a single value`(text: String) throws {
        #expect(try tokens(text).count == 1)
        #expect(try tokens(" \n\(text)\t ").count == 1)
    }

    @Test func `a byte order mark at the start is skipped`() throws {
        #expect(try tokens("\u{FEFF}[]") == ["beginArray [", "endArray ]"])
    }

    @Test func `every token knows its bytes`() throws {
        let text = Array(#"{"key": ["é", 12]}"#.utf8)
        let ranges = try text.withUnsafeBufferPointer { bytes in
            var reader = JSONTokenReader(bytes)
            var found: [String] = []
            while let token = try reader.next() { found.append(String(decoding: text[token.range], as: UTF8.self)) }
            return found
        }
        #expect(ranges == ["{", "\"key\"", "[", "\"é\"", "12", "]", "}"])
    }

    @Test func `whether a string has escapes is told`() throws {
        let text = Array(#"{"a\t":"b","c":"\\"}"#.utf8)
        let escapes = try text.withUnsafeBufferPointer { bytes in
            var reader = JSONTokenReader(bytes)
            var found: [Bool] = []
            while let token = try reader.next() {
                if token.kind == .key || token.kind == .string { found.append(token.hasEscapes) }
            }
            return found
        }
        #expect(escapes == [true, false, false, true])
    }

    @Test(arguments: 0..<40)
    func `a special byte is found wherever it stands in a string`(length: Int) throws {
        let padding = String(repeating: "a", count: length)
        #expect(try tokens("\"\(padding)\"") == ["string \(padding)"])
        #expect(try tokens("\"\(padding)\\n\(padding)\"") == ["string \(padding)\n\(padding)"])
        #expect(try tokens("\"\(padding)é漢😀\(padding)\"") == ["string \(padding)é漢😀\(padding)"])
        for wrong in ["\n", "\u{1F}", "\u{0}", "\\x", "\\ud800"] {
            let error = try #require(throws: JSONSyntaxError.self) { try tokens("\"\(padding)\(wrong)\(padding)\"") }
            #expect(error.offset == length + 1)
        }
        let bytes = [0x22] + Array(padding.utf8) + [0xE9] + Array(padding.utf8) + [0x22]
        let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
        #expect(error.offset == length + 1)
    }

    @Test func `every scalar may stand in a string, escaped or not`() throws {
        let scalars = stride(from: UInt32(0x20), through: 0x10FFFF, by: 61).compactMap { Unicode.Scalar($0) }
        for scalar in scalars where scalar != "\"" && scalar != "\\" {
            let units = String(scalar).utf16.map { unit in
                let hex = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }
            #expect(try tokens("\"\(scalar)\"") == ["string \(scalar)"])
            #expect(try tokens("\"\(units.joined())\"") == ["string \(scalar)"])
        }
    }

    @Test func `comments are blanks where they are allowed, and only there`() throws {
        let text = "// one\n{ /* two * / \n */ \"a\" /**/ : // three\r [1 /* x */, 2] //\n} // end"
        let expected = ["beginObject {", "key a", "beginArray [", "number 1", "number 2", "endArray ]", "endObject }"]
        #expect(try tokens(text, options: .lenient) == expected)
        #expect(throws: JSONSyntaxError.self) { try tokens(text) }
        #expect(try tokens(#"["// no comment", "/* nor this */"]"#, options: .lenient).count == 4)
    }

    static let wrongComments: [(String, Int, String)] = [
        ("[1] /* x", 4, "a comment without an end"), ("/*/", 0, "a comment without an end"),
        ("[1 /]", 3, "expected \",\" or \"]\", found \"/\""), ("/", 0, "expected a value, found \"/\""),
        ("[1,/* x */]", 2, "trailing comma before ]"), ("# x\n1", 0, "JSON has no comments"),
    ]

    @Test(arguments: wrongComments)
    func `a comment that is none is an error all the same`(text: String, offset: Int, message: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try tokens(text, options: .lenient) }
        #expect(error.offset == offset)
        #expect(error.message == message)
    }

    @Test func `512 levels are read, 513 are not, and other limits can be set`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[{\"a\":", count: depth / 2) + (depth % 2 == 0 ? "1" : "[]")
                + String(repeating: "}]", count: depth / 2)
        }
        #expect(try tokens(nested(512)).count == 512 * 2 + 256 + 1)
        let error = try #require(throws: JSONSyntaxError.self) { try tokens(nested(513)) }
        #expect(error.message == "nested deeper than 512 levels")
        #expect(error.offset == 256 * 6)
        #expect(error.hint != nil)
        #expect(try tokens("[[]]", options: JSONReadingOptions(maxDepth: 2)).count == 4)
        #expect(throws: JSONSyntaxError.self) { try tokens("[[[]]]", options: JSONReadingOptions(maxDepth: 2)) }
        #expect(throws: JSONSyntaxError.self) { try tokens("[]", options: JSONReadingOptions(maxDepth: 0)) }
        #expect(try tokens("1", options: JSONReadingOptions(maxDepth: 0)) == ["number 1"])
        #expect(try tokens(nested(4000), options: JSONReadingOptions(maxDepth: 4000)).count == 4000 * 2 + 2000 + 1)
    }
}
