import Foundation
import MockAPICore
import MockAPITestSupport
import Testing

@testable import MockAPIStubs

@Suite struct StubSchemaTests {
    private static let tables: [(definition: String, table: KeyTable)] = [
        ("file", .file), ("mapping", .mapping), ("request", .request), ("method", .method),
        ("credentials", .credentials), ("response", .response), ("pattern", .pattern),
        ("multiValuePattern", .multiValuePattern),
    ]
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private let validator = JSONSchemaValidator(StubSchema.json)

    @Test func `the schema has the keys that the reader reads or passes over, and no others`() throws {
        for (definition, table) in Self.tables {
            let object = try #require(StubSchema.json["definitions"]?[definition])
            let keys = try #require(object["properties"]?.object).keys
            let read = table.keys.filter { $0.support == .supported || $0.support == .ignored }.map(\.name)
            #expect(Set(keys) == Set(read), "\(definition)")
            #expect(keys.count == Set(keys).count)
            #expect(object["additionalProperties"] == false)
        }
        let objects = try #require(StubSchema.json["definitions"]?.object).filter { $0.value["properties"] != nil }
        #expect(Set(objects.map(\.key)) == Set(Self.tables.map(\.definition)))
    }

    @Test func `each key is described, and its examples are valid`() throws {
        for (definition, _) in Self.tables {
            let object = try #require(StubSchema.json["definitions"]?[definition])
            for (key, part) in try #require(object["properties"]?.object) where definition != "method" {
                #expect(part["description"]?.string?.hasSuffix(".") == true, "\(definition).\(key)")
                for example in part["examples"]?.array ?? [] {
                    let value = JSONValue.object([key: example])
                    let problems = try validator.problems(of: value, definition: definition).filter {
                        !$0.contains("missing")
                    }
                    #expect(problems == [], "\(definition).\(key)")
                }
            }
            for example in object["examples"]?.array ?? [] {
                #expect(try validator.problems(of: example, definition: definition) == [], "\(definition)")
            }
        }
    }

    @Test func `the examples of mappings, requests and responses are read without findings`() throws {
        let definitions = try #require(StubSchema.json["definitions"])
        func mappings(_ definition: String, _ key: String?) -> [JSONValue] {
            let object = definitions[definition]
            var examples = object?["examples"]?.array ?? []
            for (name, part) in object?["properties"]?.object ?? [:]
            where !["bodyFileName", "pathParameters"].contains(name) {
                examples += (part["examples"]?.array ?? []).map { .object([name: $0]) }
            }
            return examples.map { example in key.map { .object([$0: example]) } ?? example }
        }
        for mapping in mappings("mapping", nil) + mappings("request", "request") + mappings("response", "response")
        where !"\(mapping)".contains("bodyFileName") {
            let alone = mapping["request"] == nil && mapping["response"] == nil
            let whole =
                alone ? JSONValue.object(JSONObject(Array(mapping.object ?? [:]) + [("response", [:])])) : mapping
            #expect(StubLoader.read(whole.rendered()).findings == [], "\(whole)")
        }
    }

    @Test func `a misspelled key is no valid one`() throws {
        for (definition, table) in Self.tables {
            for key in table.supportedKeys {
                let problems = try validator.problems(of: .object(["\(key)s": "x"]), definition: definition)
                #expect(problems.contains { $0.contains("\(key)s: nothing is allowed") }, "\(definition).\(key)")
            }
        }
        #expect(try validator.problems(of: ["request": "GET /a", "respons": [:]]) != [])
        #expect(try validator.problems(of: ["mappings": [["request": ["urlPth": "/a"]]]]) != [])
        #expect(try validator.problems(of: ["mappings": [], "mapings": []]) != [])
    }

    /// Values that the strict reader refuses and a schema can refuse as well.
    @Test(arguments: [
        #"{"request": "GET"}"#, #"{"request": {"urlPath": "a"}}"#, #"{"request": {"port": 0}}"#,
        #"{"request": {"method": {"oneOf": []}}}"#, #"{"request": {"headers": {"A": "1"}}}"#,
        #"{"request": {"headers": {"A": {}}}}"#, #"{"request": {"headers": {"A": {"absent": false}}}}"#,
        #"{"request": {"bodyPatterns": {"equalTo": "1"}}}"#, #"{"request": {"basicAuth": {"username": "a"}}}"#,
        #"{"request": {"basicAuth": {"username": "a:b", "password": ""}}}"#, #"{"response": {"status": "200"}}"#,
        #"{"response": {"status": 99}}"#, #"{"response": {"fault": "RESET"}}"#, #"{"response": {"headers": {"A": 1}}}"#,
        #"{"response": {"fixedDelayMilliseconds": -1}}"#, #"{"response": {"bytesPerSecond": 0}}"#,
        #"{"priority": "1"}"#,
        #"{"id": ""}"#, #"{"metadata": 1}"#, #"{"mappings": {}}"#, "[]", "7",
    ])
    func `what the reader refuses the schema refuses`(text: String) throws {
        #expect(StubLoader.read(text).hasErrors)
        #expect(try validator.problems(of: JSONValue(parsing: text)) != [])
    }

    @Test(arguments: [
        #"{"$schema": "./stub.schema.json", "request": "GET /a", "response": {}}"#,
        #"{"$schema": "x", "mappings": [{"request": {"method": "LINK"}}], "meta": {"total": 1}}"#,
        #"{"request": {"url": "/a?b", "queryParameters": {"c": {"hasExactly": [{"equalTo": "1"}, {"not": {"absent": true}}]}}}}"#,
        #"{"request": {"host": {"contains": "a"}, "clientIp": "::1", "cookies": {"a": {"and": [{"anything": 1}]}}}}"#,
        #"{"response": {"jsonBody": null, "headers": {"A": ["1", "2"]}}, "priority": -3}"#,
    ])
    func `what the reader takes the schema takes`(text: String) throws {
        #expect(StubLoader.read(text).findings == [])
        #expect(try validator.problems(of: JSONValue(parsing: text)) == [])
    }

    @Test func `the stub files of the package are valid`() throws {
        var count = 0
        for folder in ["stubs", "Tests/Consumer/Tests/BookshopTests/Stubs"] {
            let tree = StubTree(path: Self.package.appendingPathComponent(folder).path, shownPath: folder)
            for file in tree.files {
                let value = try JSONValue(parsing: try FileSystem.contents(of: file.path))
                #expect(try validator.problems(of: value) == [], "\(file.shownPath)")
                count += 1
            }
        }
        #expect(count > 15)
    }
}
