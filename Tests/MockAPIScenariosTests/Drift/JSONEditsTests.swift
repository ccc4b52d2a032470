import MockAPICore
import Testing

@testable import MockAPIScenarios

@Suite struct JSONEditsTests {
    private func edited(_ text: String, _ changes: [JSONEdits.Change]) throws -> String {
        let document = try JSONDocument(parsing: text)
        let edits = JSONEdits(changes, in: document.root)
        #expect(edits.refused == [])
        return String(decoding: try #require(JSONEdits.apply(edits.edits, to: document.bytes)), as: UTF8.self)
    }

    private func set(_ path: String, _ value: JSONValue) throws -> JSONEdits.Change {
        .set(try JSONPath(parsing: path), value)
    }

    private func remove(_ path: String) throws -> JSONEdits.Change { .remove(try JSONPath(parsing: path)) }

    @Test func `a value is replaced and nothing else is touched`() throws {
        #expect(try edited(#"{ "a" : 1.0,  "b":[1 ,2] }"#, [set("$.b[1]", "x")]) == #"{ "a" : 1.0,  "b":[1 ,"x"] }"#)
        #expect(try edited(" [1]\n", [set("$", true)]) == " true\n")
    }

    @Test func `a member goes with its comma`() throws {
        let text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}"
        #expect(try edited(text, [remove("$.a")]) == "{\n  \"b\": 2,\n  \"c\": 3\n}")
        #expect(try edited(text, [remove("$.b")]) == "{\n  \"a\": 1,\n  \"c\": 3\n}")
        #expect(try edited(text, [remove("$.c")]) == "{\n  \"a\": 1,\n  \"b\": 2\n}")
        #expect(try edited(text, [remove("$.a"), remove("$.b")]) == "{\n  \"c\": 3\n}")
        #expect(try edited(text, [remove("$.b"), remove("$.c")]) == "{\n  \"a\": 1\n}")
        #expect(try edited(text, [remove("$.a"), remove("$.b"), remove("$.c")]) == "{}")
    }

    @Test func `a member comes last, written as the others are`() throws {
        #expect(try edited("{\"a\":1}", [set("$.b", 2)]) == "{\"a\":1,\"b\":2}")
        #expect(try edited(#"{ "a": 1 }"#, [set("$.b", ["c": 2])]) == #"{ "a": 1, "b": { "c": 2 } }"#)
        #expect(
            try edited("{\n\t\"a\": 1\n}", [set("$.b", 2), set("$.c", 3)])
                == "{\n\t\"a\": 1,\n\t\"b\": 2,\n\t\"c\": 3\n}")
        #expect(try edited("{\r\n  \"a\" : 1\r\n}", [set("$.b", 2)]) == "{\r\n  \"a\" : 1,\r\n  \"b\" : 2\r\n}")
        #expect(try edited("{\"x\": {}}", [set("$.x.b", 2)]) == "{\"x\": {\"b\": 2}}")
        #expect(try edited(#"{ "a": 1, "b": 2 }"#, [remove("$.b"), set("$.c", 3)]) == #"{ "a": 1, "c": 3 }"#)
        #expect(try edited(#"{ "a": 1 }"#, [remove("$.a"), set("$.c", 3)]) == #"{ "c": 3 }"#)
    }

    @Test func `a long value has lines where the text has lines`() throws {
        let long = JSONValue.string(String(repeating: "x", count: 70))
        let text = try edited("{\n  \"a\": [\n    1\n  ]\n}", [set("$.a", ["b": [long, ["k": 1]]])])
        #expect(
            text == "{\n  \"a\": {\n    \"b\": [\n      \(long.rendered(.compact)),\n      {\n        \"k\": 1\n"
                + "      }\n    ]\n  }\n}")
    }

    @Test func `of a list or an object that is set, what is alike stays as it is written`() throws {
        #expect(
            try edited(#"{"a":[1.0 ,"\u00e9" , {"x" : 1e0,"y":2}]}"#, [set("$", ["a": [1, "é", ["x": 1, "z": 3]]])])
                == #"{"a":[1.0 ,"\u00e9" , {"x" : 1e0,"z" : 3}]}"#)
        #expect(try edited("[1, 2]", [set("$", [1, 2, 3, 4])]) == "[1, 2, 3, 4]")
        #expect(try edited("[1]", [set("$", [1, 2])]) == "[1, 2]")
        #expect(try edited(#"{"a":[1]}"#, [set("$.a", [1, 2])]) == #"{"a":[1,2]}"#)
        #expect(try edited("[\n  1\n]", [set("$", [2, 3])]) == "[\n  2,\n  3\n]")
        #expect(try edited("[1 , 2 , 3 ]", [set("$", [1])]) == "[1 ]")
        #expect(try edited("[]", [set("$", [1])]) == "[1]")
        #expect(try edited("[1]", [set("$", [])]) == "[]")
    }

    @Test func `a member is replaced with its key`() throws {
        #expect(
            try edited(#"{ "a" : 1, "b": 2 }"#, [.replace(JSONPath([.key("a")]), key: "c", "x"), set("$.d", 1)])
                == #"{ "c" : "x", "b": 2, "d" : 1 }"#)
    }

    @Test func `only changes that change something are counted`() throws {
        let document = try JSONDocument(parsing: #"{"a":1,"b":2}"#)
        let changes = try [set("$.a", .number(try #require(JSONNumber("1.0")))), set("$.b", 3), set("$.c", 4)]
        #expect(JSONEdits(changes, in: document.root).count == 2)
    }

    @Test func `a place that is not there is refused`() throws {
        let document = try JSONDocument(parsing: "[1]")
        let change = try set("$[0].a", 1)
        #expect(JSONEdits([change], in: document.root).refused == [change])
        #expect(JSONEdits([try remove("$[3]")], in: document.root).refused.count == 1)
    }

    @Test func `edits of the same bytes are none`() {
        let edits = [JSONEdits.Edit(range: 0..<3, bytes: []), JSONEdits.Edit(range: 2..<4, bytes: [])]
        #expect(JSONEdits.apply(edits, to: Array("abcde".utf8)) == nil)
    }

    /// Random texts and changes: the text reads as the value that the changes make.
    @Test func `any changes make the value that they say`() throws {
        var random = Shuffle(state: 7)
        for _ in 0..<2000 {
            let value = random.value(depth: 3)
            let text = random.layout(value)
            let document = try JSONDocument(parsing: text)
            var expected = value
            var changes: [JSONEdits.Change] = []
            if case .object(let object) = value {
                var members = Array(object)
                for member in object where random.below(3) == 0 {
                    let path = JSONPath([.key(member.key)])
                    if random.below(2) == 0 {
                        changes.append(.remove(path))
                        members.removeAll { $0.key == member.key }
                    } else {
                        let new = random.value(depth: 2)
                        changes.append(.set(path, new))
                        if let index = members.firstIndex(where: { $0.key == member.key }) {
                            members[index].value = new
                        }
                    }
                }
                if random.below(2) == 0 {
                    let new = random.value(depth: 2)
                    changes.append(.set(JSONPath([.key("new")]), new))
                    members.append((key: "new", value: new))
                }
                expected = .object(JSONObject(members.map { ($0.key, $0.value) }))
            }
            let edits = JSONEdits(changes, in: document.root)
            let bytes = try #require(JSONEdits.apply(edits.edits, to: document.bytes), "\(text) \(changes)")
            let found = try JSONValue(parsing: bytes)
            #expect(found == expected, "\(text) \(changes)")
            if found != expected { return }
        }
    }
}

/// Random values and layouts, the same in each run.
private struct Shuffle {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func value(depth: Int) -> JSONValue {
        switch below(depth > 0 ? 7 : 4) {
        case 0: return .integer(below(1000))
        case 1: return .string(["", "a", "ä\"\\", String(repeating: "z", count: 80)][below(4)])
        case 2: return .null
        case 3: return .bool(below(2) == 0)
        case 4: return .array((0..<below(4)).map { _ in value(depth: depth - 1) })
        default: return .object(JSONObject((0..<below(5)).map { ("k\($0)", value(depth: depth - 1)) }))
        }
    }

    /// The text of a value with blanks of all kinds.
    mutating func layout(_ value: JSONValue) -> String {
        let gap = { (random: inout Shuffle) in ["", " ", "\n  ", "\t", "\r\n    "][random.below(5)] }
        switch value {
        case .array(let elements):
            return "[" + gap(&self) + elements.map { layout($0) }.joined(separator: gap(&self) + "," + gap(&self))
                + gap(&self)
                + "]"
        case .object(let object):
            let members = object.map { member in
                JSONValue.string(member.key).rendered(.compact) + gap(&self) + ":" + gap(&self) + layout(member.value)
            }
            return "{" + gap(&self) + members.joined(separator: gap(&self) + "," + gap(&self)) + gap(&self) + "}"
        default: return value.rendered(.compact)
        }
    }
}
