import DocumentedRequests
import Foundation
import MockAPICore
import MockAPIMatching
import MockAPIStubs
import MockAPITestSupport
import Testing

@testable import MockAPIScenarios

@Suite struct ScenarioSchemaTests {
    private static let objects: [(definition: String?, keys: ObjectKeys)] = [
        (nil, .scenario), ("client", .client), ("refresh", .refresh), ("stubMode", .stubMode), ("state", .state),
        ("step", .step),
        ("group", .group), ("eventually", .eventually), ("send", .send), ("formPart", .formPart), ("expect", .expect),
        ("error", .error), ("progress", .progress), ("sent", .sent), ("part", .part), ("elapsed", .elapsed),
        ("capture", .capture),
        ("matcher", ObjectKeys(object: "a matcher", known: ShapeMatchers.names)),
    ]
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private let schema = ScenarioSchema.json(DocumentedRequests.catalog)

    private func object(_ definition: String?) throws -> JSONValue {
        try definition.map { try #require(schema["definitions"]?[$0]) } ?? schema
    }

    @Test func `the schema has the keys that the reader reads or passes over, and no others`() throws {
        for (definition, keys) in Self.objects {
            let object = try object(definition)
            let properties = try #require(object["properties"]?.object)
            #expect(Set(properties.keys) == Set(keys.known + keys.ignored), "\(keys.object)")
            #expect(object["additionalProperties"] == false)
            for (key, part) in properties {
                #expect(part["description"]?.string?.hasSuffix(".") == true, "\(keys.object): \(key)")
            }
        }
        let others = try #require(schema["definitions"]?.object).filter { $0.value["properties"] != nil }.map(\.key)
        let stubs = try #require(StubSchema.json["definitions"]?.object).keys
        #expect(Set(others).subtracting(stubs) == Set(Self.objects.compactMap(\.definition)))
    }

    @Test func `a misspelled key is no valid one`() throws {
        let validator = JSONSchemaValidator(schema)
        for (definition, keys) in Self.objects {
            for key in keys.known {
                let problems = try validator.problems(of: .object(["\(key)s": "x"]), definition: definition)
                let place = JSONPath([.key("\(key)s")])
                #expect(problems.contains { $0.contains("\(place): nothing is allowed") }, "\(keys.object): \(key)")
            }
        }
    }

    @Test func `examples are valid`() throws {
        let validator = JSONSchemaValidator(schema)
        for (definition, _) in Self.objects {
            let object = try object(definition)
            for example in object["examples"]?.array ?? [] {
                #expect(try validator.problems(of: example, definition: definition) == [])
            }
            for (key, part) in object["properties"]?.object ?? [:] {
                for example in part["examples"]?.array ?? [] {
                    let problems = try validator.problems(of: .object([key: example]), definition: definition)
                    #expect(problems.filter { $0.contains(".\(key)") } == [], "\(key)")
                }
            }
        }
    }

    @Test(arguments: [
        #"{"steps": []}"#, #"{}"#, #"{"steps": [{"expect": {"status": 200}}]}"#,
        #"{"steps": [{"send": {"http": "GET /"}}]}"#, #"{"steps": [{"send": {}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"send": {"http": "GET /", "request": "baidu.user"}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"send": {"request": "baidu.usr"}, "expect": {"model": 1}}]}"#,
        #"{"steps": [{"send": {"http": "GET /", "timeout": -1}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"send": {"http": "GET /"}, "expect": {"status": "200"}}]}"#,
        #"{"steps": [{"send": {"http": "GET /"}, "expect": {"error": {"kind": "netwrk"}}}]}"#,
        #"{"steps": [{"send": {"http": "GET /"}, "expect": {"error": {}}}]}"#,
        #"{"client": {"stubMode": "nver"}, "steps": [{"send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"variables": {"1a": 1}, "steps": [{"send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"setup": [], "steps": [{"send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"repeat": 0, "send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"eventually": {}, "send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"parallel": [{"send": {"http": "GET /"}, "expect": {"status": 200}}]}]}"#,
        #"{"steps": [{"skip": "", "send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"given": [{}], "steps": [{"send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"send": {"http": "GET /", "multipart": [{"name": "a"}]}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"send": {"http": "GET /", "form": {"a": null}}, "expect": {"status": 200}}]}"#,
        #"{"steps": [{"send": {"http": "GET /"}, "capture": {"a": {"from": "header", "name": "b"}}}]}"#,
        #"{"stubs": [1], "steps": [{"send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
        #"{"stubs": [{"requst": "GET /"}], "steps": [{"send": {"http": "GET /"}, "expect": {"status": 200}}]}"#,
    ])
    func `what the reader refuses the schema refuses`(text: String) throws {
        let folder = try TemporaryFolder(["s.json": text])
        let loaded = ScenarioLoader.load(paths: [folder.path(of: "s.json")], catalog: DocumentedRequests.catalog)
        #expect(loaded.hasErrors)
        #expect(try JSONSchemaValidator(schema).problems(of: JSONValue(parsing: text)) != [])
    }

    @Test func `a scenario with a schema, variables and stubs is read and valid`() throws {
        let text = #"""
            {"$schema": "./scenario.schema.json", "variables": {"s": 200, "t": 2},
             "stubs": [{"request": "GET /a", "response": {}}, {"mappings": [{"request": "GET /b"}]}],
             "client": {"stubMode": {"delayed": 0.1}, "accessToken": null, "defaultHeaders": {"A": 1}},
             "steps": [{"send": {"http": "GET /a", "timeout": "{{t}}"},
                        "expect": {"status": "{{s}}", "headers": {"X": null}, "elapsed": {"atMost": 5}},
                        "capture": {"x": "$.x"}}]}
            """#
        let folder = try TemporaryFolder(["s.json": text])
        let loaded = ScenarioLoader.load(paths: [folder.path(of: "s.json")], catalog: DocumentedRequests.catalog)
        #expect(loaded.findings == [])
        #expect(loaded.stubFindings == [])
        #expect(try JSONSchemaValidator(schema).problems(of: JSONValue(parsing: text)) == [])
    }

    @Test func `the scenarios of the package are valid`() throws {
        let folder = Self.package.appendingPathComponent("scenarios")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "json" } ?? []
        #expect(files.count > 10)
        for file in files {
            let value = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
            #expect(try JSONSchemaValidator(schema).problems(of: value) == [], "\(file.lastPathComponent)")
        }
    }

    @Test func `a catalog without requests has any name`() throws {
        let schema = ScenarioSchema.json(RequestCatalog())
        #expect(schema["definitions"]?["send"]?["properties"]?["request"]?["type"] == "string")
    }
}
