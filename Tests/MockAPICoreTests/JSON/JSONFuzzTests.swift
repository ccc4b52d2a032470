import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

/// Reads texts that were damaged at random, from a seed, so that a failure can be repeated.
@Suite struct JSONFuzzTests {
    static let seeds: [String] = [
        #"{"a":[1,2.5e3,-0,true,false,null,"x\n\u00e9\ud83d\ude00"],"b":{"c":{}},"d":"漢字 é"}"#,
        #"[[],{},"",0,{"a":{"a":{"a":[1]}}},"\\\"\/\b\f\n\r\t"]"#,
        "{\r\n  \"long key with more than sixteen bytes\": \"a text that is longer than eight bytes\",\r\n  \"n\": 1e-7\r\n}",
        #"{"a":1,"\u0061":2,"b":[{"a":1,"a":1}]}"#,
        "// c\n[1, /* x */ 2]",
        "\u{FEFF}{\"k\": [\"v\"]}",
        #"123456789012345678901234567890.1234567890e-12345"#,
    ]

    static let pieces: [[UInt8]] =
        [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "\\u", "\\ud83d", "\\ude00", "//", "/*", "*/", "1", "-", "e", ".",
            "0",
            "true", "null", " ", "\n", "\"a\":", "\u{FEFF}", "é",
        ].map { Array($0.utf8) } + [
            [0], [0xFF], [0xC0], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xE2, 0x82], [0x1F], [0x7F],
        ]

    static func mutated(_ text: [UInt8], with random: inout SeededRandom) -> [UInt8] {
        var text = text
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let place = Int.random(in: 0...text.count, using: &random)
            let end = min(text.count, place + Int.random(in: 0..<6, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: text.removeSubrange(place..<end)
            case 1: text.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
            case 2: if place < text.count { text[place] = UInt8.random(in: 0...255, using: &random) }
            case 3: text.insert(contentsOf: text[place..<end], at: Int.random(in: 0...text.count, using: &random))
            default: if place < text.count { text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            }
        }
        return text
    }

    /// Reads bytes in every way and holds the ways against each other; returns whether they are JSON.
    @discardableResult
    static func check(_ bytes: [UInt8], options: JSONReadingOptions) throws -> Bool {
        let comment = Comment(rawValue: "bytes: \(bytes)")
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, options: options)
        } catch {
            #expect(0...bytes.count ~= error.offset, comment)
            #expect(!error.message.contains("\n"), comment)
            _ = error.finding(file: "x", bytes: bytes).description
            let other = #expect(throws: JSONSyntaxError.self, comment) {
                try JSONDocument(parsing: bytes, options: options)
            }
            #expect(other == error, comment)
            return false
        }
        let document = try JSONDocument(parsing: bytes, options: options)
        #expect(document.root.value == value, comment)
        #expect(try JSONValue(parsing: Array(document.root.text), options: options) == value, comment)
        for style in [JSONStyle.compact, .pretty] {
            let printed = value.renderedBytes(style)
            let again = try JSONValue(parsing: printed)
            #expect(again == value && value == again, comment)
            #expect(again.hashValue == value.hashValue, comment)
            #expect(again.renderedBytes(style) == printed, comment)
        }
        visit(document.root, value)
        return true
    }

    /// Holds a node and all below it against the value it stands for.
    static func visit(_ root: JSONNode, _ value: JSONValue) {
        var pending = [(root, value)]
        while let (node, value) = pending.popLast() {
            #expect(node.kind == value.kind)
            #expect(node.location == FileLocation(file: "", bytes: node.document.bytes, offset: node.range.lowerBound))
            switch value {
            case .array(let array):
                #expect(node.elements.count == array.count)
                pending += zip(node.elements, array)
            case .object(let object):
                #expect(node.members.map(\.key) == object.keys)
                pending += zip(node.members.map(\.value), object.values)
            case .number(let number): #expect(node.number?.literal == number.literal)
            case .string(let string): #expect(node.string == string)
            case .bool(let bool): #expect(node.bool == bool)
            case .null: #expect(node.isNull)
            }
        }
    }

    @Test(arguments: 0..<8)
    func `damaged texts never crash the reader, and what it accepts survives printing`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var accepted = 0
        for _ in 0..<1000 {
            let text = Array(Self.seeds.randomElement(using: &random)?.utf8 ?? "".utf8)
            let bytes = Self.mutated(text, with: &random)
            if try Self.check(bytes, options: .strict) { accepted += 1 }
            try Self.check(bytes, options: .lenient)
        }
        // Both ways out are taken often.
        #expect(50...950 ~= accepted)
    }

    @Test(arguments: seeds)
    func `a text that is cut anywhere is refused or whole`(text: String) throws {
        let bytes = Array(text.utf8)
        for length in 0...bytes.count {
            try Self.check(Array(bytes[..<length]), options: .strict)
            try Self.check(Array(bytes[..<length]), options: .lenient)
        }
    }

    @Test func `random bytes never crash the reader`() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<3000 {
            let length = Int.random(in: 0..<40, using: &random)
            try Self.check((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, options: .lenient)
        }
    }
}

extension FileLocation {
    fileprivate init(file: String, bytes: [UInt8], offset: Int) {
        self = bytes.withUnsafeBufferPointer { FileLocation(file: file, bytes: $0, offset: offset) }
    }
}
