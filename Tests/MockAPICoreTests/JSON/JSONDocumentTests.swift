import Testing

@testable import MockAPICore

@Suite struct JSONDocumentTests {
    let text = """
        {
          "name": "Ann\\u00e9e",
          "tags": ["a", {"deep": [1, 2.50]}, null],
          "ok": true,
          "\\u0061ge": 7
        }
        """

    func document(_ text: String) throws -> JSONDocument { try JSONDocument(parsing: text, file: "a.json") }

    func places(_ nodes: [JSONNode]) -> [String] { nodes.map(\.location.description) }

    @Test func `nodes give values and types`() throws {
        let root = try document(text).root
        #expect(root.kind == .object)
        #expect(root["name"]?.string == "Année")
        #expect(root["tags"]?.elements.map(\.typeName) == ["string", "object", "null"])
        #expect(root["tags"]?[1]?["deep"]?[1]?.number?.literal == "2.50")
        #expect(root["ok"]?.bool == true)
        #expect(root["age"]?.integer == 7)
        #expect(root.members.map(\.key) == ["name", "tags", "ok", "age"])
        #expect(root.members.map(\.value.kind) == [.string, .array, .bool, .number])
        #expect(try root.value == JSONValue(parsing: text))
        #expect(root["tags"]?[1]?.value == ["deep": [1, 2.5]])
    }

    @Test func `asking a node for what it is not gives nothing`() throws {
        let root = try document(text).root
        let name = try #require(root["name"])
        #expect(name.bool == nil && name.number == nil && name.integer == nil && !name.isNull)
        #expect(name.elements.isEmpty && name.members.isEmpty && name["x"] == nil && name[0] == nil)
        #expect(root.string == nil && root[0] == nil && root.elements.isEmpty && root["nam"] == nil)
        #expect(root["tags"]?["a"] == nil && root["tags"]?.members.isEmpty == true)
        #expect(root["ok"]?.string == nil && root["age"]?.string == nil)
    }

    @Test(arguments: [(0, "a"), (2, "c"), (3, nil), (-1, "c"), (-3, "a"), (-4, nil), (Int.max, nil), (Int.min, nil)])
    func `elements are had by index, from the end with negative ones`(index: Int, expected: String?) throws {
        let text = #"["a", [["b"]], "c"]"#
        let root = try document(text).root
        #expect(root[index]?.string == expected)
        #expect(try JSONValue(parsing: text)[index]?.string == expected)
    }

    @Test func `ranges cover whole values, places are those of their first byte`() throws {
        let root = try document(text).root
        #expect(String(decoding: try #require(root["tags"]?[1]).text, as: UTF8.self) == #"{"deep": [1, 2.50]}"#)
        #expect(String(decoding: try #require(root["name"]).text, as: UTF8.self) == #""Ann\u00e9e""#)
        #expect(root.range == 0..<text.utf8.count)
        #expect(root.location.description == "a.json:1:1")
        #expect(root["tags"]?[1]?["deep"]?[1]?.location.description == "a.json:3:30")
        #expect(places(root.members.map(\.keyNode)) == ["a.json:2:3", "a.json:3:3", "a.json:4:3", "a.json:5:3"])
        #expect(root.members.last?.keyNode.string == "age")
    }

    @Test func `columns count Unicode scalars, whatever the line end and the byte order mark`() throws {
        let document = try document("\u{FEFF}{\r\"é漢😀\": 1,\r\n\"b\": \"e\u{301}\", \"c\": 2,\n\"d\":3}")
        #expect(
            places(document.root.members.map(\.value)) == ["a.json:2:8", "a.json:3:6", "a.json:3:17", "a.json:4:5"])
        #expect(document.root.location.description == "a.json:1:1")
    }

    @Test func `places in a large text agree with counting from its start`() throws {
        let lines = (0..<1500).map { "\"ключ \($0)\": [\($0), \"é\"]" }
        for separator in [",\n", ",\r\n", ",\r", ", "] {
            let document = try document("{" + lines.joined(separator: separator) + "}")
            document.bytes.withUnsafeBufferPointer { bytes in
                for (index, member) in document.root.members.enumerated() where index % 7 == 0 {
                    let offset = member.value.range.lowerBound
                    #expect(member.value.location == FileLocation(file: "a.json", bytes: bytes, offset: offset))
                }
            }
        }
    }

    @Test func `a place can be asked for at any offset`() throws {
        let document = try document("[1,\n2]")
        #expect(document.location(ofByte: -1).description == "a.json:1:1")
        #expect(document.location(ofByte: 4).description == "a.json:2:1")
        #expect(document.location(ofByte: 6).description == "a.json:2:3")
        #expect(document.location(ofByte: .max).description == "a.json:2:3")
    }

    static let duplicates: [(String, [String])] = [
        (#"{"a":1,"b":2}"#, []), (#"{"a":1,"a":2}"#, ["1:8"]), (#"{"a":1,"\u0061":2}"#, ["1:8"]),
        (#"{"a":1,"a":2,"a":3}"#, ["1:8", "1:14"]), (#"[{"a":1},{"a":1}]"#, []), (#"{"a":{"a":1}}"#, []),
        (#"{"a":{"b":1,"b":2},"a":3}"#, ["1:13", "1:20"]), ("{\"\u{E9}\":1,\"e\u{301}\":2}", []),
        (#"{"\n":1,"\u000a":2}"#, ["1:9"]), (#"{"a":[{"x":1,"y":2,"x":3}]}"#, ["1:20"]), (#"{"":1,"":2}"#, ["1:7"]),
        (#"["a","a"]"#, []), (#"{"a":"b","b":"b"}"#, []),
    ]

    @Test(arguments: duplicates)
    func `repeated keys are found by what they stand for`(text: String, expected: [String]) throws {
        #expect(try document(text).duplicateKeys.map(\.location.description) == expected.map { "a.json:\($0)" })
    }

    @Test func `repeated keys of a large object are found in time that grows with its size only`() throws {
        let keys = (0..<20_000).map { "\"k\($0)\":0" } + ["\"\\u006b19999\":1", "\"k0\":2"]
        let document = try document("{" + keys.joined(separator: ",") + "}")
        let clock = ContinuousClock()
        let start = clock.now
        #expect(document.duplicateKeys.map(\.string) == ["k19999", "k0"])
        let object = try #require(document.root.value.object)
        #expect(object.duplicateKeys == ["k19999", "k0"])
        for index in stride(from: 0, to: 20_000, by: 7) { #expect(object["k\(index)"] == 0) }
        #expect(object["k20000"] == nil)
        // Comparing each key with each other would take minutes.
        #expect(clock.now - start < .seconds(20))
    }

    @Test func `a document costs its text and eight bytes a token`() throws {
        let count = 10_000
        let document = try document("[" + Array(repeating: "1", count: count).joined(separator: ",") + "]")
        #expect(document.tape.count == count + 2)
        #expect(document.tape.byteCount == (count + 2) * 8)
    }

    @Test func `lenient documents have places too`() throws {
        let document = try JSONDocument(parsing: "// x\n[1, /* y */ 2]", file: "b.json", options: .lenient)
        #expect(places(document.root.elements) == ["b.json:2:2", "b.json:2:13"])
    }

    @Test func `a path leads to a node`() throws {
        let root = try document(text).root
        let path = try JSONPath(parsing: "$.tags[1].deep[-1]")
        #expect(path.node(in: root)?.location.description == "a.json:3:30")
        #expect(path.node(in: root)?.value == path.value(in: root.value))
        #expect(try JSONPath(parsing: "$.tags[1].shallow").node(in: root) == nil)
        #expect(JSONPath().node(in: root)?.range == root.range)
    }
}
