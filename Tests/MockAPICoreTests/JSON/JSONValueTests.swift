import Foundation
import MockAPICore
import Testing

@Suite struct JSONValueTests {
    @Test func `literals make values`() {
        let name = "Ann"
        let value: JSONValue = [
            "n": .null, "b": true, "i": 7, "d": 0.5, "s": "hi \(name)", "a": [1, [2]], "o": ["k": "v"],
        ]
        #expect(value.rendered() == #"{"n":null,"b":true,"i":7,"d":0.5,"s":"hi Ann","a":[1,[2]],"o":{"k":"v"}}"#)
    }

    @Test func `each value has the name of its type`() {
        let values: [JSONValue] = [["a": 1], [1], "x", 1, true, .null]
        #expect(values.map(\.typeName) == ["object", "array", "string", "number", "boolean", "null"])
        #expect(JSONKind.allCases.map(\.description) == values.map(\.typeName))
    }

    @Test func `a value gives itself as what it is and as nothing else`() {
        let value: JSONValue = ["b": true, "i": 7, "s": "x", "a": [1], "n": .null]
        #expect(value["b"]?.bool == true && value["b"]?.integer == nil)
        #expect(value["i"]?.integer == 7 && value["i"]?.bool == nil && value["i"]?.number?.literal == "7")
        #expect(value["s"]?.string == "x" && value["s"]?.array == nil)
        #expect(value["a"]?.array == [1] && value["a"]?[0] == 1 && value["a"]?.object == nil)
        #expect(value["n"]?.isNull == true && value["b"]?.isNull == false)
        #expect(value["none"] == nil && value[0] == nil && value["s"]?["x"] == nil)
    }

    struct Model: Codable, Equatable {
        var id: Int64
        var price: Double
        var name: String?
        var tags: [String]
    }

    @Test func `models are encoded and decoded by Foundation`() throws {
        let model = Model(id: 9_007_199_254_740_993, price: 0.1, name: nil, tags: ["a/b", "é"])
        let value = try JSONValue(encoding: model)
        #expect(value == ["id": 9_007_199_254_740_993, "price": 0.1, "tags": ["a/b", "é"]])
        #expect(try value.decode(Model.self) == model)
        #expect(try JSONValue(encoding: 5) == 5)
        #expect(try JSONValue(encoding: [String]()) == [])
    }

    @Test func `a value that does not fit a model is the decoder's error`() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONValue(parsing: #"{"id":"1","price":1,"tags":[]}"#).decode(Model.self)
        }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("not a type mismatch: \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["id"])
    }
}

@Suite struct JSONObjectTests {
    @Test func `members keep their order and may repeat`() {
        var object: JSONObject = ["b": 1, "a": 2, "b": 3]
        #expect(object.keys == ["b", "a", "b"])
        #expect(object.values == [1, 2, 3])
        #expect(object["b"] == 1)
        #expect(object.duplicateKeys == ["b"])
        object.append("c", 4)
        #expect(object.map(\.key) == ["b", "a", "b", "c"])
        #expect(object.firstIndex(of: "c") == 3)
        #expect(object[3] == ("c", 4))
    }

    @Test func `setting replaces the first, drops the others, and appends what is new`() {
        var object: JSONObject = ["b": 1, "a": 2, "b": 3]
        object["b"] = 9
        #expect(object == ["b": 9, "a": 2])
        #expect(object.keys == ["b", "a"])
        object["c"] = 3
        object["b"] = nil
        object["none"] = nil
        #expect(object.keys == ["a", "c"])
    }

    @Test func `keys are compared by Unicode scalars`() {
        let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(object.duplicateKeys.isEmpty)
    }

    @Test(arguments: [1, 23, 24, 25, 1000])
    func `every key is found, in small and in large objects, after every change`(count: Int) {
        var object = JSONObject()
        for index in 0..<count { object.append("k\(index)", .integer(index)) }
        object.append("k0", "second")
        for index in 0..<count { #expect(object["k\(index)"] == .integer(index)) }
        #expect(object["none"] == nil)
        let copy = object
        object["k0"] = nil
        object["new"] = true
        #expect(
            object["k0"] == nil && object["new"] == true
                && object["k\(count - 1)"] == (count > 1 ? .integer(count - 1) : nil))
        #expect(copy["k0"] == 0 && copy["new"] == nil)
    }

    @Test func `a large object is looked up from many threads at once`() async {
        let object = JSONObject((0..<1000).map { (key: "k\($0)", value: JSONValue.integer($0)) })
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<1000).allSatisfy { object["k\($0)"] == .integer($0) } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
