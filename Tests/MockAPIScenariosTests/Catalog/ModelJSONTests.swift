import Foundation
import MockAPICore
import Testing

@testable import MockAPIScenarios

@Suite struct ModelJSONTests {
    private struct Encoded: Encodable {
        var name = "x"
        var missing: String?
        var big = UInt64.max
        var price = 0.1
        var float = Float(0.1)
        var isOpen = true
        var date = Date(timeIntervalSince1970: 0)
        var fine = Date(timeIntervalSince1970: 0.5)
        var url = URL(string: "https://example.com/a?b")
        var data = Data("hi".utf8)
        var nested: [Inner] = [Inner(), Inner(value: 2)]
        var table: [String: Int] = ["b": 2, "a": 1]
        var bag: Set<String> = ["b", "a"]
        var infinite = -Double.infinity

        struct Inner: Encodable {
            var value: Int?
            enum CodingKeys: String, CodingKey { case value = "the_value" }
        }
    }

    @Test func `an encodable model is written by its own keys, with null for nil and no digit lost`() throws {
        let json = try ModelJSON.json(of: Encoded())
        let expected = #"""
            {"name":"x","missing":null,"big":18446744073709551615,"price":0.1,"float":0.1,"isOpen":true,
            "date":"1970-01-01T00:00:00Z","fine":"1970-01-01T00:00:00.500Z","url":"https://example.com/a?b",
            "data":"aGk=","nested":[{"the_value":null},{"the_value":2}],"table":{"a":1,"b":2},"bag":["a","b"],
            "infinite":"-Infinity"}
            """#
        #expect(json == (try JSONValue(parsing: expected)))
        #expect(json["table"]?.rendered(.compact) == #"{"a":1,"b":2}"#)
    }

    private enum Level: String { case low, high }
    private enum Shape {
        case point
        case circle(radius: Double)
        case pair(Int, Int)
    }

    private class Base { var inherited = 1 }
    private final class Derived: Base {
        var own = "x"
        lazy var late = 3
    }

    private struct Plain {
        var number = 1
        var none: Int?
        var some: Int? = 2
        var level = Level.high
        var shapes: [Shape] = [.point, .circle(radius: 1.5), .pair(1, 2)]
        var table: [Level: Int] = [.low: 1]
        var tuple: (Int, String) = (1, "a")
        var labelled: (x: Int, y: Int) = (x: 1, y: 2)
        var url: URL? = URL(string: "http://h/")
        var encoded = Encoded.Inner(value: 7)
        var nothing: Void = ()
        var set: Set<Level> = [.low, .high]
    }

    @Test func `a model that is not encodable is written by its stored properties`() throws {
        let expected = #"""
            {"number":1,"none":null,"some":2,"level":"high","shapes":["point",{"circle":{"radius":1.5}},{"pair":[1,2]}],
            "table":{"low":1},"tuple":[1,"a"],"labelled":{"x":1,"y":2},"url":"http://h/","encoded":{"the_value":7},
            "nothing":null,"set":["high","low"]}
            """#
        #expect(try ModelJSON.json(of: Plain()) == JSONValue(parsing: expected))
    }

    @Test func `a class is written with what it inherits and what it has made late`() throws {
        let object = Derived()
        #expect(try ModelJSON.json(of: object) == ["inherited": 1, "own": "x", "late": .null])
        _ = object.late
        #expect(try ModelJSON.json(of: object) == ["inherited": 1, "own": "x", "late": 3])
    }

    @Test func `objects that hold each other come to an end`() throws {
        final class Node { var next: Node? }
        let node = Node()
        node.next = node
        defer { node.next = nil }
        #expect(try ModelJSON.json(of: node).rendered(.compact).hasSuffix(#""…""# + String(repeating: "}", count: 32)))
    }

    @Test func `an empty response is null`() throws {
        #expect(try ModelJSON.json(of: ()) == .null)
        #expect(try ModelJSON.json(of: [Int?.none, 1] as [Int?]) == [.null, 1])
    }
}
