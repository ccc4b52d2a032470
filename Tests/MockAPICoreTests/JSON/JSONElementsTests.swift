import Foundation
import MockAPITestSupport
import Testing

@testable import MockAPICore

@Suite struct JSONElementsTests {
    /// What comes out of a text that is read element by element.
    private struct Elements: Equatable {
        var rest: JSONValue?
        var arrays: [[String]] = []
        var error: JSONSyntaxError?
    }

    private static func read(_ text: String, options: JSONReadingOptions = .strict) -> Elements {
        var result = Elements()
        do {
            let document = try JSONDocument.read(
                Array(text.utf8), file: "f", options: options, elementsOf: "list",
                begin: { result.arrays.append([]) },
                { result.arrays[result.arrays.count - 1].append("\($0.value) \($0.location) \($0.range)") })
            result.rest = document.root.value
        } catch {
            result.error = error
        }
        return result
    }

    @Test func `elements come with their places, and the rest of the text without them`() {
        let found = Self.read("{\"a\": [1], \"list\": [1,\n  {\"list\": [2]}, \"é\"], \"b\": {\"list\": [3]}}")
        #expect(found.rest == ["a": [1], "list": [], "b": ["list": [3]]])
        #expect(found.arrays == [["1 f:1:21 20..<21", "{\"list\":[2]} f:2:3 25..<38", "\"é\" f:2:18 40..<44"]])
    }

    @Test func `each array of the key is told, escaped or repeated, empty or not`() {
        let found = Self.read(#"{"list": [1], "l\u0069st": [], "list": {"a": [1]}, "list": [[2]]}"#)
        #expect(found.arrays.map(\.count) == [1, 0, 1])
        #expect(found.rest?.object?.count == 4)
    }

    @Test(arguments: [
        "[1, [2]]", "7", "\"list\"", "{}", #"{"list": 1}"#, #"[{"list": [1]}]"#, #"{"x": {"list": [1]}}"#,
    ])
    func `a text without such an array is read as it is`(text: String) throws {
        let found = Self.read(text)
        #expect(found.arrays == [])
        #expect(found.rest == (try JSONValue(parsing: text)))
    }

    @Test(arguments: [
        #"{"list": [1, 2"#, #"{"list": [1, {"a": 1]}"#, #"{"list": [1,]}"#, #"{"list": [1]} x"#, #"{"list": [1}"#, "",
        #"{"list": [1 2]}"#, #"{"list": ["\#u{0}"]}"#, #"{"list""#, #"{"list": [1], "a": tru}"#,
        #"{"list": \#(String(repeating: "[", count: 600))"#,
    ])
    func `what is wrong is found at the same place as in a whole text`(text: String) {
        let whole = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        #expect(Self.read(text).error == whole)
    }

    @Test func `compact bytes are those of the value`() throws {
        let texts = [
            #" { "a" : [ 1 , 2.50e+1 , [ ] , { } , null , true ] , "" : "" } "#, #""""#, "-0.0", "[[[]]]",
            "{\"a\":{\"b\":{}}}",
            #"["\u00e9\/\n\u000a\u0001\"\\\ud83d\ude00\u2028", "é漢😀\#u{7F}"]"#,
            #"{"\u0061\"": {"\n": 1}, "b": [[], {}, ""]}"#,
        ]
        for text in texts {
            let root = try JSONDocument(parsing: text).root
            #expect(root.compactBytes == root.value.renderedBytes(), "\(text)")
            for member in root.members {
                #expect(member.value.compactBytes == member.value.value.renderedBytes(), "\(text)")
            }
        }
        let commented = try JSONDocument(parsing: "[1, /* two */ 2 // three\n, 3]", options: .lenient)
        #expect(String(decoding: commented.root.compactBytes, as: UTF8.self) == "[1,2,3]")
    }

    @Test(
        .enabled(if: SharedData.folder != nil, Comment(rawValue: SharedData.missing)),
        arguments: JSONSuiteTests.files("test_parsing", prefix: "y_"))
    func `compact bytes of the suite are those of the value`(name: String) throws {
        let root = try JSONDocument(parsing: try JSONSuiteTests.bytes("test_parsing", name)).root
        #expect(root.compactBytes == root.value.renderedBytes())
    }

    @Test func `places are the same in whatever order they are asked for`() throws {
        var random = SeededRandom(seed: 3)
        let pieces = ["a", "é", "漢", "😀", "\n", "\r\n", "\r", "\t", " ", "0123456789abcdef", "\u{80}", "\u{FFFF}"]
        for _ in 0..<20 {
            let count = Int.random(in: 0...4000, using: &random)
            let text = (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
            let bytes = Array(text.utf8)
            let finder = PlaceFinder()
            for _ in 0..<60 {
                let offset = Int.random(in: 0...bytes.count, using: &random)
                let place = bytes.withUnsafeBufferPointer { finder.location(of: offset, in: $0, file: "f") }
                #expect(place == Self.location(of: offset, in: bytes))
            }
        }
    }

    /// Counts from the start, byte by byte.
    private static func location(of offset: Int, in bytes: [UInt8]) -> FileLocation {
        var place = FileLocation(file: "f", line: 1, column: 1)
        for index in 0..<offset {
            let isReturn = bytes[index] == 13
            if bytes[index] == 10 || (isReturn && !(index + 1 < bytes.count && bytes[index + 1] == 10)) {
                place.line += 1
                place.column = 1
            } else if bytes[index] & 0xC0 != 0x80, !isReturn {
                place.column += 1
            }
        }
        return place
    }
}
